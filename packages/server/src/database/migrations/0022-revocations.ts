import { createPartialIndex } from '../statements.ts';

/** For the sequence number of the revocation lists: when an account was suspended or reinstated last. */
export const revocations = {
  name: '0022-revocations',
  steps: [createPartialIndex('user_history', ['at'], "to_status = 'suspended' or from_status = 'suspended'")],
};
