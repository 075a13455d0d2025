import { CompiledQuery, type KyselyPlugin, type QueryId } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import type { DatabaseKind } from './databases.ts';

/**
 * Matches, in a plan of PostgreSQL, a scan of a whole table that tests each row, and captures the table. PostgreSQL 18 writes a line between
 * the scan and its filter if scans are disabled. A scan without a filter only counts rows, up to a limit.
 */
export const filteredScanPattern = /Seq Scan on (\w+)[^\n]*\n(?: +Disabled: true\n)? +Filter/;

/**
 * Reports each statement that is executed. A part of a statement may be compiled by itself, and is not executed. On SQLite, another thread
 * executes what is compiled, so each compiled statement is reported.
 */
export function createStatementRecorder(
  db: Db,
  kind: DatabaseKind,
  record: (statement: CompiledQuery) => void,
): KyselyPlugin {
  const compiled = new Map<QueryId, CompiledQuery>();
  return {
    transformQuery({ node, queryId }) {
      const statement = db.getExecutor().compileQuery(node, queryId);
      if (kind === 'SQLite') record(statement);
      else compiled.set(queryId, statement);
      return node;
    },
    async transformResult({ result, queryId }) {
      const statement = compiled.get(queryId);
      if (statement) record(statement);
      return result;
    },
  };
}

/** Returns the query plans of the statements that `runQueries` runs, in their order. */
export async function readQueryPlans(
  db: Db,
  kind: DatabaseKind,
  runQueries: (on: Db) => Promise<unknown>,
): Promise<string[]> {
  const statements: CompiledQuery[] = [];
  await runQueries(db.withPlugin(createStatementRecorder(db, kind, (statement) => void statements.push(statement))));
  const plans: string[] = [];
  // The plans are read one after the other, so that they keep the order of the statements.
  // oxlint-disable-next-line no-await-in-loop
  for (const statement of statements) plans.push(await readQueryPlan(db, kind, statement));
  return plans;
}

/** Returns the query plan of a statement. */
export async function readQueryPlan(
  db: Db,
  kind: DatabaseKind,
  { sql: text, parameters }: CompiledQuery,
): Promise<string> {
  const explainStatement = `${kind === 'SQLite' ? 'explain query plan' : 'explain'} ${text}`;
  const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(explainStatement, [...parameters]));
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
}
