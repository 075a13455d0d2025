import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { dialectOf, type Db, type Trx } from '../foundation.ts';
import { DatabaseUnavailable } from '../failures.ts';
import { copyMark, migrate } from '../migrate.ts';
import { copiedTables } from './copied-tables.ts';

/** The SQL statements that enable the triggers again. */
export type TriggerStatements = readonly string[];

/**
 * Prepares a database for the rows of another database: creates all tables, deletes all rows, and disables the triggers, because the copied
 * rows already contain what triggers write. Marks the database as an incomplete copy, so that no portal starts on it. An interrupted copy
 * keeps its rows. Throws DatabaseUnavailable if the database is already in use.
 */
export async function prepareTarget(to: Database, now: number): Promise<TriggerStatements> {
  const { kysely } = to;
  const tables = (await kysely.introspection.getTables()).map(({ name }) => name);
  const isMigrated = tables.includes('migrations');
  if (isMigrated && (await isMarkedAsCopy(kysely))) return findTriggers(kysely);
  if (tables.length > 0 && (!isMigrated || (await isInUse(kysely))))
    throw new DatabaseUnavailable('The target is not empty. Name an empty database, and run this again.');
  await migrate(to, () => now);
  const triggers = await findTriggers(kysely);
  await to.transact(async (trx) => {
    await disableTriggers(trx);
    await deleteShippedRows(trx);
    await sql`insert into migrations (name, checksum, applied_at) values (${copyMark}, '', ${new Date(now).toISOString()})`.execute(
      trx,
    );
  });
  return triggers;
}

/** Completes a copy: enables the triggers, and lets portals start. A job fills the search index of SQLite later. */
export async function closeTarget({ transact }: Database, triggerStatements: TriggerStatements): Promise<void> {
  await transact(async (trx) => {
    for (const statement of triggerStatements) await sql.raw(statement).execute(trx);
    if (dialectOf(trx) === 'sqlite') await sql`update search_indexes set indexed_to = 0`.execute(trx);
    await sql`delete from migrations where name = ${copyMark}`.execute(trx);
  });
}

const isMarkedAsCopy = async (db: Db): Promise<boolean> =>
  (await sql`select name from migrations where name = ${copyMark}`.execute(db)).rows.length > 0;

/** Returns whether a portal was installed in this database, or has users. */
async function isInUse(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 as found from settings where key = 'installation' union all select 1 from users limit 1`.execute(db);
  return rows.length > 0;
}

async function findTriggers(db: Db): Promise<TriggerStatements> {
  if (dialectOf(db) === 'postgres') return copiedTables.map(({ name }) => `alter table ${name} enable trigger user`);
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'trigger'`.execute(db);
  return rows.map((row) => row.sql);
}

/** Disables all triggers. SQLite cannot disable a trigger, so its triggers are dropped. */
async function disableTriggers(trx: Trx): Promise<void> {
  if (dialectOf(trx) === 'postgres') {
    for (const { name } of copiedTables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
    return;
  }
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(trx);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
}

async function deleteShippedRows(trx: Trx): Promise<void> {
  for (const { name, selfReferences } of copiedTables.toReversed()) {
    for (const column of selfReferences)
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = null`.execute(trx);
    await sql`delete from ${sql.table(name)}`.execute(trx);
  }
}

/** Returns the last id that a table has assigned; 0 if none. The copy assigns only higher ids, so that no id is ever used again. */
export async function readLastId(db: Db, table: string): Promise<number> {
  const { rows } = await (
    dialectOf(db) === 'postgres'
      ? sql<{
          lastId: number | null;
        }>`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as "lastId"`
      : sql<{ lastId: number | null }>`select seq as "lastId" from sqlite_sequence where name = ${table}`
  ).execute(db);
  return rows[0]?.lastId ?? 0;
}

export async function writeLastId(db: Db, table: string, lastId: number): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${lastId}, 1), ${lastId} > 0)`.execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db);
}
