import type { KyselyPlugin } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';

/**
 * Returns the same database with a pause after each statement of a transaction. During the pause, another transaction can change the data
 * that the statement has read. The pauses reveal races that the database does not prevent, and that would rarely occur on a fast machine.
 */
export function slowDownDatabase(database: Database, waitMs: number): Database {
  const waitPlugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await delay(waitMs);
      return result;
    },
  };
  return {
    ...database,
    transact: (inTransaction) => database.transact((trx) => inTransaction(trx.withPlugin(waitPlugin))),
  };
}
