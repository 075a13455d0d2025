import { cascadeReference, day, flag, id, integer, moment, optional, text, withDefault } from '../columns.ts';
import { createIndex, createPartialIndex, createTable } from '../queries/statements.ts';

/** The notes and follow-ups of staff. */
export const notes = {
  name: '0016-notes',
  steps: [
    // A note is about a user or about a company. With a day it is a follow-up, which is open until `done_at`.
    createTable(
      'notes',
      {
        id,
        user_id: optional(cascadeReference('users.id')),
        company_id: optional(integer),
        text,
        // The text, normalised for search.
        text_fold: text,
        is_pinned: withDefault(0, flag),
        created_at: moment,
        // The ids of members of staff stay after their accounts are deleted, so they are not foreign keys.
        created_by: integer,
        edited_at: optional(moment),
        day: optional(day),
        assignee_id: optional(integer),
        done_at: optional(moment),
        done_by: optional(integer),
        version: withDefault(1, integer),
      },
      { checks: { about_one: '(user_id is null) <> (company_id is null)' } },
    ),
    createIndex('notes', 'user_id', 'created_at'),
    createIndex('notes', 'company_id', 'created_at'),
    createPartialIndex('notes', ['day'], 'day is not null and done_at is null'),
  ],
} as const;
