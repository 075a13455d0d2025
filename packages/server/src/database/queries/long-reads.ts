import type { Db } from '../foundation.ts';

const readersByDatabase = new WeakMap<Db, Db>();

export const registerReaders = (db: Db, readers: Db): void => void readersByDatabase.set(db, readers);

/**
 * Returns the database for a select that may take longer than some milliseconds: on SQLite, such a select runs on a reader thread, so that
 * the main thread can answer other requests; on PostgreSQL with a replica, the replica runs it if it has everything that was committed
 * before. A transaction, which must read its own writes, and a PostgreSQL without a replica are returned unchanged.
 */
export const dbForLongReads = (db: Db): Db => readersByDatabase.get(db) ?? db;

type ListSearch = { keyword: string; filters?: readonly unknown[] | undefined };

/** Returns the database for a list: comparing each row with a keyword, or with filters that have operators, may take long. */
export const dbForSearch = (db: Db, { keyword, filters = [] }: ListSearch): Db =>
  keyword.trim() === '' && filters.length === 0 ? db : dbForLongReads(db);
