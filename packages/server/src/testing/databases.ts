import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import type { Database, Where } from '#server/database/database.ts';
import { databaseUrl, query } from './global-setup.ts';

/** Every test of what is stored runs on both: `describe.each(databases)('%s', (kind) => ...)`. */
export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databases)[number];

/** Takes what is to be done when a database is not needed any more; the last taken is done first. */
export type AtTheEnd = (cleanUp: () => Promise<void>) => void;

/** A migrated database with the shipped rows for this test alone, closed and gone after it. */
export async function freshDatabase(kind: DatabaseKind, atTheEnd: AtTheEnd = onTestFinished): Promise<Database> {
  const database = await openDatabase(await freshPlace(kind, atTheEnd));
  atTheEnd(() => database.close());
  return database;
}

/** The place of such a database, for whoever opens it himself and closes it before the test ends. */
export const freshPlace = (kind: DatabaseKind, atTheEnd: AtTheEnd = onTestFinished): Promise<Where> =>
  kind === 'SQLite'
    ? freshFile()
    : freshPostgres(`template ${inject('postgresTemplate')} strategy file_copy`, atTheEnd);

/** A place where nothing has been made yet. */
export const emptyPlace = async (kind: DatabaseKind): Promise<Where> =>
  kind === 'SQLite' ? { file: newFile() } : freshPostgres(`encoding 'UTF8' template template0`, onTestFinished);

const newName = () => `basics_test_${randomBytes(8).toString('hex')}`;
const newFile = () => join(inject('testFolder'), `${newName()}.db`);

async function freshFile(): Promise<Where> {
  const file = newFile();
  await copyFile(inject('sqliteTemplate'), file);
  return { file };
}

async function freshPostgres(made: string, atTheEnd: AtTheEnd): Promise<Where> {
  const server = inject('postgresUrl');
  const name = newName();
  await query(server, `create database ${name} ${made}`);
  atTheEnd(() => query(server, `drop database ${name} with (force)`));
  return { url: databaseUrl(server, name) };
}
