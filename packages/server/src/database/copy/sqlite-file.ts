import { sql } from 'kysely';
import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from '../failures.ts';
import type { Db } from '../foundation.ts';

/**
 * Copies an SQLite database as it is at this moment, also while other processes write to it. The new file `to`, which must not exist, gets
 * the mode 0600.
 */
export async function copySqliteFile(sourceFile: string, to: string): Promise<void> {
  await (await open(to, 'wx', 0o600)).close();
  const sourceDatabase = new DatabaseSync(sourceFile, { readOnly: true });
  try {
    // Within a transaction the source does not change. Without a transaction, each write of another process would restart the copy.
    sourceDatabase.exec('begin; select count(*) from sqlite_schema');
    await backup(sourceDatabase, to, { rate: 2000 });
    sourceDatabase.exec('rollback');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailable(`${sourceFile} cannot be copied to ${to}: ${reason}.`, { cause: error });
  } finally {
    sourceDatabase.close();
  }
}

/**
 * Switches off the write-ahead log of an SQLite database that is not in use, so that reading the database later creates no `-wal` and
 * `-shm` files beside it.
 */
export function disableWriteAheadLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/** Returns what SQLite finds in a file: damaged pages, and rows that refer to rows which do not exist; one sentence. */
export async function findFileFaults(db: Db): Promise<string[]> {
  const faults = await findFaults(db).catch(describeCorruption);
  return faults.length === 0 ? [] : [`The file is damaged: ${faults.join('; ')}.`];
}

/** Describes the errors SQLITE_CORRUPT and SQLITE_NOTADB (https://sqlite.org/rescode.html), and throws every other error. */
function describeCorruption(error: unknown): string[] {
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  if (!(error instanceof Error) || ![11, 26].includes(code & 0xff)) throw error;
  return [error.message];
}

/** Returns the faults that SQLite finds in a file: damaged pages, and rows that refer to rows which do not exist. */
async function findFaults(db: Db): Promise<string[]> {
  const { rows: integrity } = await sql<{ result: string }>`
    select integrity_check as result from pragma_integrity_check`.execute(db);
  const { rows: brokenReferences } = await sql<{ table: string; parent: string }>`
    select "table", parent from pragma_foreign_key_check limit 10`.execute(db);
  return [
    ...integrity.map(({ result }) => result).filter((result) => result !== 'ok'),
    ...brokenReferences.map(
      ({ table, parent }) => `a row of ${table} refers to a row of ${parent} that does not exist`,
    ),
  ];
}
