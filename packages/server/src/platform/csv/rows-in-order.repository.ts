import type { SelectQueryBuilder } from 'kysely';
import { idAt, nextPlaces } from '#server/database/keyset.ts';
import type { Place, SortOrder } from '#server/database/keyset.ts';
import { batchesOf, batchSize } from './csv.ts';

/** Places that are read at a time: a list that no index sorts is sorted once for so many, and they are all that is in memory of it. */
const placesAtOnce = 10_000;

/**
 * All rows of a list in their order, a batch at a time, for a table that is sent while it is read. `matching` is the list without
 * columns and without a page; `rowsOf` reads the rows of some ids, in any order. What is gone by then is left out.
 */
export async function* rowsInOrder<Db, Table extends keyof Db, Row extends { id: number }>(
  matching: SelectQueryBuilder<Db, Table, object>,
  order: SortOrder,
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  const places = batchesOf<Place>((after, most) => nextPlaces(matching, order, { after, most }), placesAtOnce);
  for await (const some of places) {
    for (let from = 0; from < some.length; from += batchSize) {
      yield readInOrder(some.slice(from, from + batchSize).map(idAt), rowsOf);
    }
  }
}

/** The rows of these ids, in their order; `rowsOf` reads them in any. */
export async function readInOrder<Row extends { id: number }>(
  ids: readonly number[],
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = new Map((await rowsOf(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
