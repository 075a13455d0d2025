import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { readNextPositions, readPositionId, reverseOrder } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { mostCounted } from './list-plan.ts';
import { readCursorPage } from './place-page.ts';
import type { CursorList, CursorOrder, CursorRequest, ListTotal } from './place-page.ts';

/** A list as a query without columns, with the order that its pages are read in. */
export type KeysetList<Schema, Table extends keyof Schema> = {
  matching: SelectQueryBuilder<Schema, Table, object>;
  order: SortOrder & CursorOrder;
};

/** One page of a list that has an index for its order: it reads the keys of that page, and then its rows. */
export function readKeysetPage<Schema, Table extends keyof Schema, Row extends { id: number }>(
  db: Db,
  list: KeysetList<Schema, Table>,
  { asked, rowsOf }: { asked: CursorRequest; rowsOf: RowsOf<Row> },
) {
  return readRowsOfPage(keysetList(db, list), asked, rowsOf);
}

/** The same list for `readCursorPage`, where rows are not identified by an integer. */
export const keysetList = <Schema, Table extends keyof Schema>(
  db: Db,
  { matching, order }: KeysetList<Schema, Table>,
): CursorList => ({
  placeOrder: order,
  total: () => countSome(db, matching),
  places: async ({ turned, ...slice }) => ({
    places: await readNextPositions(matching, turned ? reverseOrder(order) : order, slice),
  }),
});

type RowsOf<Row> = (ids: readonly number[]) => Promise<readonly Row[]>;

/** One page of a list and its total, with the rows of its places; `rowsOf` returns them in any order. */
export async function readRowsOfPage<Row extends { id: number }>(
  list: CursorList,
  asked: CursorRequest,
  rowsOf: RowsOf<Row>,
) {
  const { places, page } = await readCursorPage(list, asked);
  return { ...page, items: await readInOrder(places.map(readPositionId), rowsOf) };
}

/** How many rows match: exact up to a thousand, so that counting costs the same however long the list is. */
async function countSome<Schema, Table extends keyof Schema>(
  db: Db,
  matching: SelectQueryBuilder<Schema, Table, object>,
): Promise<ListTotal> {
  const some = matching.select((column) => column.lit(1).as('one')).limit(mostCounted + 1);
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${some}) as counted`.execute(db);
  const n = rows[0]?.n ?? 0;
  return n > mostCounted ? { total: mostCounted, totalIsMinimum: true } : { total: n };
}
