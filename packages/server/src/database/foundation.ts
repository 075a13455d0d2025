import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';
import type { SqlWords } from './statements.ts';

/** What a repository takes first: the database, or a transaction, which is one too. */
export type Db = Kysely<Tables>;

/** What a repository takes first that must not be run outside of a transaction. */
export type Trx = Transaction<Tables>;

/** What tests open a database with; the product relies on the defaults. */
export type Opening = {
  /** How long a statement waits for others that write, in milliseconds, before it throws `DatabaseBusy`; 5000 if absent. */
  patienceMs?: number;
  /** Whether each commit is on the disk before it is answered, as by default. PostgreSQL itself decides it for its files. */
  isDurable?: boolean;
};

/** What each kind of database gives `database.ts` to stand on. */
export type Foundation = {
  kysely: Db;
  words: SqlWords;
  /** Keeps every other process from changing the schema until the transaction ends. */
  lockSchema: (trx: Trx) => Promise<void>;
  /** Whether the same transaction may well pass if it is run once more. */
  isWorthAnotherTry: (error: unknown) => boolean;
  /** Lets the planner know how much there is by now, where the database does not see to that itself. */
  refreshStatistics: () => Promise<void>;
  /** The time of the database's own clock in Unix milliseconds; null where that is the clock of this machine. */
  readTime: () => Promise<number | null>;
  close: () => Promise<void>;
};
