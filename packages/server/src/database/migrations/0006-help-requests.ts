import { belongsTo, bytesHex, day, id, integer, mentions, moment, oneOf, optional, text } from '../columns.ts';
import { createIndex, createTable, createUniqueIndex } from '../statements.ts';

/** Codes that brought no licence and were sent to somebody who can help, and what has been told of licences that end. */
export const helpRequests = {
  name: '0006-help-requests',
  steps: [
    createTable('help_requests', {
      id,
      user_id: belongsTo('users.id'),
      asked_at: moment,
      // As it was sent, because it may be no code at all; of its bytes where it is one, else of the text.
      verification_code: text,
      code_hash: bytesHex(32),
      brand_id: optional(text),
      problem_code: text,
      problem_message: text,
      comment: text,
      machine_name: text,
      // As searches compare it and lists sort it.
      machine_fold: text,
      state: oneOf('open', 'replied', 'granted', 'licensed', 'withdrawn'),
      // Whoever it was, also when his account is deleted.
      closed_by: optional(integer),
      closed_at: optional(moment),
      closing_words: text,
      license_id: mentions('licenses.id'),
    }),
    // The same code with the same problem waits once.
    createUniqueIndex('help_requests', ['user_id', 'code_hash', 'problem_code'], "state = 'open'"),
    createIndex('help_requests', 'user_id', 'asked_at'),
    createIndex('help_requests', 'state', 'asked_at'),
    createIndex('help_requests', 'license_id'),
    // How many days before its end somebody was told of a licence.
    createTable(
      'license_reminders',
      { license_id: belongsTo('licenses.id'), days: integer, at: moment },
      { primary: ['license_id', 'days'] },
    ),
    // The Mondays on which a salesman's digest was made.
    createTable('salesman_digests', { user_id: belongsTo('users.id'), day }, { primary: ['user_id', 'day'] }),
  ],
};
