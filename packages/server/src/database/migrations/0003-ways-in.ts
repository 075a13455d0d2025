import {
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
  text,
  unique,
  withDefault,
} from '../columns.ts';
import { createImpersonalTable, createIndex, createTable } from '../queries/statements.ts';

const sessionTables = [
  createTable('sessions', {
    id: primary(text),
    user_id: cascadeReference('users.id'),
    created_at: moment,
    expires_at: moment,
    ended_at: optional(moment),
    last_seen_at: moment,
    user_agent: text,
    address: text,
    // The session of an administrator who sees the portal as another user. When that user is deleted, the row of `viewings` is deleted too,
    // and the session must not become a normal session.
    is_viewing: withDefault(0, flag),
  }),
  createIndex('sessions', 'user_id'),
  createIndex('sessions', 'expires_at'),
  createTable(
    'viewings',
    {
      session_id: cascadeReference('sessions.id', text),
      // The session that started the view. When this session ends, the view ends too.
      parent_id: cascadeReference('sessions.id', text),
      user_id: cascadeReference('users.id'),
    },
    { primary: ['session_id'] },
  ),
  // The devices on which users have signed in.
  createTable(
    'known_devices',
    {
      // SHA-256 of the random id that the browser has in a cookie.
      hash: bytesHex(32),
      user_id: cascadeReference('users.id'),
      created_at: moment,
      last_seen_at: moment,
    },
    { primary: ['hash', 'user_id'] },
  ),
  createIndex('known_devices', 'user_id'),
  createIndex('known_devices', 'last_seen_at'),
];

const attemptTables = [
  createTable('throttles', {
    key: primary(text),
    count: integer,
    window_start: moment,
    next_allowed_at: moment,
    // When the last attempt was counted. A time in the future means that the row was written while the clock was wrong, and that the clock
    // has been corrected since.
    last_attempt_at: moment,
  }),
  createIndex('throttles', 'window_start'),
  // Solved challenges of human verification. Each challenge is accepted once.
  createImpersonalTable('used_challenges', { id: primary(text), expires_at: moment }),
  createIndex('used_challenges', 'expires_at'),
];

const linkTables = [
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
  // The codes that replace the links of e-mails. The hash is a keyed hash of the address and the code; its key is not in the database. The
  // token of the link is sealed.
  createTable('link_codes', {
    hash: primary(bytesHex(32)),
    user_id: optional(cascadeReference('users.id')),
    sealed: text,
    expires_at: moment,
  }),
  createIndex('link_codes', 'user_id'),
  createIndex('link_codes', 'expires_at'),
  // The requests to reset a password, whether or not the address has an account. A row is deleted within seconds.
  createTable('password_reset_requests', {
    id,
    login_fold: text,
    request_id: text,
    requested_at: moment,
    // The time until which the row is reserved for one process.
    leased_until: optional(moment),
  }),
  createIndex('password_reset_requests', 'requested_at'),
  // The new login of a user until it is confirmed by a link that is sent to the new address.
  createTable('login_changes', {
    // SHA-256 of the token in the link: a copy of the database gives no access.
    hash: primary(bytesHex(32)),
    user_id: cascadeReference('users.id'),
    login: text,
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    asked_by: integer,
    created_at: moment,
    expires_at: moment,
  }),
  createIndex('login_changes', 'user_id'),
  createIndex('login_changes', 'expires_at'),
];

const secondFactorTables = [
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

/** The sessions, the counters of attempts, the links of e-mails, and the second steps of a sign-in. */
export const waysIn = {
  name: '0003-ways-in',
  steps: [...sessionTables, ...attemptTables, ...linkTables, ...secondFactorTables],
} as const;
