import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { databaseUrl, runStatement } from '../global-setup.ts';
import { resetRows } from './postgres-reset.ts';

/*
 * Migrated PostgreSQL databases that tests use one after the other. Creating one takes about 200 ms and dropping it 25 ms, but resetting its rows takes only 10 ms. Their connections stay open between two tests, because a new connection has to read the catalogue of all tables, which costs more CPU than most tests. At the end of the run, the global setup drops all databases of the run, which it finds by their names.
 */

type Copy = { url: string; database: Database | null };

/**
 * The copies that no test uses at the moment, with their open database, if there is one. Each test worker has its own list, because workers
 * share no memory.
 */
const idleCopies: Copy[] = [];

/**
 * Returns the URL of a migrated PostgreSQL database with the shipped rows and without connections, which no other test uses. Pass the URL to
 * `returnDatabaseCopy` after the test.
 */
export async function takeDatabaseCopy(): Promise<string> {
  const { url, database } = idleCopies.pop() ?? (await createCopy());
  await database?.close();
  return url;
}

/** Resets a database copy for the next test, or drops the copy if it cannot be reset. */
export async function returnDatabaseCopy(url: string): Promise<void> {
  if (await resetCopy(url)) idleCopies.push({ url, database: null });
  else await dropDatabase(url);
}

/**
 * Returns such a database that is open already, or that `open` has opened, and a function that takes it back after the test. The function
 * closes its connections if one of them is still in use, or if the test has opened others.
 */
export async function lendOpenCopy(
  open: (url: string) => Promise<Database>,
): Promise<{ database: Database; takeBack: () => Promise<void> }> {
  const { url, database: openDatabase } = idleCopies.pop() ?? (await createCopy());
  const database = openDatabase ?? (await open(url));
  const loan = createLoan(database);
  return {
    database: loan,
    async takeBack() {
      await loan.close();
      const { open: count = 0, idle = 0, waiting = 0 } = database.connections?.() ?? {};
      if (count === idle && waiting === 0 && (await resetCopy(url, count))) {
        idleCopies.push({ url, database });
        return;
      }
      await database.close();
      await returnDatabaseCopy(url);
    },
  };
}

const createCopy = async (): Promise<Copy> => ({
  url: await createDatabase(`template ${inject('postgresTemplate')} strategy file_copy`),
  database: null,
});

async function resetCopy(url: string, keptConnections = 0): Promise<boolean> {
  const reset = inject('postgresReset');
  return reset !== null && resetRows(url, reset, keptConnections);
}

/**
 * Returns the database for one test. `close` leaves the connections open, but each later statement fails, so that work that a test has left
 * behind cannot change the rows of the next test.
 */
function createLoan(database: Database): Database {
  let isClosed = false;
  const requireOpen = () => {
    if (isClosed) throw new Error('The test has closed this database.');
  };
  // A plugin would switch off the cache of compiled queries, so each use of the database is guarded instead.
  const guarded = new Proxy(database.kysely, {
    get(kysely, name) {
      requireOpen();
      const value: unknown = Reflect.get(kysely, name, kysely);
      return typeof value === 'function' ? value.bind(kysely) : value;
    },
  });
  return {
    ...database,
    kysely: guarded,
    async transact(action) {
      requireOpen();
      return database.transact(action);
    },
    async close() {
      isClosed = true;
    },
  };
}

/** Creates a database and returns its URL. `source` is the part of the statement `create database` after the name. */
export async function createDatabase(source: string): Promise<string> {
  const server = inject('postgresUrl');
  const name = `${inject('postgresTemplate')}_${randomBytes(8).toString('hex')}`;
  await runStatement(server, `create database ${name} ${source}`);
  return databaseUrl(server, name);
}

export const dropDatabase = (url: string): Promise<void> =>
  runStatement(inject('postgresUrl'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
