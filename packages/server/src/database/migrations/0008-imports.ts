import { cascadeReference, flag, id, integer, json, moment, oneOfTexts, optional, text } from '../columns.ts';
import { createIndex, createTable } from '../queries/statements.ts';

/**
 * Files that are imported in the background, and their parts. The files and their parts are deleted some days after the end of the import.
 */
export const imports = {
  name: '0008-imports',
  steps: [
    createTable('large_imports', {
      id,
      kind: oneOfTexts('users', 'assignments', 'crmAccounts'),
      name: text,
      invite: flag,
      // The id of the actor stays after the account is deleted, so it is not a foreign key.
      started_by: integer,
      request_id: text,
      state: oneOfTexts('receiving', 'checking', 'checked', 'writing', 'done', 'cancelled'),
      created_at: moment,
      finished_at: optional(moment),
      // The process that works on the import extends this time; it is null if no process does.
      leased_until: optional(moment),
      // The columns `done` and `total` count parts until the file is checked, and rows afterwards.
      done: integer,
      total: integer,
      report: optional(json),
    }),
    createIndex('large_imports', 'state'),
    createTable(
      'large_import_parts',
      { import_id: cascadeReference('large_imports.id'), number: integer, content: text },
      { primary: ['import_id', 'number'] },
    ),
  ],
} as const;
