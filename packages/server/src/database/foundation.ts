import type { Kysely, Transaction } from 'kysely';
import type { DiskWatch } from './disk-watch.ts';
import type { Tables } from './schema.ts';
import type { SqlDialectWords } from './statements.ts';

/** The first parameter of a repository function: the database, or a transaction. */
export type Db = Kysely<Tables>;

/** The first parameter of a repository function that must run in a transaction. */
export type Trx = Transaction<Tables>;

/** Options for tests; the product uses the defaults. */
export type Opening = {
  /** How long a statement waits for other writes, in milliseconds, before it throws `DatabaseBusy`; 5000 if absent. */
  patienceMs?: number;
  /** Whether each commit is on the disk before it is answered, which is the default. A PostgreSQL server decides this itself. */
  isDurable?: boolean;
};

/** What each kind of database provides to `database.ts`. */
export type Foundation = {
  kysely: Db;
  words: SqlDialectWords;
  disk: DiskWatch;
  /** Prevents other processes from changing the schema until the transaction ends. */
  lockSchema: (trx: Trx) => Promise<void>;
  /** Whether the same transaction may succeed if it is run again. */
  isWorthAnotherTry: (error: unknown) => boolean;
  /** Updates the planner's statistics, if the database does not do that itself. */
  refreshStatistics: () => Promise<void>;
  /** The time of the database's own clock in Unix milliseconds; null where that is the clock of this machine. */
  readTime: () => Promise<number | null>;
  /** The connections of this process by their state; absent where there are none. */
  connections?: () => { open: number; idle: number; waiting: number };
  close: () => Promise<void>;
};
