import { openPostgres } from './dialects/postgres.ts';
import { openSqlite } from './dialects/sqlite.ts';
import type { DatabaseFoundation, OpenOptions, Trx } from './foundation.ts';

export type { Db, Trx } from './foundation.ts';

/** The place where the data is stored: an SQLite file, or a PostgreSQL database with this address. */
export type DatabaseLocation = { file: string } | { url: string };

export type Database = DatabaseFoundation & {
  /**
   * Runs the function in one transaction: all its writes are stored or, if it throws, none of them. On PostgreSQL, the function can run
   * again after a deadlock, so it must have no effect outside the database. On SQLite, the function blocks all other writes, so it must
   * await only the database, except for the pauses with which a long import lets reads run (`processWithPauses` in imports).
   */
  transact: <T>(action: (trx: Trx) => Promise<T>) => Promise<T>;
};

/** Opens the database, which may be empty; call `migrate` next. Throws `DatabaseUnavailable` with a message that says what to do. */
export async function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const foundation =
    'file' in location ? await openSqlite(location.file, options) : await openPostgres(location.url, options);
  return { ...foundation, transact: (action) => transact(foundation, action) };
}

const maxAttempts = 5;

async function transact<T>(foundation: DatabaseFoundation, action: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attemptsLeft = maxAttempts - 1; ; attemptsLeft -= 1) {
    const callbacks = new Set<() => void>();
    try {
      const actionResult = await foundation.kysely.transaction().execute(async (serialTrx) => {
        const trx = (await foundation.pipeline?.(serialTrx)) ?? serialTrx;
        callbacksByTransaction.set(trx, callbacks);
        return action(trx);
      });
      for (const callback of callbacks) callback();
      return actionResult;
    } catch (error) {
      if (attemptsLeft === 0 || !foundation.isRetryable(error)) throw error;
    }
  }
}

const callbacksByTransaction = new WeakMap<Trx, Set<() => void>>();

/**
 * Waits for statements that a function has started at once: in a transaction on PostgreSQL, they take one round trip. Their order is not
 * defined. If one fails, the others end too before the error is thrown, so that none of them runs after the rollback.
 */
export async function together<const Results extends readonly Promise<unknown>[]>(
  ...statements: Results
): Promise<{ -readonly [Index in keyof Results]: Awaited<Results[Index]> }> {
  // After a failure in a transaction, PostgreSQL refuses all later statements, so the first failure is the cause.
  const failures: unknown[] = [];
  await Promise.all(statements.map((statement) => statement.catch((error: unknown) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
  return Promise.all(statements);
}

/** Runs `action`, which must not throw, once after the transaction has committed; not at all after a rollback. */
export function afterCommit(trx: Trx, action: () => void): void {
  callbacksByTransaction.get(trx)?.add(action);
}

/**
 * Locks the row of a user until the transaction ends; returns false if there is no such user. Rows that refer to the user can still be
 * written.
 */
export async function lockUser(trx: Trx, userId: number): Promise<boolean> {
  const user = await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  return user !== undefined;
}

/**
 * Opens an SQLite file that no portal uses, calls `run` with the database, and closes it. Nothing waits for the disk: who gives the file its
 * final name does.
 */
export async function withDatabaseFile<Result>(
  file: string,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ file }, { isDurable: false });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}
