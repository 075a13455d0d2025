import { cascadeReference, id, integer, json, moment, oneOfTexts, optional, text, withDefault } from '../columns.ts';
import { createIndex, createTable } from '../queries/statements.ts';

/** The acts on many records that run in the background, and the outcome for each record. Both are deleted a week after the end of the act. */
export const massActs = {
  name: '0018-mass-acts',
  steps: [
    createTable('mass_acts', {
      id,
      kind: oneOfTexts('users', 'requests', 'licenses', 'reminders', 'deletion', 'releaseNote'),
      // The change of the call, such as `approve`, and the body of the call without the ids.
      change: text,
      body: json,
      // The id of the actor stays after the account is deleted, so it is not a foreign key.
      started_by: integer,
      // The id of the request that started the act. It is the id of the act in `undos` and in the audit log.
      request_id: text,
      state: oneOfTexts('running', 'done', 'stopped', 'undoing', 'undone'),
      created_at: moment,
      finished_at: optional(moment),
      // The process that works on the act extends this time; it is null if no process does.
      leased_until: optional(moment),
      // The act can be undone until this time; it is null while the act runs.
      undo_until: optional(moment),
      done: integer,
      total: integer,
      remains: withDefault('[]', json),
    }),
    createIndex('mass_acts', 'state'),
    createIndex('mass_acts', 'started_by'),
    createTable(
      'mass_act_rows',
      {
        act_id: cascadeReference('mass_acts.id'),
        number: integer,
        subject_id: integer,
        // Null until the record is changed.
        outcome: optional(oneOfTexts('done', 'notFound', 'refused')),
        effect: optional(text),
        message: optional(text),
        // The row of `undos` that undoes the change of the record; null if nothing can be undone.
        undo_id: optional(integer),
      },
      { primary: ['act_id', 'number'] },
    ),
  ],
} as const;
