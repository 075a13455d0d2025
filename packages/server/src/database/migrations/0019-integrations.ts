import {
  bytesHex,
  cascadeReference,
  day,
  id,
  integer,
  json,
  moment,
  optional,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import { addColumn, createImpersonalTable, createIndex, createTable } from '../queries/statements.ts';

const accountTables = [
  createTable('service_accounts', {
    id,
    name: text,
    purpose: text,
    // The id of the owner stays after the owner's account is deleted, so it is not a foreign key.
    owner_id: integer,
    permissions: json,
    // The countries and brands to whose customers the account is limited; null for no limit.
    countries: optional(json),
    brands: optional(json),
    // The networks from which the keys can be used; an empty list is no limit.
    networks: json,
    created_at: moment,
    // When the administrators were asked for another owner, because the owner is no longer active.
    owner_asked_at: optional(moment),
    // A deleted account stays, because entries of the audit log name it.
    deleted_at: optional(moment),
    version: withDefault(1, integer),
  }),
  createImpersonalTable('service_keys', {
    id,
    account_id: cascadeReference('service_accounts.id'),
    name: text,
    // The beginning of the key, by which its row is found.
    prefix: unique(text),
    // SHA-256 of the key, which is random, so that a stolen copy of the database gives no access.
    hash: bytesHex(32),
    created_at: moment,
    expires_at: moment,
    revoked_at: optional(moment),
    last_used_on: optional(day),
    last_network: optional(text),
    // How many reminders of the last day of the key were sent.
    reminders: withDefault(0, integer),
  }),
  createIndex('service_keys', 'account_id'),
  // The answers to requests with an Idempotency-Key. They are kept for 7 days, and are sealed, because they may contain personal data.
  createImpersonalTable(
    'idempotent_answers',
    {
      account_id: cascadeReference('service_accounts.id'),
      // SHA-256 of the Idempotency-Key, and of the request.
      key_hash: bytesHex(32),
      request_hash: bytesHex(32),
      created_at: moment,
      // Null while the request runs.
      answer: optional(text),
    },
    { primary: ['account_id', 'key_hash'] },
  ),
  createIndex('idempotent_answers', 'created_at'),
  // The service account and the beginning of the key with which an entry was made; null for an act of a person.
  addColumn('audit', 'machine', optional(text)),
];

/** Service accounts, by which other systems use the API. */
export const integrations = {
  name: '0019-integrations',
  steps: [...accountTables],
} as const;
