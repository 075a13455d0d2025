import type { Db } from './foundation.ts';

const threadsOf = new WeakMap<Db, Db>();

/** Registers the database on reader threads that belongs to a database. */
export const setLongReads = (db: Db, threads: Db): void => void threadsOf.set(db, threads);

/**
 * The same database for a select that may take longer than some milliseconds: on SQLite it runs on a reader thread, so that the main thread
 * goes on answering requests. A transaction, which must read what it has written, and PostgreSQL are returned as they are.
 */
export const longReads = (db: Db): Db => threadsOf.get(db) ?? db;

/** The database for a list that compares its keyword with the text of each row. */
export const keywordReads = (db: Db, keyword: string): Db => (keyword.trim() === '' ? db : longReads(db));
