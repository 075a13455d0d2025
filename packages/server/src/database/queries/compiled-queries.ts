import { createQueryId, type Compilable, type CompiledQuery } from 'kysely';
import { camelCaseRows } from '../names.ts';
import type { Db } from '../foundation.ts';

/**
 * Returns a function that caches compiled queries by kind of database and by key, because compiling a query can take longer than running
 * it.
 */
export function createQueryCache<Row>() {
  const queriesByAdapter = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
  return (db: Db, key: number, compile: () => CompiledQuery<Row>): CompiledQuery<Row> => {
    const { adapter } = db.getExecutor();
    const queriesByKey = queriesByAdapter.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    queriesByAdapter.set(adapter, queriesByKey);
    const query = queriesByKey.get(key) ?? compile();
    queriesByKey.set(key, query);
    return query;
  };
}

/** Returns a copy of a compiled query in which `replace` has replaced each parameter. */
export const replaceParameters = <Row>(
  query: CompiledQuery<Row>,
  replace: (parameter: unknown) => unknown,
): CompiledQuery<Row> => ({ ...query, queryId: createQueryId(), parameters: query.parameters.map(replace) });

/**
 * Returns whether the database has other plugins than `camelCaseRows`, as in some tests. Another plugin may change each query, so the
 * queries of such a database are not cached.
 */
export const hasOtherPlugins = (db: Db): boolean => db.getExecutor().plugins.some((plugin) => plugin !== camelCaseRows);

/**
 * Returns a function that runs a query which many requests run. `select` is called once, with a symbol in the place of each value, so it
 * may only read each value by its name and pass it to the query. `select` throws a TypeError if it calculates with a value.
 */
export function selectCompiled<Values extends Record<string, string | number>, Row>(
  select: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const findOrCompile = createQueryCache<Row>();
  // The compiled query has these symbols as its parameters, and each call replaces them by its values.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const placeholders = new Proxy({}, { get: (_, name) => Symbol(String(name)) }) as Values;
  return async (db, values) => {
    const query = hasOtherPlugins(db)
      ? select(db, values).compile()
      : replaceParameters(
          findOrCompile(db, 0, () => select(db, placeholders).compile()),
          (parameter) => (typeof parameter === 'symbol' ? values[parameter.description ?? ''] : parameter),
        );
    return (await db.executeQuery(query)).rows;
  };
}

/**
 * Returns a function that reads the rows with some ids. Building and compiling a statement with many ids takes longer than SQLite needs to
 * run it, so the number of ids is rounded up to a power of two or a page size, and `select` is called once for each rounded number. All
 * other values in the statement must be constants.
 */
export function selectByIds<Row>(
  select: (db: Db, ids: readonly number[]) => Compilable<Row>,
): (db: Db, ids: readonly number[]) => Promise<Row[]> {
  const findOrCompile = createQueryCache<Row>();
  return async (db, ids) => {
    if (ids.length === 0) return [];
    const idCount = roundUp(ids.length);
    const query = hasOtherPlugins(db)
      ? select(db, ids).compile()
      : // The remaining placeholders get the first id again, which does not change the result.
        replaceParameters(
          findOrCompile(db, idCount, () => select(db, createPlaceholders(idCount)).compile()),
          (value) => (typeof value === 'number' && value < 0 ? (ids[-1 - value] ?? ids[0]) : value),
        );
    return (await db.executeQuery(query)).rows;
  };
}

/** The page sizes that lists offer. Most calls read the ids of one page. */
const pageSizes = [20, 50, 100];

const roundUp = (idCount: number): number =>
  Math.min(2 ** Math.ceil(Math.log2(idCount)), ...pageSizes.filter((pageSize) => pageSize >= idCount));

/** The placeholders are negative numbers, because no id and no constant of a query is negative. */
const createPlaceholders = (idCount: number): number[] => Array.from({ length: idCount }, (_, index) => -1 - index);
