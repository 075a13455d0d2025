import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';

/**
 * The order of a list: all keys in the same direction, never null, the last one a unique integer. If the keys have an index, a page reads it
 * from the page's first row.
 */
export type SortOrder = { keys: readonly RawBuilder<unknown>[]; direction: 'asc' | 'desc' };

/** The position of a row in a list: the values of its keys. */
export type ListPosition = readonly (string | number)[];

/** The same keys the other way round. */
export const reverseOrder = ({ keys, direction }: SortOrder): SortOrder => ({
  keys,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

/** A list with its order. */
export const sortQuery = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { keys, direction }: SortOrder,
): SelectQueryBuilder<Db, Table, Row> =>
  keys.reduce<SelectQueryBuilder<Db, Table, Row>>((ordered, key) => ordered.orderBy(key, direction), query);

/** The condition for rows after a position: a row comparison, which both databases look up in an index. */
export const isAfterPosition = ({ keys, direction }: SortOrder, place: ListPosition): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(keys)}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join([...place])})`;

/** The positions of the next rows of a list; reads only the keys of each row. */
export async function readNextPositions<Db, Table extends keyof Db>(
  matching: SelectQueryBuilder<Db, Table, object>,
  order: SortOrder,
  { after, most, skip = 0 }: { after: ListPosition | null; most: number; skip?: number },
): Promise<ListPosition[]> {
  const ahead = after ? matching.where(isAfterPosition(order, after)) : matching;
  const rows = await sortQuery(ahead, order)
    .select(order.keys.map((key, at) => key.as(`key${at}`)))
    .limit(most)
    .offset(skip)
    .execute();
  return rows.map((row) => order.keys.map((_, at) => readKey(row, `key${at}`)));
}

function readKey(row: object, name: string): string | number {
  const value: unknown = Reflect.get(row, name);
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error('a list is ordered by what is not there');
  return value;
}

/** The id at the end of a position. */
export const readPositionId = (place: ListPosition): number => Number(place.at(-1));
