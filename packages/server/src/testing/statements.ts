import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** The same database; calls `seen` with the SQL of each statement, without its values. */
export function watchDatabase(database: Database, seen: (sql: string) => void): Database {
  const { kysely } = database;
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      seen(kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...database,
    kysely: kysely.withPlugin(watch),
    transact: (verb) => database.transact((trx) => verb(trx.withPlugin(watch))),
  };
}
