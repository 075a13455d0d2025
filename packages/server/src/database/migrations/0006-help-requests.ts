import {
  cascadeReference,
  bytesHex,
  day,
  id,
  integer,
  setNullReference,
  moment,
  oneOfTexts,
  optional,
  text,
} from '../columns.ts';
import { createIndex, createTable, createUniqueIndex } from '../statements.ts';

/** Codes for which no licence was issued and that were sent to staff with a request for help, and reminders of licences that expire. */
export const helpRequests = {
  name: '0006-help-requests',
  steps: [
    createTable('help_requests', {
      id,
      user_id: cascadeReference('users.id'),
      asked_at: moment,
      // The text as it was sent, because it may not be a code. The hash is of the bytes of a valid code, else of the text.
      verification_code: text,
      code_hash: bytesHex(32),
      brand_id: optional(text),
      problem_code: text,
      problem_message: text,
      comment: text,
      machine_name: text,
      // Normalised for search and sorting.
      machine_fold: text,
      state: oneOfTexts('open', 'replied', 'granted', 'licensed', 'withdrawn'),
      // Not a foreign key, because it stays when the actor's account is deleted.
      closed_by: optional(integer),
      closed_at: optional(moment),
      closing_words: text,
      license_id: setNullReference('licenses.id'),
    }),
    // At most one open request for the same code with the same problem.
    createUniqueIndex('help_requests', ['user_id', 'code_hash', 'problem_code'], "state = 'open'"),
    createIndex('help_requests', 'user_id', 'asked_at'),
    createIndex('help_requests', 'state', 'asked_at'),
    createIndex('help_requests', 'license_id'),
    // How many days before the end a reminder of a licence was sent.
    createTable(
      'license_reminders',
      { license_id: cascadeReference('licenses.id'), days: integer, at: moment },
      { primary: ['license_id', 'days'] },
    ),
    // The Mondays for which a salesman's digest was created.
    createTable('salesman_digests', { user_id: cascadeReference('users.id'), day }, { primary: ['user_id', 'day'] }),
  ],
};
