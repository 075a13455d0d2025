import { id, moment, oneOfTexts, optional, primary, text } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/** Forgotten passwords that wait for their e-mail, the keys that secrets are sealed with, and the portals that use this database. */
export const waysIn = {
  name: '0018-ways-in',
  steps: [
    // One row for each request, whether or not the address has an account. A row lives for seconds.
    createTable('password_reset_requests', {
      id,
      login_fold: text,
      request_id: text,
      requested_at: moment,
      // Until then one process works on the row.
      leased_until: optional(moment),
    }),
    // Only the ids of the keys. The keys are files.
    createTable('sealing_keys', {
      key_id: primary(text),
      status: oneOfTexts('next', 'current', 'former'),
      created_at: moment,
      replaced_at: optional(moment),
    }),
    // The running portals, and the id of the session key of each. A row that was not renewed for a minute has ended.
    createTable('portal_processes', {
      id: primary(text),
      session_key_id: text,
      last_seen_at: moment,
    }),
    createIndex('password_reset_requests', 'requested_at'),
  ],
};
