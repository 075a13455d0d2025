import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** The statements that ran, and the number of rows that they returned. */
export type Reads = { statements: string[]; rows: number };

/** Records the statements that `runQueries` runs, and the number of rows that all of them return. */
export async function recordReads(
  database: Database,
  runQueries: (recordedDatabase: Database) => Promise<unknown>,
): Promise<Reads> {
  const { kysely } = database;
  const reads: Reads = { statements: [], rows: 0 };
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      reads.statements.push(kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    async transformResult({ result }) {
      reads.rows += result.rows.length;
      return result;
    },
  };
  await runQueries({
    ...database,
    kysely: kysely.withPlugin(recorder),
    transact: (inTransaction) => database.transact((trx) => inTransaction(trx.withPlugin(recorder))),
  });
  return reads;
}
