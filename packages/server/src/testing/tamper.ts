import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { DatabaseKind } from './database/databases.ts';

const tables = ['audit', 'audit_chain', 'audit_seals', 'audit_values'];

/** Changes the audit log without triggers and foreign keys, as an attacker with full access to the database could. */
export async function tamperWithAudit(
  kind: DatabaseKind,
  { kysely }: Database,
  ...statements: string[]
): Promise<void> {
  for (const statement of [...(await listDisablingStatements(kind, kysely)), ...statements])
    await sql.raw(statement).execute(kysely);
}

async function listDisablingStatements(kind: DatabaseKind, kysely: Database['kysely']): Promise<string[]> {
  if (kind === 'PostgreSQL') return tables.map((table) => `alter table ${table} disable trigger all`);
  const triggers = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger' and tbl_name like 'audit%'`.execute(kysely);
  return ['pragma foreign_keys = off', ...triggers.rows.map(({ name }) => `drop trigger ${name}`)];
}
