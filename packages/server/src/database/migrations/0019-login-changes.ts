import { cascadeReference, bytesHex, integer, moment, primary, text } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/** Stores the new login of a user until it is confirmed by a link that is sent to the new address. */
export const loginChanges = {
  name: '0019-login-changes',
  steps: [
    createTable('login_changes', {
      // SHA-256 of the token in the link: a copy of the database gives no access.
      hash: primary(bytesHex(32)),
      user_id: cascadeReference('users.id'),
      login: text,
      // The id of the actor stays after the account is deleted, so it is not a foreign key.
      asked_by: integer,
      created_at: moment,
      expires_at: moment,
    }),
    createIndex('login_changes', 'user_id'),
    createIndex('login_changes', 'expires_at'),
  ],
};
