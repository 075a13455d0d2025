import {
  cascadeReference,
  bits,
  withDefault,
  bytesHex,
  id,
  integer,
  json,
  setNullReference,
  moment,
  oneOfTexts,
  optional,
  primary,
  references,
  text,
  unique,
} from '../columns.ts';
import { createIndex, createImpersonalTable, createTable, runSql } from '../statements.ts';

const tokenAndFactorTables = [
  // One-time tokens, such as those in links. The table contains only the hashes of the tokens, so that a stolen copy of the database gives
  // no access.
  createTable('one_time_tokens', {
    hash: primary(bytesHex(32)),
    purpose: oneOfTexts('confirm', 'activate', 'reset', 'handoff', 'passkey'),
    user_id: optional(cascadeReference('users.id')),
    path: optional(text),
    challenge: optional(text),
    created_at: moment,
    expires_at: moment,
    used_at: optional(moment),
  }),
  createIndex('one_time_tokens', 'user_id', 'purpose'),
  createIndex('one_time_tokens', 'expires_at'),
  // Solved challenges of human verification. Each challenge is accepted once.
  createImpersonalTable('used_challenges', { id: primary(text), expires_at: moment }),
  createIndex('used_challenges', 'expires_at'),
  createTable('second_factors', {
    id,
    user_id: cascadeReference('users.id'),
    kind: oneOfTexts('totp', 'passkey'),
    name: text,
    // For TOTP, the sealed secret. For a passkey, the public key in base64url.
    secret: text,
    credential_id: optional(unique(text)),
    // Signature counters are unsigned 32-bit integers (WebAuthn 6.1.1).
    counter: withDefault(0, bits),
    transports: json,
    created_at: moment,
    confirmed_at: optional(moment),
    last_used_at: optional(moment),
  }),
  createIndex('second_factors', 'user_id'),
  createTable('recovery_codes', {
    hash: primary(bytesHex(32)),
    user_id: cascadeReference('users.id'),
    used_at: optional(moment),
  }),
  createIndex('recovery_codes', 'user_id'),
];

const requestTables = [
  // The tools that an applicant asked for; an approval creates the grant.
  createTable(
    'requested_tools',
    {
      user_id: cascadeReference('users.id'),
      tool_id: references('tools.id', text),
      brand_id: references('brands.id', text),
    },
    { primary: ['user_id', 'tool_id', 'brand_id'] },
  ),
  createIndex('requested_tools', 'tool_id', 'brand_id'),
  // The texts for search and sorting are Unicode-normalised, in lower case, and have no accents. `fold` contains all fields that are
  // searched.
  createTable('user_search', {
    user_id: primary(cascadeReference('users.id')),
    fold: text,
    first_name: text,
    last_name: text,
    company: text,
  }),
  createTable('crm_accounts', {
    account: primary(text),
    name: text,
    city: text,
    country: optional(text),
    fold: text,
  }),
];

const mailTables = [
  createTable('outbox', {
    id,
    message_id: unique(text),
    to_address: text,
    user_id: setNullReference('users.id'),
    brand_id: references('brands.id', text),
    kind: text,
    subject: text,
    text,
    html: text,
    // The parts that the stored text leaves out, such as the working link. The sealed parts are encrypted with a key that is not in the
    // database.
    sealed: optional(text),
    file_name: optional(text),
    file: optional(text),
    license_id: setNullReference('licenses.id'),
    state: oneOfTexts('queued', 'sending', 'sent', 'failed'),
    attempts: withDefault(0, integer),
    next_attempt_at: optional(moment),
    leased_until: optional(moment),
    error: optional(text),
    created_at: moment,
    sent_at: optional(moment),
  }),
  createIndex('outbox', 'state', 'next_attempt_at'),
  createIndex('outbox', 'user_id'),
  createIndex('outbox', 'brand_id'),
  createIndex('outbox', 'license_id'),
  createIndex('outbox', 'created_at'),
];

const auditAndScheduleTables = [
  // The hash of each entry covers its own content and the hash before it, so that a change to an old entry is detected.
  createImpersonalTable('audit_chain', {
    audit_id: primary(references('audit.id')),
    previous_hash: bytesHex(32),
    hash: bytesHex(32),
  }),
  createImpersonalTable('audit_head', { id: primary(integer), hash: bytesHex(32), begins_after: integer }),
  runSql(
    `insert into audit_head (id, hash, begins_after) select 1, '${'0'.repeat(64)}', coalesce(max(audit.id), 0) from audit`,
  ),
  createIndex('audit', 'action', 'at'),
  // When each recurring job runs next, and until when the job is reserved for the process that runs it (the lease).
  createTable('schedules', { name: primary(text), next_run_at: moment, leased_until: optional(moment) }),
];

/** Adds tokens, second steps, requests for accounts, e-mails, the chain of the audit log and the schedules of jobs. */
export const people = {
  name: '0003-people',
  steps: [...tokenAndFactorTables, ...requestTables, ...mailTables, ...auditAndScheduleTables],
};
