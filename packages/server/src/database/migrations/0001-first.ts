import {
  cascadeReference,
  between,
  bits,
  withDefault,
  bytesHex,
  day,
  flag,
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
import type { Column } from '../columns.ts';
import { createIndex, createImpersonalTable, createTable, createUniqueIndex } from '../statements.ts';

export const userStatus = oneOfTexts(
  'unverified',
  'pending',
  'approved',
  'active',
  'rejected',
  'expired',
  'withdrawn',
  'suspended',
  // The row of a deleted user stays, with its id and its licences, but without personal data.
  'deleted',
);
const brandReference = references('brands.id', text);
const toolReference = references('tools.id', text);
const countryColumn: Column<string> = { ...text, check: (name) => `length(${name}) = 2` };

/** The id of an actor is kept after the account is deleted, so these columns are not foreign keys. */
const actorId = integer;

const brandAndToolTables = [
  createTable('brands', {
    id: primary(text),
    // The number of the brand, 0 to 7, because it has three bits in a licence code.
    code: unique(between(0, 7)),
    name: text,
    theme: unique(text),
    tokens: json,
    mark_svg: text,
    favicon_svg: text,
    support_email: text,
    legal_entity: text,
    sender_address: text,
    is_default: flag,
  }),
  createUniqueIndex('brands', ['is_default'], 'is_default = 1'),
  createImpersonalTable('brand_hosts', { host: primary(text), brand_id: cascadeReference('brands.id', text) }),
  createIndex('brand_hosts', 'brand_id'),
  createTable('tools', {
    id: primary(text),
    code: optional(unique(between(0, 65_535))),
    name: text,
    max_major: between(0, 255),
    parent_tool_id: optional(toolReference),
    entitlement_bit: optional(between(0, 31)),
  }),
  // Any two add-ons of the same tool must have different bits.
  createUniqueIndex('tools', ['parent_tool_id', 'entitlement_bit'], 'entitlement_bit is not null'),
];

const peopleTables = [
  createTable('users', {
    id,
    login: text,
    login_fold: unique(text),
    first_name: text,
    last_name: text,
    phone: text,
    company: text,
    profile_id: optional(integer),
    brand_id: optional(brandReference),
    country: optional(countryColumn),
    language: text,
    can_receive_mail: flag,
    crm_account: optional(text),
    user_domain: optional(text),
    password_hash: optional(text),
    status: userStatus,
    preferences: json,
    created_by: setNullReference('users.id'),
    created_at: moment,
    request_date: optional(moment),
    reason: optional(text),
    comment: optional(text),
    decided_by: setNullReference('users.id'),
    decided_at: optional(moment),
    version: withDefault(1, integer),
  }),
  // The index is for the list of pending requests and the lists of users by status.
  createIndex('users', 'status', 'request_date'),
  // The indexes find the users whom a salesman may see: by the assigned pairs of country and brand, and by the creator.
  createIndex('users', 'country', 'brand_id'),
  createIndex('users', 'created_by'),
  // The indexes make deletions fast, because a deletion makes both databases search for rows that refer to the deleted row.
  createIndex('users', 'decided_by'),
  createIndex('users', 'brand_id'),

  createTable('user_history', {
    id,
    user_id: actorId,
    at: moment,
    actor_id: optional(actorId),
    from_status: optional(userStatus),
    to_status: userStatus,
    reason: optional(text),
  }),
  createIndex('user_history', 'user_id', 'at'),

  createTable('sessions', {
    id: primary(text),
    user_id: cascadeReference('users.id'),
    created_at: moment,
    expires_at: moment,
    ended_at: optional(moment),
    last_seen_at: moment,
    user_agent: text,
    address: text,
  }),
  createIndex('sessions', 'user_id'),
  createIndex('sessions', 'expires_at'),

  createTable(
    'country_brand_salesmen',
    {
      id,
      country: countryColumn,
      continent: text,
      brand_id: brandReference,
      salesman_id: cascadeReference('users.id'),
    },
    { unique: [['country', 'brand_id', 'salesman_id']] },
  ),
  createIndex('country_brand_salesmen', 'salesman_id'),
  createIndex('country_brand_salesmen', 'brand_id'),
];

const licensingTables = [
  createTable(
    'tool_grants',
    {
      id,
      user_id: cascadeReference('users.id'),
      tool_id: toolReference,
      brand_id: brandReference,
      config_tools: json,
      valid_from: optional(day),
      valid_to: optional(day),
    },
    { unique: [['user_id', 'tool_id', 'brand_id']], checks: { days: 'valid_from <= valid_to' } },
  ),
  createIndex('tool_grants', 'tool_id', 'brand_id'),

  createTable(
    'licence_policies',
    {
      profile_id: integer,
      tool_id: cascadeReference('tools.id', text),
      brand_id: cascadeReference('brands.id', text),
      months: optional(between(1, 1200)),
      days: optional(between(1, 36_500)),
      seats: between(0, 1_000_000),
      moves: between(0, 1_000_000),
      grace_days: between(0, 3650),
    },
    {
      primary: ['profile_id', 'tool_id', 'brand_id'],
      checks: { duration: '(months is null) <> (days is null)' },
    },
  ),
  createIndex('licence_policies', 'tool_id', 'brand_id'),

  createTable('signing_keys', {
    key_id: primary(bytesHex(8)),
    public_key: unique(bytesHex(32)),
    status: oneOfTexts('current', 'next', 'retired'),
    created_at: moment,
  }),
  // At most one key has the status `current`, and at most one the status `next`.
  createUniqueIndex('signing_keys', ['status'], "status in ('current', 'next')"),

  // Issued licences stay valid, so users, PCs, brands and keys that have licences cannot be deleted.
  createTable('machines', {
    id,
    user_id: references('users.id'),
    tool_id: toolReference,
    fingerprint: bytesHex(16),
    scheme: integer,
    name: text,
    first_seen_at: moment,
    released_at: optional(moment),
  }),
  createIndex('machines', 'user_id', 'tool_id'),

  createTable('licenses', {
    id,
    licence_uid: unique(bytesHex(8)),
    user_id: references('users.id'),
    machine_id: references('machines.id'),
    tool_id: toolReference,
    brand_id: brandReference,
    // A verification code always returns the same licence. If two inserts with the same hash run at the same moment, the second insert
    // violates this constraint.
    verification_hash: unique(bytesHex(32)),
    verification_code: text,
    verification_reason: oneOfTexts('new', 'renew', 'moved'),
    tool_version: text,
    fingerprint: bytesHex(16),
    entitlement_bits: bits,
    config_tools: json,
    preferences: json,
    seq: integer,
    key_id: references('signing_keys.key_id', bytesHex(8)),
    licence_code: text,
    licence_file: text,
    issued_at: moment,
    not_before: moment,
    expires_at: moment,
    grace_days: integer,
    issued_by: actorId,
    replaced_at: optional(moment),
    replaced_by: optional(references('licenses.id')),
    revoked_at: optional(moment),
    revoked_reason: optional(text),
    override_reason: optional(text),
    mail_state: withDefault('none', oneOfTexts('none', 'queued', 'sent', 'failed')),
  }),
  createIndex('licenses', 'user_id', 'issued_at'),
  createIndex('licenses', 'machine_id'),
  // The index is for the reminders, and for the number of licences by month of expiry.
  createIndex('licenses', 'expires_at'),
  createIndex('licenses', 'replaced_by'),

  createTable('moves', {
    id,
    user_id: references('users.id'),
    tool_id: toolReference,
    from_machine_id: references('machines.id'),
    to_machine_id: references('machines.id'),
    at: moment,
    override_reason: optional(text),
  }),
  createIndex('moves', 'user_id', 'tool_id', 'at'),
  createIndex('moves', 'from_machine_id'),
  createIndex('moves', 'to_machine_id'),
];

const releaseNoteAndLogTables = [
  createTable('release_notes', {
    id,
    title: text,
    description: text,
    version: text,
    release_date: day,
    status: oneOfTexts('draft', 'published'),
    created_at: moment,
    updated_at: moment,
    row_version: withDefault(1, integer),
  }),
  createIndex('release_notes', 'status', 'release_date'),

  createTable('audit', {
    id,
    at: moment,
    actor_id: optional(actorId),
    request_id: optional(text),
    action: text,
    subject_kind: text,
    subject_id: optional(text),
    before: optional(json),
    after: optional(json),
  }),
  createIndex('audit', 'at'),
  createIndex('audit', 'subject_kind', 'subject_id'),
  createIndex('audit', 'actor_id', 'at'),

  createTable('throttles', { key: primary(text), count: integer, window_start: moment, next_allowed_at: moment }),
  createIndex('throttles', 'window_start'),
  createImpersonalTable('settings', { key: primary(text), value: text }),
];

/** Creates the tables of the first version. */
export const firstTables = {
  name: '0001-first',
  steps: [...brandAndToolTables, ...peopleTables, ...licensingTables, ...releaseNoteAndLogTables],
};
