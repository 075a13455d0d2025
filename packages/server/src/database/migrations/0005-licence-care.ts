import { withDefault, id, integer, moment, optional, references, text } from '../columns.ts';
import { addColumn, createIndex, createPartialIndex, createTable, runSql } from '../statements.ts';

/** Adds the columns and tables for the administration of licences: lists of all licences, removed PCs, and revocations in later licence files. */
export const licenceCare = {
  name: '0005-licence-care',
  steps: [
    // The name is normalised for search and sorting. The next start of the portal fills the column `name_fold` of existing rows.
    addColumn('machines', 'name_fold', withDefault('', text)),
    createIndex('machines', 'name_fold'),
    createIndex('user_search', 'last_name', 'first_name'),
    createIndex('licenses', 'issued_at'),
    // The index contains all columns by which the list of licences is filtered and counted. Otherwise a query would read thousands of long
    // rows, each with a licence file. The generated name would exceed the 63 characters that PostgreSQL allows, so the index is named
    // explicitly.
    runSql(`create index licenses_list_index on licenses
      (user_id, issued_at, expires_at, machine_id, tool_id, brand_id, revoked_at, replaced_at, licence_uid)`),
    // The index finds the revoked licences of a tool, which are few, and which are searched whenever a licence is issued.
    createPartialIndex('licenses', ['tool_id', 'revoked_at'], 'revoked_at is not null'),
    // PCs that were removed. A removal frees a seat (the right to use one PC), while a move passes the seat on to another PC.
    createTable('machine_releases', {
      id,
      machine_id: references('machines.id'),
      user_id: references('users.id'),
      tool_id: references('tools.id', text),
      at: moment,
      // The column `released_by` is no foreign key, because the id stays when the actor's account is deleted.
      released_by: integer,
      override_reason: optional(text),
    }),
    createIndex('machine_releases', 'user_id', 'tool_id', 'at'),
    createIndex('machine_releases', 'machine_id'),
  ],
};
