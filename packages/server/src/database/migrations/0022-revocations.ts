import { createPartialIndex } from '../statements.ts';

/** Adds an index that finds when an account was last suspended or reinstated, which is part of the sequence number of revocation lists. */
export const revocations = {
  name: '0022-revocations',
  steps: [createPartialIndex('user_history', ['at'], "to_status = 'suspended' or from_status = 'suspended'")],
};
