import {
  between,
  bits,
  bytesHex,
  cascadeReference,
  flag,
  id,
  integer,
  json,
  moment,
  oneOfTexts,
  optional,
  primary,
  references,
  setNullReference,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import {
  createImpersonalTable,
  createIndex,
  createNamedIndex,
  createPartialIndex,
  createTable,
  createUniqueIndex,
  runSql,
} from '../queries/statements.ts';

const toolReference = references('tools.id', text);

const policyAndKeyTables = [
  createImpersonalTable(
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
      // How many days before its last day a licence can first be renewed; null for the default.
      renewal_days: optional(integer),
      // Whether a bridge licence, which is valid for a few days, needs no approval by staff.
      bridge: withDefault(1, flag),
      version: withDefault(1, integer),
    },
    {
      primary: ['profile_id', 'tool_id', 'brand_id'],
      checks: { duration: '(months is null) <> (days is null)' },
    },
  ),
  createIndex('licence_policies', 'tool_id', 'brand_id'),

  createImpersonalTable('signing_keys', {
    key_id: primary(bytesHex(8)),
    public_key: unique(bytesHex(32)),
    status: oneOfTexts('current', 'next', 'retired'),
    created_at: moment,
    // The licences of a revoked key are not valid, even if they have not expired.
    revoked_at: optional(moment),
  }),
  // At most one key has the status `current`, and at most one the status `next`.
  createUniqueIndex('signing_keys', ['status'], "status in ('current', 'next')"),

  // The kits with which licences can be issued while no portal runs. The keys of the kits are in `signing_keys`, but the portal does not
  // sign with them.
  createImpersonalTable('emergency_kits', {
    id: primary(bytesHex(8)),
    key_id: references('signing_keys.key_id', bytesHex(8)),
    created_at: moment,
    // The kit issues no licences after this time.
    until: moment,
    // How many licences the kit may issue, and for how many days each licence is valid.
    licences: integer,
    days: integer,
    imported_at: optional(moment),
    imported: withDefault(0, integer),
  }),
  createIndex('emergency_kits', 'key_id'),
];

/** The parts of a fingerprint of which two are equal for the same PC, and the first of their eight hex digits, counted from 1. */
const indexedParts = { machine_id: 1, board_id: 9, system_disk: 17 };

// Issued licences stay valid, so users, PCs, brands and keys that have licences cannot be deleted.
const machineTable = [
  createTable('machines', {
    id,
    user_id: references('users.id'),
    tool_id: toolReference,
    name: text,
    // The name is normalised for search and sorting.
    name_fold: text,
    // The parts in the newest code of the PC.
    fingerprint: bytesHex(16),
    scheme: integer,
    is_virtual: withDefault(0, flag),
    is_stand_in: withDefault(0, flag),
    // The fingerprint with which later codes of the PC are compared.
    anchor: bytesHex(16),
    // The UUID of the firmware, the fifth part of the anchor; null if no code contained it.
    anchor_uuid: optional(bytesHex(4)),
    anchored_at: moment,
    first_seen_at: moment,
    released_at: optional(moment),
    // When staff were last notified that the parts of the PC keep changing.
    drift_told_at: optional(moment),
  }),
  createIndex('machines', 'user_id', 'tool_id'),
  createIndex('machines', 'tool_id'),
  createIndex('machines', 'name_fold'),
  // The indexes find the users of a PC by one of the first three parts, of which at least one is equal.
  ...Object.entries(indexedParts).map(([part, from]) =>
    createNamedIndex(`machines_${part}_index`, 'machines', ['tool_id', `substr(anchor, ${from}, 8)`]),
  ),
];

