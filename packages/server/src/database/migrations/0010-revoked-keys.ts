import { moment, optional } from '../columns.ts';
import { addColumn, createIndex } from '../statements.ts';

/** Makes it possible to revoke a signing key. The licences of a revoked key are no longer valid, even if they have not expired. */
export const revokedKeys = {
  name: '0010-revoked-keys',
  steps: [
    addColumn('signing_keys', 'revoked_at', optional(moment)),
    // The index finds the number of valid licences of a key, and when the last of these licences expires.
    createIndex('licenses', 'key_id', 'expires_at'),
  ],
};
