import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import type { DatabaseKind } from './database/databases.ts';

const tables = ['audit', 'audit_chain', 'audit_seals', 'audit_tail', 'audit_values'];

/**
 * Changes the audit log without triggers and foreign keys, as an attacker with full access to the database could. The entries were added to
 * the chain before.
 */
export async function tamperWithAudit(kind: DatabaseKind, database: Database, ...statements: string[]): Promise<void> {
  await extendChain(database);
  await disableAuditProtection(kind, database.kysely);
  for (const statement of statements) await sql.raw(statement).execute(database.kysely);
}

/** Removes the triggers and foreign keys that protect the audit log. */
export async function disableAuditProtection(kind: DatabaseKind, kysely: Database['kysely']): Promise<void> {
  const triggers =
    kind === 'PostgreSQL'
      ? { rows: [] }
      : await sql<{ name: string }>`
          select name from sqlite_master where type = 'trigger' and tbl_name like 'audit%'`.execute(kysely);
  const statements =
    kind === 'PostgreSQL'
      ? tables.map((table) => `alter table ${table} disable trigger all`)
      : ['pragma foreign_keys = off', ...triggers.rows.map(({ name }) => `drop trigger ${name}`)];
  for (const statement of statements) await sql.raw(statement).execute(kysely);
}
