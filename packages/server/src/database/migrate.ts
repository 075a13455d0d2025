import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copySqliteFile } from './copy/sqlite-file.ts';
import type { Database, DatabaseLocation } from './database.ts';
import { DatabaseUnavailable } from './failures.ts';
import type { Db, DatabaseFoundation, Trx } from './foundation.ts';
import { migrations } from './migrations.ts';
import { toStatement, type Migration, type SqlDialect } from './queries/statements.ts';

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
  if ((await planMigrations(database, knownMigrations)).length === 0) return [];
  await database.requireMigrationRights?.();
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

/**
 * Copies an SQLite file with the tables of an older version to a file beside it, before migrations change it: the way back if the new version
 * must be given up. Only the copy before the newest update is kept.
 */
export async function copyBeforeMigrations(
  location: DatabaseLocation,
  [firstMigration, ...otherMigrations]: readonly Migration[],
): Promise<void> {
  if (!('file' in location) || !firstMigration || otherMigrations.length + 1 === migrations.length) return;
  const prefix = `${basename(location.file)}.before-`;
  const folder = dirname(location.file);
  const copyName = prefix + firstMigration.name;
  const fileNames = await readdir(folder);
  // The migrations were interrupted. The copy was made before the first of them.
  if (fileNames.includes(copyName)) return;
  const partFile = join(folder, `${copyName}.part`);
  await rm(partFile, { force: true });
  await copySqliteFile(location.file, partFile);
  await rename(partFile, join(folder, copyName));
  for (const name of fileNames) if (name.startsWith(prefix)) await rm(join(folder, name));
}

/** Returns the migrations that the database lacks, and changes nothing. Throws `DatabaseUnavailable` in the same cases as `migrate`. */
export async function planMigrations(
  { kysely, sqlDialect }: Database,
  knownMigrations: readonly Migration[] = migrations,
): Promise<readonly Migration[]> {
  if (!(await hasMigrationsTable(kysely))) return knownMigrations;
  const appliedMigrations = await readAppliedMigrations(kysely);
  refuseNewerDatabase(appliedMigrations, knownMigrations);
  return knownMigrations.filter((migration) => {
    const appliedMigration = appliedMigrations.find(({ name }) => name === migration.name);
    if (appliedMigration) refuseDifference(appliedMigration, createStatements(migration, sqlDialect));
    return appliedMigration === undefined;
  });
}

async function hasMigrationsTable(db: Db): Promise<boolean> {
  const tableNames = (await db.introspection.getTables()).map((table) => table.name);
  if (tableNames.includes('migrations')) return true;
  const foreignTables = tableNames.filter((name) => portalTables.has(name));
  if (foreignTables.length > 0)
    throw new DatabaseUnavailable(
      `The database already has tables of another program (${foreignTables.join(', ')}). Give Basics Portal a database of its own.`,
    );
  return false;
}

async function prepareMigrationsTable(trx: Trx, { lockSchema }: DatabaseFoundation): Promise<void> {
  await lockSchema(trx);
  if (await hasMigrationsTable(trx)) return;
  await sql`create table migrations (name text primary key, checksum text not null, applied_at text not null)`.execute(
    trx,
  );
}

const createStatements = (migration: Migration, dialect: SqlDialect): string[] =>
  migration.steps.map((step) => toStatement(step, dialect));

const computeChecksum = (statements: readonly string[]): string =>
  createHash('sha256').update(statements.join(';\n')).digest('hex');

function refuseDifference({ name, checksum }: AppliedMigration, statements: readonly string[]): void {
  if (checksum !== computeChecksum(statements))
    throw new DatabaseUnavailable(
      `The migration ${name} differs from the one that created this database. Install the released files again.`,
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
  const statements = createStatements(migration, sqlDialect);
  const appliedMigrations = await readAppliedMigrations(trx);
  refuseNewerDatabase(appliedMigrations, knownMigrations);
  if (appliedMigrations.some(({ name }) => name === migration.name)) return false;
  for (const statement of statements) await sql.raw(statement).execute(trx);
  const at = new Date(now).toISOString();
  await sql`insert into migrations (name, checksum, applied_at) values (${migration.name}, ${computeChecksum(statements)}, ${at})`.execute(
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
export async function compareSchema(db: Db): Promise<'same' | 'newer' | 'older' | 'incomplete'> {
  const appliedMigrations = (await readAppliedMigrations(db)).map(({ name }) => name);
  if (appliedMigrations.includes(copyMark)) return 'incomplete';
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
