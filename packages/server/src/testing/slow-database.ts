import type { KyselyPlugin } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';

/**
 * The same database, with a wait behind each statement of a transaction: what is read in one statement and relied upon in the next
 * has time to become wrong. A race that is not decided by the database itself shows here, and hides where everything is quick.
 */
export function slowDatabase(database: Database, waitMs: number): Database {
  const wait: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await delay(waitMs);
      return result;
    },
  };
  return { ...database, transact: (verb) => database.transact((trx) => verb(trx.withPlugin(wait))) };
}