const licenseTable = [
  createTable('licenses', {
    id,
    licence_uid: unique(bytesHex(8)),
    user_id: references('users.id'),
    machine_id: references('machines.id'),
    tool_id: toolReference,
    brand_id: references('brands.id', text),
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
    // The hashes by which a licence is recognised after its text was deleted.
    code_hash: optional(bytesHex(32)),
    file_hash: optional(bytesHex(32)),
    // An account and a PC get one trial for each tool.
    is_trial: withDefault(0, flag),
    // A bridge licence is valid for a few days and needs no approval by staff.
    is_bridge: withDefault(0, flag),
    issued_at: moment,
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    issued_by: integer,
    not_before: moment,
    expires_at: moment,
    grace_days: integer,
    override_reason: optional(text),
    // When the owner said that the licence is installed, or when the tool fetched its file.
    installed_at: optional(moment),
    replaced_at: optional(moment),
    replaced_by: optional(references('licenses.id')),
    revoked_at: optional(moment),
    revoked_reason: optional(text),
    mail_state: withDefault('none', oneOfTexts('none', 'queued', 'sent', 'failed')),
  }),
  createIndex('licenses', 'user_id', 'issued_at'),
  createIndex('licenses', 'machine_id'),
  createIndex('licenses', 'issued_at'),
  // The index is for the reminders, and for the number of licences by month of expiry.
  createIndex('licenses', 'expires_at'),
  createIndex('licenses', 'replaced_by'),
  // The index counts the users of a policy, and finds the rows that prevent the deletion of a tool.
  createIndex('licenses', 'tool_id', 'brand_id', 'user_id'),
  // The index finds the number of valid licences of a key, and when the last of these licences expires.
  createIndex('licenses', 'key_id', 'expires_at'),
  // The index contains all columns by which the list of licences is filtered and counted. Otherwise a query would read thousands of long
  // rows, each with a licence file.
  createNamedIndex('licenses_list_index', 'licenses', [
    'user_id',
    'issued_at',
    'expires_at',
    'machine_id',
    'tool_id',
    'brand_id',
    'revoked_at',
    'replaced_at',
    'licence_uid',
  ]),
  // The index finds the revoked licences of a tool, which are few, and which are searched whenever a licence is issued.
  createPartialIndex('licenses', ['tool_id', 'revoked_at'], 'revoked_at is not null'),
  createPartialIndex('licenses', ['tool_id', 'issued_at'], 'is_bridge = 1'),
  // The index is for the versions in use.
  createPartialIndex(
    'licenses',
    ['tool_id', 'tool_version', 'brand_id', 'user_id', 'machine_id', 'issued_at'],
    'revoked_at is null and replaced_at is null',
  ),
  // The indexes find the trials of a PC by one of the first three parts, of which at least one is equal.
  ...Object.entries(indexedParts).map(([part, from]) =>
    runSql(
      `create index licenses_trial_${part}_index on licenses (tool_id, substr(fingerprint, ${from}, 8)) where is_trial = 1`,
    ),
  ),
];

const machineHistoryTables = [
  // The history of the parts of PCs: a row for each licence whose code contained other parts than the previous code of the PC.
  createTable('machine_parts', {
    id,
    machine_id: cascadeReference('machines.id'),
    at: moment,
    fingerprint: bytesHex(16),
    verification_hash: bytesHex(32),
  }),
  createIndex('machine_parts', 'machine_id', 'at'),

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

  // PCs that were removed. A removal frees a seat (the right to use one PC), while a move passes the seat on to another PC.
  createTable('machine_releases', {
    id,
    machine_id: references('machines.id'),
    user_id: references('users.id'),
    tool_id: toolReference,
    at: moment,
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    released_by: integer,
    override_reason: optional(text),
    // The licence that the tool has removed from the PC; null if a person removed the PC in the portal.
    license_id: optional(references('licenses.id')),
  }),
  createIndex('machine_releases', 'user_id', 'tool_id', 'at'),
  createIndex('machine_releases', 'machine_id'),

  // The PCs that were reported lost, and when a code of each PC was last sent.
  createTable(
    'lost_machines',
    {
      machine_id: cascadeReference('machines.id'),
      reported_by: setNullReference('users.id'),
      reported_at: moment,
      reason: text,
      seen_at: optional(moment),
      // The account for which the last code of the PC was sent.
      seen_user_id: setNullReference('users.id'),
    },
    { primary: ['machine_id'] },
  ),
];

const activationTables = [
  // PCs that wait for a licence (RFC 8628). A row is valid for 15 minutes, and deleted within hours after that.
  createTable('activations', {
    id,
    // SHA-256 of the device code, which only the tool knows, and of the user code, which a person enters in the portal.
    device_hash: unique(bytesHex(32)),
    user_hash: unique(bytesHex(32)),
    verification_code: text,
    // The IP address of the PC on which the tool runs.
    address: text,
    created_at: moment,
    expires_at: moment,
    state: oneOfTexts('waiting', 'confirmed', 'denied', 'fetched'),
    decided_by: optional(cascadeReference('users.id')),
    license_id: optional(cascadeReference('licenses.id')),
    polled_at: optional(moment),
    // Seconds that the tool must wait between two polls.
    interval_seconds: integer,
  }),
  createIndex('activations', 'expires_at'),
];

/** The policies and the signing keys, the PCs and their licences, and what happened to the PCs. */
export const licences = {
  name: '0004-licences',
  steps: [...policyAndKeyTables, ...machineTable, ...licenseTable, ...machineHistoryTables, ...activationTables],
} as const;
