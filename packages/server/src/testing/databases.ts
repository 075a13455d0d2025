import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { createDatabase, dropDatabase, giveBackCopy, takeCopy } from './postgres-copies.ts';

/**
 * For every test about SQL: what a repository reads and writes, lists and search, constraints, migrations, races, locks, leases. Use it as
 * `describe.each(databases)('%s', (kind) => ...)`.
 */
export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databases)[number];

/**
 * For tests of a rule above the database (permissions, validation, headers, texts) whose SQL another test proves on both. They run on SQLite,
 * and with TEST_DATABASES=all (every night) on both.
 */
export const anyDatabase: readonly DatabaseKind[] = process.env['TEST_DATABASES'] === 'all' ? databases : ['SQLite'];

/** Registers a clean-up for the end of the database's use; the clean-up registered last runs first. */
export type OnCleanUp = (cleanUp: () => Promise<void>) => void;

/** A migrated database with the shipped rows for one test, closed and removed after it. */
export async function createTestDatabase(kind: DatabaseKind, atTheEnd: OnCleanUp = onTestFinished): Promise<Database> {
  const database = await openWithLongTimeouts(await createTestLocation(kind, atTheEnd));
  atTheEnd(() => database.close());
  return database;
}

/**
 * Opens a database with long time limits, so that a busy machine does not end a wait for a lock (the product gives up after 5 s and answers
 * 503). A commit does not wait for the disk either, which takes 5 ms or more.
 */
export const openWithLongTimeouts = (where: DatabaseLocation): Promise<Database> =>
  openDatabase(where, { patienceMs: 120_000, isDurable: false });

/** The location of a migrated database, for a test that opens the database itself and closes it before the test ends. */
export async function createTestLocation(
  kind: DatabaseKind,
  atTheEnd: OnCleanUp = onTestFinished,
): Promise<DatabaseLocation> {
  if (kind === 'PostgreSQL') {
    const url = await takeCopy();
    atTheEnd(() => giveBackCopy(url));
    return { url };
  }
  const file = newFile();
  await copyFile(inject('sqliteTemplate'), file);
  return { file };
}

/** The location of a database without tables. */
export async function createEmptyLocation(kind: DatabaseKind): Promise<DatabaseLocation> {
  if (kind === 'SQLite') return { file: newFile() };
  const url = await createDatabase(`encoding 'UTF8' template template0`);
  onTestFinished(() => dropDatabase(url));
  return { url };
}

/** In a folder that is removed at the end of the run. */
const newFile = (): string => join(inject('testFolder'), `${randomBytes(8).toString('hex')}.db`);
