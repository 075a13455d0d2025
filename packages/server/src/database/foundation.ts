import type { DiskWatch } from './disk-watch.ts';
import type { Tables } from './schema.ts';
import type { SqlDialect } from './queries/statements.ts';
import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';

/** The first parameter of a repository function: the database, or a transaction. */
export type Db = Kysely<Tables>;

/** The first parameter of a repository function that must run in a transaction. */
export type Trx = Transaction<Tables>;

/** Options for tests; the product uses the defaults. */
export type OpenOptions = {
  /** How long a statement waits for other writes, in milliseconds, before it throws `DatabaseBusy`; 5000 if absent. */
  patienceMs?: number;
  /**
   * Whether each commit is written to the disk before the statement returns; true by default. A PostgreSQL server decides for itself when
   * to write to the disk.
   */
  isDurable?: boolean;
};

/** The functions that each kind of database provides to `database.ts`. */
export type DatabaseFoundation = {
  kysely: Db;
  sqlDialect: SqlDialect;
  disk: DiskWatch;
  /** Prevents other processes from changing the schema until the transaction ends. */
  lockSchema: (trx: Trx) => Promise<void>;
  /** Returns whether a transaction that failed with the given error may succeed if it is run again. */
  isRetryable: (error: unknown) => boolean;
  /** Updates the planner's statistics, if the database does not do that itself. */
  refreshStatistics: () => Promise<void>;
  /** Reads the clock of the database server, in Unix milliseconds; null for SQLite, which uses the clock of this machine. */
  readTime: () => Promise<number | null>;
  /**
   * Counts the connections of this process by their state; absent for SQLite, which has no connections. Do not rename the keys:
   * they are the values of the label `state` of a metric that dashboards of operators use.
   */
  connections?: () => { open: number; idle: number; waiting: number };
  close: () => Promise<void>;
};

/** Returns the kind of database, for the few statements that the query planners of the two databases need in different forms. */
export const dialectOf = (db: Db): 'postgres' | 'sqlite' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
