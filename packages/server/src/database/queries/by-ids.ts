import type { Compilable } from 'kysely';
import { createQueryCache, hasOtherPlugins, replaceParameters } from './compiled-queries.ts';
import type { Db } from '../foundation.ts';

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
