import { openPostgres } from './dialects/postgres.ts';
import { openSqlite } from './dialects/sqlite.ts';
import type { Foundation, Opening, Trx } from './foundation.ts';

export type { Db, Trx } from './foundation.ts';
export { DatabaseBusy, DatabaseUnavailable, isUniqueViolation } from './failures.ts';

/** Where the data is stored: an SQLite file, or a PostgreSQL database by its address. */
export type DatabaseLocation = { file: string } | { url: string };

export type Database = Foundation & {
  /**
   * Runs the function in one transaction: all its writes are stored or, when it throws, none. On PostgreSQL it can run again after a deadlock,
   * so it must have no effect outside the database. On SQLite it blocks all other writes, so it must await only the database, except for the
   * pauses with which a long import lets reads run (`processInTurns` in imports).
   */
  transact: <T>(verb: (trx: Trx) => Promise<T>) => Promise<T>;
};

/** Opens the database, which may be empty; call `migrate` next. Throws `DatabaseUnavailable`, whose message says what to do. */
export async function openDatabase(where: DatabaseLocation, opening: Opening = {}): Promise<Database> {
  const foundation = 'file' in where ? await openSqlite(where.file, opening) : await openPostgres(where.url, opening);
  return { ...foundation, transact: (verb) => transact(foundation, verb) };
}

const maxAttempts = 5;

async function transact<T>(on: Foundation, verb: (trx: Trx) => Promise<T>): Promise<T> {
  for (let left = maxAttempts - 1; ; left -= 1) {
    const after = new Set<() => void>();
    try {
      const result = await on.kysely.transaction().execute((trx) => {
        afterCommitWork.set(trx, after);
        return verb(trx);
      });
      for (const work of after) work();
      return result;
    } catch (error) {
      if (left === 0 || !on.isWorthAnotherTry(error)) throw error;
    }
  }
}

const afterCommitWork = new WeakMap<Trx, Set<() => void>>();

/** Runs `work`, which must not throw, once after the transaction has committed; not at all after a rollback. */
export function afterCommit(trx: Trx, work: () => void): void {
  afterCommitWork.get(trx)?.add(work);
}

/** Locks this user until the transaction ends; false if there is no such user. Rows that only refer to the user can still be written. */
export async function lockUser(trx: Trx, userId: number): Promise<boolean> {
  const found = await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  return found !== undefined;
}
