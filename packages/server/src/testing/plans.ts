import { CompiledQuery, createQueryId } from 'kysely';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { DatabaseKind } from './databases.ts';

/** The plans of the statements that some work makes, in their order. */
export async function plansOf(db: Db, kind: DatabaseKind, work: (on: Db) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(plugin));
  const plans: string[] = [];
  for (const node of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId());
    const explained = `${kind === 'SQLite' ? 'explain query plan' : 'explain'} ${text}`;
    // One after the other: the plans keep the order of the statements.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(explained, [...parameters]));
    plans.push(rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n'));
  }
  return plans;
}
