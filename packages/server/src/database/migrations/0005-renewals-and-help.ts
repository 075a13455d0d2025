import {
  bytesHex,
  cascadeReference,
  id,
  integer,
  moment,
  oneOfTexts,
  optional,
  primary,
  setNullReference,
  text,
  unique,
} from '../columns.ts';
import { createIndex, createPartialIndex, createTable, createUniqueIndex } from '../queries/statements.ts';

const renewalTables = [
  // The reminders that were sent: how many days before the expiry of which licence.
  createTable(
    'license_reminders',
    { license_id: cascadeReference('licenses.id'), days: integer, at: moment },
    { primary: ['license_id', 'days'] },
  ),
  // The second address that gets the reminders of a user's licences; a user has at most one.
  createTable('reminder_contacts', { user_id: cascadeReference('users.id'), address: text }, { primary: ['user_id'] }),
  // The links in reminders by which a second contact ends the reminders. The table contains only the hashes of the links.
  createTable('reminder_stops', {
    hash: primary(bytesHex(32)),
    user_id: cascadeReference('users.id'),
    expires_at: moment,
  }),
  createIndex('reminder_stops', 'user_id'),
  createIndex('reminder_stops', 'expires_at'),
  // The addresses whose owners used such a link. Until `refused_until`, the same address cannot be entered again. The table contains only
  // the hash of an address.
  createTable(
    'stopped_contacts',
    { user_id: cascadeReference('users.id'), address_hash: bytesHex(32), refused_until: moment },
    { primary: ['user_id', 'address_hash'] },
  ),
  createIndex('stopped_contacts', 'refused_until'),
  // The subscribed calendars with the expiry dates of licences. A user has at most one.
  createTable(
    'calendar_feeds',
    {
      user_id: cascadeReference('users.id'),
      // SHA-256 of the token in the address: a copy of the database gives no access.
      hash: unique(bytesHex(32)),
      created_at: moment,
    },
    { primary: ['user_id'] },
  ),
];

const helpTables = [
  // In a help request, a customer sends staff a code that was refused, or asks for a tool.
  createTable('help_requests', {
    id,
    user_id: cascadeReference('users.id'),
    asked_at: moment,
    // The text as the customer sent it, because it may not be a valid code; empty if the customer asks for a tool. `code_hash` covers the
    // bytes of a valid code, otherwise the text.
    verification_code: text,
    code_hash: bytesHex(32),
    // The tool that the customer asks for, of the brand `brand_id`.
    tool_id: optional(text),
    brand_id: optional(text),
    problem_code: text,
    problem_message: text,
    comment: text,
    machine_name: text,
    // The name of the PC, normalised for search and sorting.
    machine_fold: text,
    state: oneOfTexts('open', 'replied', 'granted', 'licensed', 'withdrawn'),
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    closed_by: optional(integer),
    closed_at: optional(moment),
    closing_words: text,
    license_id: setNullReference('licenses.id'),
  }),
  // A user has at most one open request for the same code with the same problem.
  createUniqueIndex('help_requests', ['user_id', 'code_hash', 'problem_code'], "state = 'open'"),
  createPartialIndex('help_requests', ['code_hash'], "state = 'open'"),
  createIndex('help_requests', 'user_id', 'asked_at'),
  createIndex('help_requests', 'state', 'asked_at'),
  createIndex('help_requests', 'state', 'machine_fold', 'id'),
  createIndex('help_requests', 'license_id'),
];

/** The reminders and calendars for licences that end, and the help requests of customers. */
export const renewalsAndHelp = {
  name: '0005-renewals-and-help',
  steps: [...renewalTables, ...helpTables],
} as const;
