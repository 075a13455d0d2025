import { createQueryId } from 'kysely';
import type { Compilable, CompiledQuery } from 'kysely';
import { camelCaseRows } from './dialects/camel-case-rows.ts';
import type { Db } from './foundation.ts';

/**
 * A query that reads the rows of some ids. Building and compiling such a statement takes longer than SQLite needs to run it, so `select` is
 * called once for each power of two that the number of ids is rounded up to. All other values in the statement must be constants.
 */
export function selectByIds<Row>(
  select: (db: Db, ids: readonly number[]) => Compilable<Row>,
): (db: Db, ids: readonly number[]) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>();

  function compile(db: Db, count: number): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(adapter, known);
    const query = known.get(count) ?? select(db, placeholders(count)).compile();
    known.set(count, query);
    return query;
  }

  return async (db, ids) => {
    if (ids.length === 0) return [];
    const query = hasOtherPlugins(db) ? select(db, ids).compile() : fill(compile(db, nextPowerOfTwo(ids.length)), ids);
    return (await db.executeQuery(query)).rows;
  };
}

/** A plugin besides ours may have to see every query while it is built. */
const hasOtherPlugins = (db: Db): boolean => db.getExecutor().plugins.some((plugin) => plugin !== camelCaseRows);

const nextPowerOfTwo = (count: number): number => 2 ** Math.ceil(Math.log2(count));

/** Negative numbers: no id and no constant of a query is one. */
const placeholders = (count: number): number[] => Array.from({ length: count }, (_, at) => -1 - at);

/** The query with these ids in place of the placeholders. An id can occur twice in a condition. */
function fill<Row>(query: CompiledQuery<Row>, ids: readonly number[]): CompiledQuery<Row> {
  const parameters = query.parameters.map((value) =>
    typeof value === 'number' && value < 0 ? (ids[-1 - value] ?? ids[0]) : value,
  );
  return { ...query, queryId: createQueryId(), parameters };
}
