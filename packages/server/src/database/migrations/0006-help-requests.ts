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

/** Adds help requests, in which customers send staff a code that was refused, and reminders of licences that expire. */
export const helpRequests = {
  name: '0006-help-requests',
  steps: [
    createTable('help_requests', {
      id,
      user_id: cascadeReference('users.id'),
      asked_at: moment,
      // The text as the customer sent it, because it may not be a valid code. `code_hash` covers the bytes of a valid code, otherwise the
      // text.
      verification_code: text,
      code_hash: bytesHex(32),
      brand_id: optional(text),
      problem_code: text,
      problem_message: text,
      comment: text,
      machine_name: text,
      // The name of the PC, normalised for search and sorting.
      machine_fold: text,
      state: oneOfTexts('open', 'replied', 'granted', 'licensed', 'withdrawn'),
      // The column `closed_by` is no foreign key, because the id stays when the actor's account is deleted.
      closed_by: optional(integer),
      closed_at: optional(moment),
      closing_words: text,
      license_id: setNullReference('licenses.id'),
    }),
    // A user has at most one open request for the same code with the same problem.
    createUniqueIndex('help_requests', ['user_id', 'code_hash', 'problem_code'], "state = 'open'"),
    createIndex('help_requests', 'user_id', 'asked_at'),
    createIndex('help_requests', 'state', 'asked_at'),
    createIndex('help_requests', 'license_id'),
    // The reminders that were sent: how many days before the expiry of which licence.
    createTable(
      'license_reminders',
      { license_id: cascadeReference('licenses.id'), days: integer, at: moment },
      { primary: ['license_id', 'days'] },
    ),
    // The Mondays for which a salesman's weekly e-mail about open work was created.
    createTable('salesman_digests', { user_id: cascadeReference('users.id'), day }, { primary: ['user_id', 'day'] }),
  ],
};
