import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './failures.ts';
import type { Db, Foundation, Trx } from './foundation.ts';
import { migrations } from './migrations.ts';
import { toStatement } from './statements.ts';
import type { Migration } from './statements.ts';

/**
 * Runs the migrations that the database lacks, each in its own transaction; other servers that start wait for it. Returns the names of those
 * it ran. Throws `DatabaseUnavailable` if the database has migrations that this version does not know, if an applied migration differs from
 * the one in the code, or if the tables belong to another program.
 */
export async function migrate(
  database: Database,
  clock: () => number,
  all: readonly Migration[] = migrations,
): Promise<string[]> {
  await database.transact((trx) => prepare(trx, database));
  const ran: string[] = [];
  for (const migration of all) {
    const isNew = await database.transact((trx) => apply(trx, database, { migration, all, now: clock() }));
    if (isNew) ran.push(migration.name);
  }
  return ran;
}

async function prepare(trx: Trx, { lockSchema }: Foundation): Promise<void> {
  await lockSchema(trx);
  const tables = await trx.introspection.getTables();
  const names = tables.map((table) => table.name);
  if (names.includes('migrations')) return;
  const strangers = names.filter((name) => portalTables.has(name));
  if (strangers.length > 0)
    throw new DatabaseUnavailable(
      `The database already has tables of another program (${strangers.join(', ')}). Give Basics Portal a database of its own.`,
    );
  await sql`create table migrations (name text primary key, checksum text not null, applied_at text not null)`.execute(
    trx,
  );
}

const portalTables = new Set<string>(
  migrations.flatMap(({ steps }) => steps.flatMap((step) => (step.do === 'createTable' ? [step.table] : []))),
);

type MigrationContext = { migration: Migration; all: readonly Migration[]; now: number };

async function apply(
  trx: Trx,
  { lockSchema, words }: Foundation,
  { migration, all, now }: MigrationContext,
): Promise<boolean> {
  await lockSchema(trx);
  const statements = migration.steps.map((step) => toStatement(step, words));
  const checksum = createHash('sha256').update(statements.join(';\n')).digest('hex');
  const recorded = await recordedMigrations(trx);
  refuseNewer(recorded, all);
  const found = recorded.find((each) => each.name === migration.name);
  if (found) {
    if (found.checksum === checksum) return false;
    throw new DatabaseUnavailable(
      `The migration ${migration.name} is not the one that made this database. Install the released files again.`,
    );
  }
  for (const statement of statements) await sql.raw(statement).execute(trx);
  const at = new Date(now).toISOString();
  await sql`insert into migrations (name, checksum, applied_at) values (${migration.name}, ${checksum}, ${at})`.execute(
    trx,
  );
  return true;
}

/** The name of the newest migration of this version. */
export const latestMigration =
  migrations
    .map(({ name }) => name)
    .toSorted()
    .at(-1) ?? '';

/** Whether the database has the tables of this version. */
export async function compareSchema(db: Db): Promise<'same' | 'newer' | 'older'> {
  const recorded = (await recordedMigrations(db)).map(({ name }) => name);
  const known: string[] = migrations.map(({ name }) => name);
  if (recorded.some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => recorded.includes(name)) ? 'same' : 'older';
}

type RecordedMigration = { name: string; checksum: string };

async function recordedMigrations(db: Db): Promise<RecordedMigration[]> {
  const { rows } = await sql<RecordedMigration>`select name, checksum from migrations`.execute(db);
  return rows;
}

/** The row in `migrations` while a copy of another database is being written here. Versions that do not know it refuse it as newer. */
export const copyMark = 'copy-in-progress';

function refuseNewer(recorded: readonly RecordedMigration[], all: readonly Migration[]): void {
  if (recorded.some(({ name }) => name === copyMark))
    throw new DatabaseUnavailable(
      'This database holds a copy of another one that is not complete. Run the same portal move or portal restore again.',
    );
  const known = new Set(all.map((migration) => migration.name));
  const newer = recorded.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (newer.length > 0)
    throw new DatabaseUnavailable(
      `The database was made by a newer version of Basics Portal (${newer.join(', ')}). Start that version, or restore a backup from before the update.`,
    );
}
