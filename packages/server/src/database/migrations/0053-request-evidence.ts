import { createIndex } from '../statements.ts';

/** Adds an index that finds the users whose e-mail addresses have the domain of a company. */
export const requestEvidence = {
  name: '0053-request-evidence',
  steps: [createIndex('users', 'user_domain')],
};
