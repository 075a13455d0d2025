import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './failures.ts';
import type { Db, DatabaseFoundation, Trx } from './foundation.ts';
import { migrations } from './migrations.ts';
import { toStatement, type Migration } from './queries/statements.ts';

/**
 * Runs the migrations that the database lacks, each in its own transaction; other servers that start at the same time wait for the
 * transaction. Returns the names of the migrations that were run. Throws `DatabaseUnavailable` if the database has migrations that this
 * version does not know, if an applied migration differs from the migration in the code, or if the tables belong to another program.
 */
export async function migrate(
  database: Database,
  clock: () => number,
  knownMigrations: readonly Migration[] = migrations,
): Promise<string[]> {
  await database.transact((trx) => prepareMigrationsTable(trx, database));
  const newlyAppliedNames: string[] = [];
  for (const migration of knownMigrations) {
    const isNew = await database.transact((trx) =>
      applyMigration(trx, database, { migration, knownMigrations, now: clock() }),
    );
    if (isNew) newlyAppliedNames.push(migration.name);
  }
  return newlyAppliedNames;
}

async function prepareMigrationsTable(trx: Trx, { lockSchema }: DatabaseFoundation): Promise<void> {
  await lockSchema(trx);
  const tables = await trx.introspection.getTables();
  const tableNames = tables.map((table) => table.name);
  if (tableNames.includes('migrations')) return;
  const foreignTables = tableNames.filter((name) => portalTables.has(name));
  if (foreignTables.length > 0)
    throw new DatabaseUnavailable(
      `The database already has tables of another program (${foreignTables.join(', ')}). Give Basics Portal a database of its own.`,
    );
  await sql`create table migrations (name text primary key, checksum text not null, applied_at text not null)`.execute(
    trx,
  );
}

const portalTables = new Set<string>(
  migrations.flatMap(({ steps }) => steps.flatMap((step) => (step.do === 'createTable' ? [step.table] : []))),
);

type MigrationContext = { migration: Migration; knownMigrations: readonly Migration[]; now: number };

async function applyMigration(
  trx: Trx,
  { lockSchema, sqlDialect }: DatabaseFoundation,
  { migration, knownMigrations, now }: MigrationContext,
): Promise<boolean> {
  await lockSchema(trx);
  const statements = migration.steps.map((step) => toStatement(step, sqlDialect));
  const checksum = createHash('sha256').update(statements.join(';\n')).digest('hex');
  const appliedMigrations = await readAppliedMigrations(trx);
  refuseNewerDatabase(appliedMigrations, knownMigrations);
  const appliedMigration = appliedMigrations.find((knownMigration) => knownMigration.name === migration.name);
  if (appliedMigration) {
    if (appliedMigration.checksum === checksum) return false;
    throw new DatabaseUnavailable(
      `The migration ${migration.name} differs from the one that created this database. Install the released files again.`,
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

/** Compares the migrations of the database with the migrations of this version. */
export async function compareSchema(db: Db): Promise<'same' | 'newer' | 'older'> {
  const appliedMigrations = (await readAppliedMigrations(db)).map(({ name }) => name);
  const knownNames: string[] = migrations.map(({ name }) => name);
  if (appliedMigrations.some((name) => !knownNames.includes(name))) return 'newer';
  return knownNames.every((name) => appliedMigrations.includes(name)) ? 'same' : 'older';
}

type AppliedMigration = { name: string; checksum: string };

async function readAppliedMigrations(db: Db): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`select name, checksum from migrations`.execute(db);
  return rows;
}

/**
 * The name of a row in `migrations` that exists while another database is being copied into this one. An older portal does
 * not know this migration name, so it treats the database as one of a newer version and does not start.
 */
export const copyMark = 'copy-in-progress';

function refuseNewerDatabase(
  appliedMigrations: readonly AppliedMigration[],
  knownMigrations: readonly Migration[],
): void {
  if (appliedMigrations.some(({ name }) => name === copyMark))
    throw new DatabaseUnavailable(
      'This database holds a copy of another one that is not complete. Run the same portal move or portal restore again.',
    );
  const knownNames = new Set(knownMigrations.map((migration) => migration.name));
  const newerNames = appliedMigrations.filter(({ name }) => !knownNames.has(name)).map(({ name }) => name);
  if (newerNames.length > 0)
    throw new DatabaseUnavailable(
      `The database was made by a newer version of Basics Portal (${newerNames.join(', ')}). Start that version, or restore a backup from before the update.`,
    );
}
