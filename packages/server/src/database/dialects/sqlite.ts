import { Kysely, sql, SqliteIntrospector, SqliteAdapter, SqliteQueryCompiler, ValueNode } from 'kysely';
import type { Driver, LimitNode, SelectModifierNode } from 'kysely';
import { randomInt } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchDisk } from '../disk-watch.ts';
import { DatabaseUnavailable } from '../failures.ts';
import { registerReaders } from '../queries/long-reads.ts';
import type { DatabaseFoundation, OpenOptions } from '../foundation.ts';
import type { Tables } from '../schema.ts';
import type { SqlDialect } from '../queries/statements.ts';
import { ReaderDriver } from './reader-driver.ts';
import { createReaderThreads } from './reader-threads.ts';
import { isBusy, SqliteDriver } from './sqlite-driver.ts';
import { readerCachePragma } from './sqlite-statements.ts';
import { snakeCase } from '../names.ts';

const sqlDialect: SqlDialect = {
  dialect: 'sqlite',
  types: {
    id: 'integer primary key autoincrement',
    integer: 'integer',
    bigInteger: 'integer',
    bits: 'integer',
    moment: 'integer',
    day: 'text',
    flag: 'integer',
    text: 'text',
    json: 'text',
    bytesHex: 'text',
  },
  // Without STRICT, a column would accept values of any type.
  tableEnd: ' strict',
};

/** Opens or creates the database file. */
export async function openSqlite(
  file: string,
  { patienceMs = 5000, isDurable = true }: OpenOptions = {},
): Promise<DatabaseFoundation> {
  await checkFile(file);
  const connections = connect(file, isDurable);
  const disk = watchDisk();
  const patience = { milliseconds: patienceMs, waitBriefly: () => sleep(randomInt(5, 25)) };
  const threads = createReaderThreads(file);
  const kysely = createKysely(() => new SqliteDriver(connections, patience, disk));
  registerReaders(kysely, createKysely(() => new ReaderDriver(threads, disk))); // oxfmt-ignore
  return {
    kysely,
    sqlDialect,
    disk,
    lockSchema: async () => {},
    isRetryable: () => false,
    // If the disk fails or becomes read-only, the disk watch notices it.
    requireWritable: async () => void (await sql`select 1`.execute(kysely)),
    refreshStatistics: async () => {
      // `pragma optimize` analyses only tables that have grown (0x02), of all tables (0x10000), and reads at most 2,000 rows of each index (0x10).
      await sql`pragma optimize = 0x10012`.execute(kysely);
      readStatistics(connections.reader);
      threads.reopen();
    },
    readTime: async () => null,
    // `kysely` stays: its own error would not be translated, and a request that still runs is answered 503.
    close: async () => {
      await threads.close();
      for (const connection of Object.values(connections)) if (connection.isOpen) connection.close();
    },
  };
}

const createKysely = (createDriver: () => Driver): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteTwoConnectionsAdapter(),
      createDriver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteCompiler(),
    },
  });

/**
 * Makes a connection read the new statistics. Otherwise, a connection reads the statistics only when it is opened. `analyze` needs the
 * right to write.
 */
function readStatistics(reader: DatabaseSync): void {
  try {
    reader.exec('pragma query_only = off; analyze sqlite_schema');
  } catch (error) {
    // A busy database is no failure: another process is writing, and the old statistics are still usable.
    if (!isBusy(error)) throw error;
  } finally {
    reader.exec('pragma query_only = on');
  }
}

async function checkFile(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder);
  } catch (cause) {
    throw new DatabaseUnavailable(`The folder ${folder} for the database does not exist. Create it first.`, { cause });
  }
  const fileStats = await stat(file).catch(() => null);
  if (fileStats && !fileStats.isFile())
    throw new DatabaseUnavailable(
      `${file} is not a file, so it cannot be the database. Move it away or name another file.`,
    );
  const { R_OK, W_OK, X_OK } = constants;
  try {
    // SQLite writes two more files next to the database, so the folder must be writable too.
    await access(folder, R_OK | W_OK | X_OK);
    if (fileStats) await access(file, R_OK | W_OK);
    // The file is created here and not by SQLite, so that no other user of the machine can read it.
    else await open(file, 'a', 0o600).then((fileHandle) => fileHandle.close());
  } catch (cause) {
    throw new DatabaseUnavailable(
      `The database ${file} cannot be read and written. Give this user read and write access to the file and to its folder.`,
      { cause },
    );
  }
}

function connect(file: string, isDurable: boolean) {
  let writer: DatabaseSync | undefined;
  try {
    writer = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true, defensive: true });
    const journalMode = writer.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    if (journalMode !== 'wal')
      throw new DatabaseUnavailable(
        `The disk of ${file} does not support shared memory. Put the database on a local disk.`,
      );
    // Secure deletion overwrites deleted values with zeros: a file or a backup contains no data of a deleted person.
    writer.exec(
      `pragma synchronous = ${isDurable ? 'full' : 'off'}; pragma trusted_schema = off; pragma secure_delete = on`,
    );
    const reader = new DatabaseSync(file, { timeout: busyTimeoutMs, defensive: true });
    reader.exec(`pragma query_only = on; pragma trusted_schema = off; ${readerCachePragma}`);
    return { writer, reader };
  } catch (error) {
    writer?.close();
    throw translateError(error, file);
  }
}

/** Milliseconds that a call may wait inside SQLite, where it blocks the whole server. */
const busyTimeoutMs = 20;

function translateError(error: unknown, file: string): Error {
  if (!(error instanceof Error) || !('errcode' in error)) return toError(error);
  if (error.errcode === 26)
    return new DatabaseUnavailable(`${file} is not an SQLite database. Move it away or name another file.`, {
      cause: error,
    });
  return new DatabaseUnavailable(`The database ${file} cannot be opened: ${error.message}.`, { cause: error });
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * A transaction begins as "immediate" and gets the only write lock. `for update` and `skip locked` are therefore omitted: repositories write
 * them for PostgreSQL and do not depend on the dialect.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier) super.visitSelectModifier(node);
  }

  /** Writes a limit as text and not as a parameter, because SQLite would prepare a statement with `limit ?` again for each run: its plan depends on the value. */
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${String(limit.value)}`);
    else super.visitLimit(node);
  }

  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

/** The database has one reader and one writer: Kysely must not serialise all queries, as it does for a single connection. */
class SqliteTwoConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
