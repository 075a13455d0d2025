import { createQueryId } from 'kysely';
import type { Compilable, CompiledQuery } from 'kysely';
import { camelCaseRows } from './dialects/camel-case-rows.ts';
import type { Db } from './foundation.ts';

/**
 * Returns a function that reads the rows with some ids. Building and compiling such a statement takes longer than SQLite needs to run it,
 * so the number of ids is rounded up to a power of two, and `select` is called once for each such number. All other values in the statement
 * must be constants.
 */
export function selectByIds<Row>(
  select: (db: Db, ids: readonly number[]) => Compilable<Row>,
): (db: Db, ids: readonly number[]) => Promise<Row[]> {
  const compiledQueries = new WeakMap<object, Map<number, CompiledQuery<Row>>>();

  function compile(db: Db, idCount: number): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const compiledByCount = compiledQueries.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiledQueries.set(adapter, compiledByCount);
    const query = compiledByCount.get(idCount) ?? select(db, placeholders(idCount)).compile();
    compiledByCount.set(idCount, query);
    return query;
  }

  return async (db, ids) => {
    if (ids.length === 0) return [];
    const query = hasOtherPlugins(db)
      ? select(db, ids).compile()
      : fillPlaceholders(compile(db, nextPowerOfTwo(ids.length)), ids);
    return (await db.executeQuery(query)).rows;
  };
}

/** Other plugins than ours may transform each query while it is built, so such a query is not cached. */
const hasOtherPlugins = (db: Db): boolean => db.getExecutor().plugins.some((plugin) => plugin !== camelCaseRows);

const nextPowerOfTwo = (number: number): number => 2 ** Math.ceil(Math.log2(number));

/** The placeholders are negative numbers, because no id and no constant of a query is negative. */
const placeholders = (idCount: number): number[] => Array.from({ length: idCount }, (_, index) => -1 - index);

/** Replaces the placeholders by these ids. The placeholders that are left over get the first id again, which does not change the result. */
function fillPlaceholders<Row>(query: CompiledQuery<Row>, ids: readonly number[]): CompiledQuery<Row> {
  const parameters = query.parameters.map((value) =>
    typeof value === 'number' && value < 0 ? (ids[-1 - value] ?? ids[0]) : value,
  );
  return { ...query, queryId: createQueryId(), parameters };
}
