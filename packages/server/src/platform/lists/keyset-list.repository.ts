import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { readNextPositions, readPositionId, reverseOrder } from '#server/database/queries/keyset.ts';
import type { SortOrder } from '#server/database/queries/keyset.ts';
import { readInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { maxCountedRows } from './list-plan.ts';
import { readCursorPage } from './place-page.ts';
import type { CursorList, CursorOrder, CursorRequest, ListTotal } from './place-page.ts';

/** A list: a query without columns, and the order of its pages. */
export type KeysetList<Schema, Table extends keyof Schema> = {
  matchingRows: SelectQueryBuilder<Schema, Table, object>;
  order: SortOrder & CursorOrder;
};

/** Reads one page of a list that has an index for its order: it first reads the keys of the page, and then the rows. */
export function readKeysetPage<Schema, Table extends keyof Schema, Row extends { id: number }>(
  db: Db,
  list: KeysetList<Schema, Table>,
  { pageRequest, readRowsByIds }: { pageRequest: CursorRequest; readRowsByIds: ReadRowsByIds<Row> },
) {
  return readRowsOfPage(toCursorList(db, list), pageRequest, readRowsByIds);
}

/**
 * Converts a list to the form that `readCursorPage` needs. Lists whose row ids are not integers need it, because `readKeysetPage` only
 * reads rows with integer ids.
 */
export const toCursorList = <Schema, Table extends keyof Schema>(
  db: Db,
  { matchingRows, order }: KeysetList<Schema, Table>,
): CursorList => ({
  cursorOrder: order,
  countTotal: () => countRows(db, matchingRows),
  readSlice: async ({ isReversed, ...slice }) => ({
    positions: await readNextPositions(matchingRows, isReversed ? reverseOrder(order) : order, slice),
  }),
});

type ReadRowsByIds<Row> = (ids: readonly number[]) => Promise<readonly Row[]>;

/** Reads one page of a list and its total. `readRowsByIds` returns the rows with the given ids in any order. */
export async function readRowsOfPage<Row extends { id: number }>(
  list: CursorList,
  pageRequest: CursorRequest,
  readRowsByIds: ReadRowsByIds<Row>,
) {
  const { places, page } = await readCursorPage(list, pageRequest);
  return { ...page, items: await readInOrder(places.map(readPositionId), readRowsByIds) };
}

/** Counts the rows of a query, but stops after a thousand, so that counting takes the same time however long the list is. */
async function countRows<Schema, Table extends keyof Schema>(
  db: Db,
  matchingRows: SelectQueryBuilder<Schema, Table, object>,
): Promise<ListTotal> {
  const limitedRows = matchingRows.select((column) => column.lit(1).as('one')).limit(maxCountedRows + 1);
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${limitedRows}) as counted`.execute(db);
  const n = rows[0]?.n ?? 0;
  return n > maxCountedRows ? { total: maxCountedRows, totalIsMinimum: true } : { total: n };
}
