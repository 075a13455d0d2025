import { withDefault, id, integer, moment, optional, references, text } from '../columns.ts';
import { addColumn, createIndex, createPartialIndex, createTable, run } from '../statements.ts';

/** Licence administration: lists of all licences, PCs that are no longer used, and revocations in later licence files. */
export const licenceCare = {
  name: '0005-licence-care',
  steps: [
    // Normalised for search and sorting; existing rows are filled at the next start.
    addColumn('machines', 'name_fold', withDefault('', text)),
    createIndex('machines', 'name_fold'),
    createIndex('user_search', 'last_name', 'first_name'),
    createIndex('licenses', 'issued_at'),
    // All columns that the list filters and counts by, so that a query does not read thousands of rows with a file each. Named by hand: the
    // generated name would exceed the 63 characters that PostgreSQL allows.
    run(`create index licenses_list_index on licenses
      (user_id, issued_at, expires_at, machine_id, tool_id, brand_id, revoked_at, replaced_at, licence_uid)`),
    // Few licences are revoked, and each issue of a licence searches for them.
    createPartialIndex('licenses', ['tool_id', 'revoked_at'], 'revoked_at is not null'),
    // A removed PC: nobody gets its place, while a move names the PC that gets it.
    createTable('machine_releases', {
      id,
      machine_id: references('machines.id'),
      user_id: references('users.id'),
      tool_id: references('tools.id', text),
      at: moment,
      // Not a foreign key, because it stays when the actor's account is deleted.
      released_by: integer,
      override_reason: optional(text),
    }),
    createIndex('machine_releases', 'user_id', 'tool_id', 'at'),
    createIndex('machine_releases', 'machine_id'),
  ],
};
