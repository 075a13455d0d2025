import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';

/**
 * What a list is ordered by: every key the same way, none of them ever null, the last one unique and whole. An index on the keys, where
 * there is one, is walked from where a page begins.
 */
export type SortOrder = { keys: readonly RawBuilder<unknown>[]; direction: 'asc' | 'desc' };

/** Where a row stands in a list: the values of its keys. */
export type Place = readonly (string | number)[];

/** The same keys the other way round. */
export const reversed = ({ keys, direction }: SortOrder): SortOrder => ({
  keys,
  direction: direction === 'asc' ? 'desc' : 'asc',
});

/** A list in its order. */
export const inOrder = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { keys, direction }: SortOrder,
): SelectQueryBuilder<Db, Table, Row> =>
  keys.reduce<SelectQueryBuilder<Db, Table, Row>>((ordered, key) => ordered.orderBy(key, direction), query);

/** What comes behind a place: a comparison of rows, which both databases look up in an index. */
export const behind = ({ keys, direction }: SortOrder, place: Place): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(keys)}) ${direction === 'asc' ? sql`>` : sql`<`} (${sql.join([...place])})`;

/** The places of the next rows of a list; of a row its keys alone are read. */
export async function nextPlaces<Db, Table extends keyof Db>(
  matching: SelectQueryBuilder<Db, Table, object>,
  order: SortOrder,
  { after, most }: { after: Place | null; most: number },
): Promise<Place[]> {
  const ahead = after ? matching.where(behind(order, after)) : matching;
  const rows = await inOrder(ahead, order)
    .select(order.keys.map((key, at) => key.as(`key${at}`)))
    .limit(most)
    .execute();
  return rows.map((row) => order.keys.map((_, at) => keyIn(row, `key${at}`)));
}

function keyIn(row: object, name: string): string | number {
  const value: unknown = Reflect.get(row, name);
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error('a list is ordered by what is not there');
  return value;
}

/** The id that a place ends with. */
export const idAt = (place: Place): number => Number(place.at(-1));
