import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/database/database.ts';

/**
 * Returns the same database, which calls `onStatement` with the SQL of each statement. The SQL contains placeholders
 * instead of the values.
 */
export function watchDatabase(database: Database, onStatement: (sql: string) => void): Database {
  const { kysely } = database;
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      onStatement(kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...database,
    kysely: kysely.withPlugin(recorder),
    transact: (inTransaction) => database.transact((trx) => inTransaction(trx.withPlugin(recorder))),
  };
}
