import type { Db } from '../foundation.ts';

const readerThreadsByDatabase = new WeakMap<Db, Db>();

export const registerReaderThreads = (db: Db, readerThreads: Db): void =>
  void readerThreadsByDatabase.set(db, readerThreads);

/**
 * Returns the database for a select that may take longer than some milliseconds: on SQLite, such a select runs on a reader thread, so that
 * the main thread can answer other requests. A transaction, which must read its own writes, and a PostgreSQL database are returned
 * unchanged.
 */
export const dbForLongReads = (db: Db): Db => readerThreadsByDatabase.get(db) ?? db;

type ListSearch = { keyword: string; filters?: readonly unknown[] | undefined };

/** Returns the database for a list: comparing each row with a keyword, or with filters that have operators, may take long. */
export const dbForSearch = (db: Db, { keyword, filters = [] }: ListSearch): Db =>
  keyword.trim() === '' && filters.length === 0 ? db : dbForLongReads(db);
