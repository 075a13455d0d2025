import { PostgresAdapter } from 'kysely';
import type { Db } from './foundation.ts';

/** Returns the kind of database, for the few statements that the query planners of the two databases need in different forms. */
export const dialectOf = (db: Db): 'postgres' | 'sqlite' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
