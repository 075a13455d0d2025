import { cascadeReference, id, integer, json, moment, oneOfTexts, optional, text } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/** Stores the release notes that are being mailed in the background, and how many e-mails of each were queued. */
export const noteMailings = {
  name: '0092-note-mailings',
  steps: [
    createTable('note_mailings', {
      id,
      release_note_id: cascadeReference('release_notes.id'),
      // The tool, the versions, the country and the brand of the PCs whose owners get the e-mail.
      selection: json,
      // The id of the actor stays after the account is deleted, so it is not a foreign key.
      started_by: integer,
      request_id: text,
      state: oneOfTexts('running', 'done', 'stopped'),
      created_at: moment,
      finished_at: optional(moment),
      // The process that works on the mailing extends this time; it is null if no process does.
      leased_until: optional(moment),
      queued: integer,
      total: integer,
    }),
    createIndex('note_mailings', 'state'),
  ],
} as const;
