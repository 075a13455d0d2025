import type { KyselyPlugin } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';

/**
 * The same database, with a pause after each statement of a transaction, so that data read by one statement can be out of date at the next.
 * This shows a race that the database does not prevent, which a fast machine would hide.
 */
export function slowDown(database: Database, waitMs: number): Database {
  const wait: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await delay(waitMs);
      return result;
    },
  };
  return { ...database, transact: (verb) => database.transact((trx) => verb(trx.withPlugin(wait))) };
}
