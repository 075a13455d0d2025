import { createIndex } from '../statements.ts';

/** Finds the users with the address of a company. */
export const requestEvidence = {
  name: '0053-request-evidence',
  steps: [createIndex('users', 'user_domain')],
};
