import {
  cascadeReference,
  id,
  integer,
  moment,
  oneOfTexts,
  optional,
  references,
  setNullReference,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import { createIndex, createTable } from '../queries/statements.ts';

/** The e-mails with their files, and the users whom they name. */
export const mail = {
  name: '0006-mail',
  steps: [
    createTable('outbox', {
      id,
      message_id: unique(text),
      to_address: text,
      user_id: setNullReference('users.id'),
      brand_id: references('brands.id', text),
      license_id: setNullReference('licenses.id'),
      kind: text,
      subject: text,
      text,
      html: text,
      // The parts that the stored text leaves out, such as the working link. The sealed parts are encrypted with a key that is not in the
      // database.
      sealed: optional(text),
      file_name: optional(text),
      file: optional(text),
      state: oneOfTexts('queued', 'sending', 'sent', 'failed'),
      attempts: withDefault(0, integer),
      next_attempt_at: optional(moment),
      leased_until: optional(moment),
      error: optional(text),
      created_at: moment,
      sent_at: optional(moment),
      // When staff removed a failed e-mail from the inbox; null before that, and after the e-mail is queued again.
      dismissed_at: optional(moment),
    }),
    createIndex('outbox', 'state', 'next_attempt_at'),
    createIndex('outbox', 'user_id'),
    createIndex('outbox', 'brand_id'),
    createIndex('outbox', 'license_id'),
    // Each order of the list has an index, with and without its most frequent filter.
    createIndex('outbox', 'created_at'),
    createIndex('outbox', 'to_address', 'id'),
    createIndex('outbox', 'state', 'id'),
    createIndex('outbox', 'state', 'created_at', 'id'),
    createIndex('outbox', 'state', 'to_address', 'id'),

    createTable(
      'letter_people',
      { letter_id: cascadeReference('outbox.id'), user_id: cascadeReference('users.id') },
      { primary: ['letter_id', 'user_id'] },
    ),
    createIndex('letter_people', 'user_id'),
    // The licence files of e-mails with several files.
    createTable(
      'letter_files',
      {
        letter_id: cascadeReference('outbox.id'),
        license_id: cascadeReference('licenses.id'),
        name: text,
        content: text,
      },
      { primary: ['letter_id', 'license_id'] },
    ),
    // The index finds the files of a licence, which are deleted with the licence or with its owner.
    createIndex('letter_files', 'license_id'),
  ],
} as const;
