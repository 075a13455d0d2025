import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { dialectOf, type Db, type Trx } from '../foundation.ts';
import { unlimitedStatements } from '../dialects/postgres-connections.ts';
import { DatabaseUnavailable } from '../failures.ts';
import { copyMark, migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { fillLists } from '../migrations/0011-user-lists.ts';
import type { Migration } from '../queries/statements.ts';
import { computedLists, type CopiedTable } from './copied-tables.ts';

/** The SQL statements that enable the triggers again. */
type TriggerStatements = readonly string[];

type TargetOptions = {
  now: number;
  /** The tables that get rows. A table comes after the tables that it refers to. */
  tables: readonly CopiedTable[];
  /** The migrations of the version that the rows come from; absent for this version. */
  knownMigrations?: readonly Migration[];
};

/**
 * Prepares a database for the rows of another database: creates all tables, deletes all rows, and disables the triggers, because the copied
 * rows already contain what triggers write. Marks the database as an incomplete copy, so that no portal starts on it. The rows of an
 * interrupted copy are deleted. Throws DatabaseUnavailable if the database is already in use.
 */
export async function prepareTarget(
  to: Database,
  { now, tables, knownMigrations = migrations }: TargetOptions,
): Promise<TriggerStatements> {
  const { kysely } = to;
  const tableNames = (await kysely.introspection.getTables()).map(({ name }) => name);
  const isMigrated = tableNames.includes('migrations');
  const isInterrupted = isMigrated && (await isMarkedAsCopy(kysely));
  if (!isInterrupted) {
    if (tableNames.length > 0 && (!isMigrated || (await isInUse(kysely))))
      throw new DatabaseUnavailable('The target is not empty. Name an empty database, and run this again.');
    await migrate(to, () => now, knownMigrations);
  }
  const triggers = await findTriggers(kysely, tables);
  await to.transact(async (trx) => {
    await disableTriggers(trx, tables);
    await deleteRows(trx, tables);
    if (!isInterrupted)
      await sql`insert into migrations (name, checksum, applied_at) values (${copyMark}, '', ${new Date(now).toISOString()})`.execute(
        trx,
      );
  });
  return triggers;
}

/**
 * Completes a copy: computes the tables that are not copied, checks the copy, enables the triggers, and lets portals start. A job fills the
 * search index of SQLite later.
 */
export async function closeTarget(
  to: Database,
  triggerStatements: TriggerStatements,
  check?: (copy: Database) => Promise<unknown>,
): Promise<void> {
  await to.transact(async (trx) => {
    if (dialectOf(trx) === 'postgres') {
      await sql.raw(unlimitedStatements).execute(trx);
      // Without statistics of the copied rows, PostgreSQL would join them row by row.
      await sql`analyze`.execute(trx);
    }
    for (const statement of fillLists) await sql.raw(statement).execute(trx);
  });
  await check?.(to);
  await to.transact(async (trx) => {
    for (const statement of triggerStatements) await sql.raw(statement).execute(trx);
    // The index of SQLite is filled later; PostgreSQL has filled its own.
    const indexedTo = dialectOf(trx) === 'sqlite' ? 0 : 2_147_483_647;
    await sql`update search_indexes set indexed_to = ${indexedTo} where name = 'users'`.execute(trx);
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

async function findTriggers(db: Db, tables: readonly CopiedTable[]): Promise<TriggerStatements> {
  if (dialectOf(db) === 'postgres')
    return [...tables, ...computedLists].map(({ name }) => `alter table ${name} enable trigger user`);
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where type = 'trigger'`.execute(db);
  return rows.map((row) => row.sql);
}

/** Disables all triggers. SQLite cannot disable a trigger, so its triggers are dropped. */
async function disableTriggers(trx: Trx, tables: readonly CopiedTable[]): Promise<void> {
  if (dialectOf(trx) === 'postgres') {
    for (const { name } of [...tables, ...computedLists])
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
    return;
  }
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(trx);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
}

/** Deletes the rows that the migrations have shipped, and those of an interrupted copy. */
async function deleteRows(trx: Trx, tables: readonly CopiedTable[]): Promise<void> {
  if (dialectOf(trx) === 'postgres') {
    await sql`truncate ${sql.join([...tables, ...computedLists].map(({ name }) => sql.table(name)))}`.execute(trx);
    return;
  }
  await sql`pragma defer_foreign_keys = on`.execute(trx);
  for (const { name } of [...tables.toReversed(), ...computedLists])
    await sql`delete from ${sql.table(name)}`.execute(trx);
}
