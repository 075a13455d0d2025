import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import type { DatabaseKind } from './databases.ts';

/** Returns the query plans of the statements that `runQueries` runs, in their order. */
export async function readQueryPlans(
  db: Db,
  kind: DatabaseKind,
  runQueries: (on: Db) => Promise<unknown>,
): Promise<string[]> {
  const queryNodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queryNodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await runQueries(db.withPlugin(plugin));
  const plans: string[] = [];
  for (const node of queryNodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId());
    const explainStatement = `${kind === 'SQLite' ? 'explain query plan' : 'explain'} ${text}`;
    // The plans are read one after the other, so that they keep the order of the statements.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await db.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(explainStatement, [...parameters]),
    );
    plans.push(rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'));
  }
  return plans;
}
