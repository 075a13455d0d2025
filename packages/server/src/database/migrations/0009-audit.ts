import { bytesHex, flag, id, integer, json, moment, optional, primary, references, text } from '../columns.ts';
import { createImpersonalTable, createIndex, createTable, insertRows, runSqlByDialect } from '../queries/statements.ts';

const logTables = [
  createTable('audit', {
    id,
    at: moment,
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    actor_id: optional(integer),
    request_id: optional(text),
    action: text,
    subject_kind: text,
    subject_id: optional(text),
    // The salted hash of the values in `audit_values`.
    values_hash: bytesHex(32),
  }),
  createIndex('audit', 'at'),
  createIndex('audit', 'action', 'at'),
  createIndex('audit', 'actor_id', 'at'),
  createIndex('audit', 'subject_kind', 'subject_id'),
  createIndex('audit', 'subject_kind', 'at', 'id'),
  // The values before and after a change. They are deleted with the person whom they are about.
  createTable('audit_values', {
    audit_id: primary(references('audit.id')),
    // The id stays after the account is deleted, so it is not a foreign key.
    person_id: optional(integer),
    salt: bytesHex(16),
    before: optional(json),
    after: optional(json),
  }),
  createIndex('audit_values', 'person_id'),
];

const chainTables = [
  // The hash of each entry covers its own content and the hash before it, so that a change to an old entry is detected.
  createImpersonalTable('audit_chain', {
    audit_id: primary(references('audit.id')),
    previous_hash: bytesHex(32),
    hash: bytesHex(32),
  }),
  // The only row has the hash of the newest entry.
  createImpersonalTable('audit_head', { id: primary(integer), hash: bytesHex(32) }),
  insertRows('audit_head', [{ id: 1, hash: '0'.repeat(64) }]),
  // `seal`: the text of audit-seal.ts, signed with a key that is not in the database.
  createImpersonalTable('audit_seals', { id, audit_id: integer, at: moment, seal: text }),
  // The verifications of the chain. `finished_at` is null while the verification runs; `why` and `audit_id` say why the verification
  // failed and at which entry.
  createImpersonalTable('audit_verifications', {
    id,
    started_at: moment,
    started_by: optional(integer),
    finished_at: optional(moment),
    entries: integer,
    is_whole: optional(flag),
    head: optional(text),
    audit_id: optional(integer),
    why: optional(text),
  }),
];

const refusalMessage = 'audit entries can only be added';

const refuse = (table: string, event: 'update' | 'delete') => {
  const name = `${table}_no_${event}`;
  return [
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create function ${name}() returns trigger language plpgsql as $$ begin raise exception '${refusalMessage}'; end $$`,
    }),
    runSqlByDialect({
      sqlite: `create trigger ${name} before ${event} on ${table} begin select raise(abort, '${refusalMessage}'); end`,
      postgres: `create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`,
    }),
  ];
};

/** Refuses `truncate`, which removes all rows without running delete triggers. SQLite has no `truncate`. */
const refuseTruncate = (table: string) =>
  runSqlByDialect({
    sqlite: 'select 1',
    postgres: `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function audit_no_delete()`,
  });

/**
 * The audit log, the chain of its hashes and their seals. The database refuses to change or delete them. Values of entries cannot be
 * changed. They are deleted with the person, and the audit entry about this deletion lists the entries whose values were deleted.
 */
export const audit = {
  name: '0009-audit',
  steps: [
    ...logTables,
    ...chainTables,
    ...['audit', 'audit_chain', 'audit_seals'].flatMap((table) => [
      ...refuse(table, 'update'),
      ...refuse(table, 'delete'),
      refuseTruncate(table),
    ]),
    ...refuse('audit_values', 'update'),
  ],
} as const;
