import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl, query } from './global-setup.ts';
import { resetRows } from './postgres-reset.ts';

/*
 * Migrated PostgreSQL databases that tests use one after the other. To create one takes about 200 ms and to drop it 25 ms; to reset its rows
 * takes 20 ms. The global setup drops the rest at the end of the run; it knows the databases of the run by their names.
 */

/** The addresses of unused copies. Each worker has its own list, because workers share no memory. */
const idle: string[] = [];

/** The address of a migrated database with the shipped rows. Give it back after the test. */
export async function takeCopy(): Promise<string> {
  return idle.pop() ?? (await createDatabase(`template ${inject('postgresTemplate')} strategy file_copy`));
}

/** Resets a copy for the next test, or drops it if it cannot be reset. */
export async function giveBackCopy(url: string): Promise<void> {
  const reset = inject('postgresReset');
  if (reset !== null && (await resetRows(url, reset))) idle.push(url);
  else await dropDatabase(url);
}

/** A new database; `source` is the rest of the statement `create database` after the name. */
export async function createDatabase(source: string): Promise<string> {
  const server = inject('postgresUrl');
  const name = `${inject('postgresTemplate')}_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} ${source}`);
  return databaseUrl(server, name);
}

export const dropDatabase = (url: string): Promise<void> =>
  query(inject('postgresUrl'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
