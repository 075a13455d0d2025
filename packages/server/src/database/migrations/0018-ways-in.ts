import { id, moment, oneOfTexts, optional, primary, text } from '../columns.ts';
import { createIndex, createImpersonalTable, createTable } from '../statements.ts';

/** Adds the requests to reset a password, the ids of the keys that encrypt secrets, and the portal processes that use this database. */
export const waysIn = {
  name: '0018-ways-in',
  steps: [
    // The requests to reset a password, whether or not the address has an account. A row is deleted within seconds.
    createTable('password_reset_requests', {
      id,
      login_fold: text,
      request_id: text,
      requested_at: moment,
      // The time until which the row is reserved for one process.
      leased_until: optional(moment),
    }),
    // The table contains only the ids of the keys. The keys themselves are files.
    createImpersonalTable('sealing_keys', {
      key_id: primary(text),
      status: oneOfTexts('next', 'current', 'former'),
      created_at: moment,
      replaced_at: optional(moment),
    }),
    // The running portals, and the id of the session key of each. A process that has not renewed its row for a minute counts as ended.
    createTable('portal_processes', {
      id: primary(text),
      session_key_id: text,
      last_seen_at: moment,
    }),
    createIndex('password_reset_requests', 'requested_at'),
  ],
};
