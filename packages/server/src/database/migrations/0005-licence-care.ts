import { byDefault, id, integer, moment, optional, references, text } from '../columns.ts';
import { addColumn, createIndex, createPartialIndex, createTable, run } from '../statements.ts';

/** The care of licences: lists of all there are, PCs that are given up, and what later licence files deny. */
export const licenceCare = {
  name: '0005-licence-care',
  steps: [
    // As searches compare it and lists sort it; those that are there get theirs at the next start.
    addColumn('machines', 'name_fold', byDefault('', text)),
    createIndex('machines', 'name_fold'),
    createIndex('user_search', 'last_name', 'first_name'),
    createIndex('licenses', 'issued_at'),
    // All that a list is chosen and counted by, so that nobody reads thousands of rows that carry a file each. Named by hand: its columns
    // make more than the 63 characters that a name has in PostgreSQL.
    run(`create index licenses_list_index on licenses
      (user_id, issued_at, expires_at, machine_id, tool_id, brand_id, revoked_at, replaced_at, licence_uid)`),
    // Few are revoked, and they are sought with each licence that is issued.
    createPartialIndex('licenses', ['tool_id', 'revoked_at'], 'revoked_at is not null'),
    // A PC that is gone: its place goes to none, where a move names the PC that gets it.
    createTable('machine_releases', {
      id,
      machine_id: references('machines.id'),
      user_id: references('users.id'),
      tool_id: references('tools.id', text),
      at: moment,
      // Whoever it was, also when his account is deleted.
      released_by: integer,
      override_reason: optional(text),
    }),
    createIndex('machine_releases', 'user_id', 'tool_id', 'at'),
    createIndex('machine_releases', 'machine_id'),
  ],
};
