import type { SelectQueryBuilder } from 'kysely';
import { readPositionId, readNextPositions } from '#server/database/keyset.ts';
import type { ListPosition, SortOrder } from '#server/database/keyset.ts';
import type { CursorList } from '#server/platform/lists/place-page.ts';
import { readBatches, batchSize } from './csv.ts';

/**
 * The number of positions read at a time: a list without an index is sorted once for this many, and only these are in
 * memory.
 */
const positionsPerRead = 10_000;

/**
 * All rows of a list in their order, a batch at a time, for a table that is sent while it is read. `matching` is the list without columns and
 * without a page; `rowsOf` reads the rows of some ids, in any order. Rows deleted in the meantime are left out.
 */
export async function* readRowsInOrder<Db, Table extends keyof Db, Row extends { id: number }>(
  matching: SelectQueryBuilder<Db, Table, object>,
  order: SortOrder,
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  yield* rowsAt((after, most) => readNextPositions(matching, order, { after, most }), rowsOf);
}

/** The same of a list that finds its places itself. */
export const placesByBatch = <Row extends { id: number }>(
  places: CursorList['places'],
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> =>
  rowsAt(async (after, most) => (await places({ turned: false, after, skip: 0, most })).places, rowsOf);

async function* rowsAt<Row extends { id: number }>(
  placesAfter: (after: ListPosition | null, most: number) => Promise<ListPosition[]>,
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  for await (const some of readBatches<ListPosition>(placesAfter, positionsPerRead)) {
    for (let from = 0; from < some.length; from += batchSize) {
      yield readInOrder(some.slice(from, from + batchSize).map(readPositionId), rowsOf);
    }
  }
}

/** The rows of these ids, in their order; `rowsOf` returns them in any order. */
export async function readInOrder<Row extends { id: number }>(
  ids: readonly number[],
  rowsOf: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const found = new Map((await rowsOf(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
