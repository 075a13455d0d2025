import type { DiskWatch } from './disk-watch.ts';
import type { Tables } from './schema.ts';
import type { SqlDialect } from './queries/statements.ts';
import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';

/** The first parameter of a repository function: the database, or a transaction. */
export type Db = Kysely<Tables>;

/** The first parameter of a repository function that must run in a transaction. */
export type Trx = Transaction<Tables>;

/** Options of an open database. */
export type OpenOptions = {
  /** How long a statement waits for other writes, in milliseconds, before it throws `DatabaseBusy`; 5000 if absent. */
  patienceMs?: number;
  /**
   * Whether each commit is written to the disk before the statement returns; true by default. A PostgreSQL server decides for itself when
   * to write to the disk.
   */
  isDurable?: boolean;
  /** How many connections to PostgreSQL are opened at most; 10 if absent. */
  connections?: number;
  /** How long PostgreSQL is silent before `isSilent` says so, in milliseconds; one minute if absent. */
  silenceMs?: number;
  /** The address of a replica of PostgreSQL, for long reads; absent if there is none. */
  readUrl?: string | undefined;
  /** Whether a server that is read-only now counts as not ready yet. */
  isWritable?: boolean;
};

/** The text of COPY in PostgreSQL's format `text`: a line for each row (https://www.postgresql.org/docs/current/sql-copy.html). */
export type CopyText = AsyncIterable<Buffer | string>;

export type TableCopies = {
  /**
   * Calls `read` with a function that returns the rows of a `select`. All rows are read as they were at one moment, which `snapshot` names
   * for other transactions, until `read` has ended.
   */
  readAtOneMoment: <Result>(
    read: (select: (statement: string) => CopyText, snapshot: string) => Promise<Result>,
  ) => Promise<Result>;
  /** Adds rows to a table in one transaction. `columns` is a list of SQL names. */
  write: (table: string, columns: string, rows: CopyText) => Promise<void>;
};

/** The functions that each kind of database provides to `database.ts`. */
export type DatabaseFoundation = {
  kysely: Db;
  sqlDialect: SqlDialect;
  disk: DiskWatch;
  /** Returns the transaction in a form that sends a statement without waiting for the one before; absent for SQLite. */
  pipeline?: (trx: Trx) => Promise<Trx>;
  /** Prevents other processes from changing the schema until the transaction ends. */
  lockSchema: (trx: Trx) => Promise<void>;
  /** Returns whether a transaction that failed with the given error may succeed if it is run again. */
  isRetryable: (error: unknown) => boolean;
  /** Throws DatabaseUnavailable if the user of the database may not create what migrations create; absent for SQLite. */
  requireMigrationRights?: () => Promise<void>;
  /** Rejects, after a limited time, if the database does not answer or cannot be written. */
  requireWritable: () => Promise<void>;
  /** Whether no statement has got an answer for a minute, so that a restart of this process may help; absent for SQLite. */
  isSilent?: () => boolean;
  /** Updates the planner's statistics, if the database does not do that itself. */
  refreshStatistics: () => Promise<void>;
  /** Reads the clock of the database server, in Unix milliseconds; null for SQLite, which uses the clock of this machine. */
  readTime: () => Promise<number | null>;
  /**
   * Counts the connections of this process by their state; absent for SQLite, which has no connections. Do not rename the keys:
   * they are the values of the label `state` of a metric that dashboards of operators use.
   */
  connections?: () => { open: number; idle: number; waiting: number };
  /** Copies whole tables by COPY; absent for SQLite. */
  tableCopies?: TableCopies;
  close: () => Promise<void>;
};

/** Returns the kind of database, for the few statements that the query planners of the two databases need in different forms. */
export const dialectOf = (db: Db): 'postgres' | 'sqlite' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
