import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';

/**
 * The order of a list: all keys have the same direction and are never null, and the last key is a unique integer. If the keys of the order
 * have an index, reading a page does not read the rows before the page.
 */
export type SortOrder = { keys: readonly RawBuilder<unknown>[]; direction: 'asc' | 'desc' };

/** The position of a row in a list: the values of its keys. */
export type ListPosition = readonly (string | number)[];

/** Returns the same keys in the opposite direction. */
export const reverseOrder = ({ keys, direction }: SortOrder): SortOrder => ({
  keys,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

/** Sorts a query by all keys of an order. */
export const sortQuery = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { keys, direction }: SortOrder,
): SelectQueryBuilder<Db, Table, Row> =>
  keys.reduce<SelectQueryBuilder<Db, Table, Row>>((orderedQuery, key) => orderedQuery.orderBy(key, direction), query);

/**
 * The condition for the rows after a position. The condition compares all keys at once, because both databases can use an index for this
 * comparison.
 */
export const isAfterPosition = ({ keys, direction }: SortOrder, position: ListPosition): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(keys)}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join([...position])})`;

/** Returns the positions of the rows after `after`. The query reads only the keys of each row. */
export async function readNextPositions<Db, Table extends keyof Db>(
  query: SelectQueryBuilder<Db, Table, object>,
  sortOrder: SortOrder,
  { after, limit, skip = 0 }: { after: ListPosition | null; limit: number; skip?: number },
): Promise<ListPosition[]> {
  const followingRows = after ? query.where(isAfterPosition(sortOrder, after)) : query;
  const rows = await sortQuery(followingRows, sortOrder)
    .select(sortOrder.keys.map((key, index) => key.as(`key${index}`)))
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map((row) => sortOrder.keys.map((_, index) => readKey(row, `key${index}`)));
}

function readKey(row: object, name: string): string | number {
  const value: unknown = Reflect.get(row, name);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error('a key of a sorted list is neither a text nor a number');
  return value;
}

/** Returns the id of the row, which is the last key of its position. */
export const readPositionId = (position: ListPosition): number => Number(position.at(-1));
