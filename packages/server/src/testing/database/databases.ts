import { randomBytes } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, type Database, type DatabaseLocation } from '#server/database/database.ts';
import { createDatabase, dropDatabase, lendOpenCopy, returnDatabaseCopy, takeDatabaseCopy } from './postgres-copies.ts';

/**
 * The databases for every test about SQL: repositories, lists and search, constraints, migrations, races, locks and leases. Use this list
 * as `describe.each(databases)('migrations (%s)', (kind) => ...)`.
 */
export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databases)[number];

/**
 * The databases for tests of rules above the database (permissions, validation, headers, texts), whose SQL other tests check on both
 * databases. By default, these tests run only on SQLite; with TEST_DATABASES=all (every night), they run on both databases.
 */
export const defaultDatabases: readonly DatabaseKind[] =
  process.env['TEST_DATABASES'] === 'all' ? databases : ['SQLite'];

/**
 * The databases for tests that start several processes of the portal, because each of these tests takes seconds: by default only the given
 * database, and with TEST_DATABASES=all (every night) both. Other tests check the SQL on both databases.
 */
export const selectDatabases = (kind: DatabaseKind): readonly DatabaseKind[] =>
  process.env['TEST_DATABASES'] === 'all' ? databases : [kind];

/** How often a test repeats a random input, a race or a kill: more often every night. */
export const repeatTimes = (byDay: number, byNight: number): number =>
  process.env['TEST_DATABASES'] === 'all' ? byNight : byDay;

/** Registers a function that runs when the database is no longer used. The function that was registered last runs first. */
export type OnCleanUp = (cleanUp: () => Promise<void>) => void;

/** Opens a migrated database with the shipped rows for one test. The database is closed and removed after the test. */
export async function createTestDatabase(kind: DatabaseKind, onCleanUp: OnCleanUp = onTestFinished): Promise<Database> {
  if (kind === 'PostgreSQL') {
    const { database, takeBack } = await lendOpenCopy((url) => openWithLongTimeouts({ url }));
    onCleanUp(takeBack);
    return database;
  }
  const file = await copySqliteTemplate();
  const database = await openWithLongTimeouts({ file });
  onCleanUp(async () => {
    await database.close();
    await rm(file, { force: true });
  });
  return database;
}

/**
 * Opens a database with long time limits, so that a wait for a lock does not fail on a busy machine (the product stops waiting after 5 s
 * and answers 503). A commit does not wait until its data is on the disk, because that takes 5 ms or more.
 */
export const openWithLongTimeouts = (location: DatabaseLocation): Promise<Database> =>
  openDatabase(location, { patienceMs: 120_000, isDurable: false });

/** Creates a migrated database and returns its location. The test itself opens the database, and closes it before the test ends. */
export async function createTestLocation(
  kind: DatabaseKind,
  onCleanUp: OnCleanUp = onTestFinished,
): Promise<DatabaseLocation> {
  if (kind === 'PostgreSQL') {
    const url = await takeDatabaseCopy();
    onCleanUp(() => returnDatabaseCopy(url));
    return { url };
  }
  return { file: await copySqliteTemplate() };
}

async function copySqliteTemplate(): Promise<string> {
  const file = newFile();
  await copyFile(inject('sqliteTemplate'), file);
  return file;
}

/** Creates a database without tables and returns its location. */
export async function createEmptyLocation(kind: DatabaseKind): Promise<DatabaseLocation> {
  if (kind === 'SQLite') return { file: newFile() };
  const url = await createDatabase(`encoding 'UTF8' template template0`);
  onTestFinished(() => dropDatabase(url));
  return { url };
}

/** Returns the path of a new file in the folder that is removed at the end of the test run. */
const newFile = (): string => join(inject('testFolder'), `${randomBytes(8).toString('hex')}.db`);
