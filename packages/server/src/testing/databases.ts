import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { createDatabase, dropDatabase, giveBackCopy, takeCopy } from './postgres-copies.ts';

/**
 * The databases for every test about SQL: repositories, lists and search, constraints, migrations, races, locks and leases. Use it as
 * `describe.each(databases)('migrations (%s)', (kind) => ...)`.
 */
export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databases)[number];

/**
 * The databases for tests of rules above the database (permissions, validation, headers, texts), whose SQL other tests check on both
 * databases. By default, such tests run on SQLite alone, and with TEST_DATABASES=all (every night) on both databases.
 */
export const anyDatabase: readonly DatabaseKind[] = process.env['TEST_DATABASES'] === 'all' ? databases : ['SQLite'];

/**
 * One database for tests that start several processes of the portal, which take seconds each: by default the given one, and with
 * TEST_DATABASES=all (every night) both. Other tests check the SQL on both databases.
 */
export const oneDatabase = (kind: DatabaseKind): readonly DatabaseKind[] =>
  process.env['TEST_DATABASES'] === 'all' ? databases : [kind];

/** Registers a clean-up for the end of the database's use; the clean-up registered last runs first. */
export type OnCleanUp = (cleanUp: () => Promise<void>) => void;

/** Opens a migrated database with the shipped rows for one test. The database is closed and removed after the test. */
export async function createTestDatabase(kind: DatabaseKind, onCleanUp: OnCleanUp = onTestFinished): Promise<Database> {
  const database = await openWithLongTimeouts(await createTestLocation(kind, onCleanUp));
  onCleanUp(() => database.close());
  return database;
}

/**
 * Opens a database with long time limits, so that a busy machine does not end a wait for a lock (the product gives up after 5 s and answers
 * 503). A commit does not wait for the disk either, which takes 5 ms or more.
 */
export const openWithLongTimeouts = (location: DatabaseLocation): Promise<Database> =>
  openDatabase(location, { patienceMs: 120_000, isDurable: false });

/** Creates a migrated database and returns its location, for a test that opens the database itself and closes it before it ends. */
export async function createTestLocation(
  kind: DatabaseKind,
  onCleanUp: OnCleanUp = onTestFinished,
): Promise<DatabaseLocation> {
  if (kind === 'PostgreSQL') {
    const url = await takeCopy();
    onCleanUp(() => giveBackCopy(url));
    return { url };
  }
  const file = newFile();
  await copyFile(inject('sqliteTemplate'), file);
  return { file };
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
