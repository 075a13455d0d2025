import type { SelectQueryBuilder } from 'kysely';
import { readPositionId, readNextPositions } from '#server/database/queries/keyset.ts';
import type { ListPosition, SortOrder } from '#server/database/queries/keyset.ts';
import type { CursorList } from '#server/platform/lists/place-page.ts';
import { readBatches, csvBatchSize } from './csv.ts';

/**
 * The number of positions (ids and sort keys) that one query reads. A list without an index is sorted once for each
 * query, and only the positions of one query are in memory.
 */
const positionsPerRead = 10_000;

/**
 * Reads all rows of a list in their order, one batch at a time, for a table that is sent while it is read. `query` is
 * the query of the list, without columns and without a page. `readRowsByIds` reads the rows with the given ids, in any
 * order. Rows that are deleted meanwhile are left out.
 */
export async function* readRowsInOrder<Db, Table extends keyof Db, Row extends { id: number }>(
  query: SelectQueryBuilder<Db, Table, object>,
  order: SortOrder,
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  yield* readRowsAtPositions((after, limit) => readNextPositions(query, order, { after, limit }), readRowsByIds);
}

/**
 * Reads all rows of a list like `readRowsInOrder`, but with a function of the list that finds the positions of the
 * rows.
 */
export const readBatchesAtPositions = <Row extends { id: number }>(
  readSlice: CursorList['readSlice'],
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> =>
  readRowsAtPositions(
    async (after, limit) => (await readSlice({ isReversed: false, after, skip: 0, limit })).positions,
    readRowsByIds,
  );

async function* readRowsAtPositions<Row extends { id: number }>(
  readPositions: (after: ListPosition | null, limit: number) => Promise<ListPosition[]>,
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], undefined> {
  for await (const positions of readBatches<ListPosition>(readPositions, positionsPerRead)) {
    for (let from = 0; from < positions.length; from += csvBatchSize) {
      yield readInOrder(positions.slice(from, from + csvBatchSize).map(readPositionId), readRowsByIds);
    }
  }
}

/** Returns the rows of the given ids in the order of the ids; `readRowsByIds` may return them in any order. */
export async function readInOrder<Row extends { id: number }>(
  ids: readonly number[],
  readRowsByIds: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rowsById = new Map((await readRowsByIds(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}
