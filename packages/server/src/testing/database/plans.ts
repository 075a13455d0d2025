import { CompiledQuery, createQueryId, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import type { DatabaseKind } from './databases.ts';

/** Returns the query plans of the statements that `runQueries` runs, in their order. */
export async function readQueryPlans(
  db: Db,
  kind: DatabaseKind,
  runQueries: (on: Db) => Promise<unknown>,
): Promise<string[]> {
  const compiledNodes = new Map<QueryId, RootOperationNode>();
  const executedNodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiledNodes.set(queryId, node);
      return node;
    },
    async transformResult({ result, queryId }) {
      const node = compiledNodes.get(queryId);
      if (node) executedNodes.push(node);
      return result;
    },
  };
  await runQueries(db.withPlugin(plugin));
  // A part of a statement may be compiled by itself, and is not executed. On SQLite, another thread executes what is compiled.
  const queryNodes = kind === 'SQLite' ? compiledNodes.values() : executedNodes;
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
