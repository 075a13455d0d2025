import { openPostgres } from './dialects/postgres.ts';
import { openSqlite } from './dialects/sqlite.ts';
import type { Foundation, Opening, Trx } from './foundation.ts';

export type { Db, Trx } from './foundation.ts';
export { DatabaseBusy, DatabaseUnavailable, isUniqueViolation } from './failures.ts';

/** Where the data lies: an SQLite file, or a PostgreSQL database by its address. */
export type Where = { file: string } | { url: string };

export type Database = Foundation & {
  /**
   * Runs the verb in one transaction: all of it is written or, when it throws, nothing. On PostgreSQL it can be run again after a
   * deadlock, so it does nothing outside of the database; on SQLite nobody else writes meanwhile, so it awaits nothing else either,
   * but for the turns that a long one gives to those who read (`eachInTurn` of the imports).
   */
  transact: <T>(verb: (trx: Trx) => Promise<T>) => Promise<T>;
};

/** Opens the database, which may be empty; `migrate` comes next. Throws `DatabaseUnavailable` with what to do. */
export async function openDatabase(where: Where, opening: Opening = {}): Promise<Database> {
  const foundation = 'file' in where ? await openSqlite(where.file, opening) : await openPostgres(where.url, opening);
  return { ...foundation, transact: (verb) => transact(foundation, verb) };
}

const tries = 5;

async function transact<T>(on: Foundation, verb: (trx: Trx) => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    const after = new Set<() => void>();
    try {
      const result = await on.kysely.transaction().execute((trx) => {
        afterwards.set(trx, after);
        return verb(trx);
      });
      for (const work of after) work();
      return result;
    } catch (error) {
      if (left === 0 || !on.isWorthAnotherTry(error)) throw error;
    }
  }
}

const afterwards = new WeakMap<Trx, Set<() => void>>();

/** Runs `work`, which must not throw, once when what this transaction writes can be seen by others; not at all if it is undone. */
export function afterCommit(trx: Trx, work: () => void): void {
  afterwards.get(trx)?.add(work);
}

/**
 * Makes everybody else who locks this user wait until the transaction ends; false if there is no such user. Rows that merely
 * mention him can still be written.
 */
export async function lockUser(trx: Trx, userId: number): Promise<boolean> {
  const found = await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
  return found !== undefined;
}
