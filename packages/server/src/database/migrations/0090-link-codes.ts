import { bytesHex, cascadeReference, moment, optional, primary, text } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/**
 * Stores the codes that replace the links of e-mails. The hash is a keyed hash of the address and the code; its key is not in the database.
 * The token of the link is sealed.
 */
export const linkCodes = {
  name: '0090-link-codes',
  steps: [
    createTable('link_codes', {
      hash: primary(bytesHex(32)),
      user_id: optional(cascadeReference('users.id')),
      sealed: text,
      expires_at: moment,
    }),
    createIndex('link_codes', 'user_id'),
    createIndex('link_codes', 'expires_at'),
  ],
};
