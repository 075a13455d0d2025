import { PostgresAdapter } from 'kysely';
import type { Db } from './foundation.ts';

/** For the few statements that the planners of the two databases have to be asked for in different words. */
export const dialectOf = (db: Db): 'postgres' | 'sqlite' =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
