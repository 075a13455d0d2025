import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/database/database.ts';

export type Reads = { statements: string[]; rows: number };

/** The statements that some work makes, and how many rows all of them return together. */
export async function recordReads(database: Database, work: (watched: Database) => Promise<unknown>): Promise<Reads> {
  const { kysely } = database;
  const reads: Reads = { statements: [], rows: 0 };
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      reads.statements.push(kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    async transformResult({ result }) {
      reads.rows += result.rows.length;
      return result;
    },
  };
  await work({
    ...database,
    kysely: kysely.withPlugin(watch),
    transact: (verb) => database.transact((trx) => verb(trx.withPlugin(watch))),
  });
  return reads;
}
