import { moment, optional } from '../columns.ts';
import { addColumn, createIndex } from '../statements.ts';

/** A signing key that nobody may trust any more: its licences count no longer, however long they would run. */
export const revokedKeys = {
  name: '0010-revoked-keys',
  steps: [
    addColumn('signing_keys', 'revoked_at', optional(moment)),
    // How many licences of a key run, and until when.
    createIndex('licenses', 'key_id', 'expires_at'),
  ],
};
