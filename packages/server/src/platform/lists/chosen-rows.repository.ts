import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { joinFragments, limitTo, quoteName, fragment, run, rawSql } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import type { GroupShare } from './list-plan.ts';
import type { ListSlice } from './place-page.ts';

/**
 * The tables of a list. `rows` has the keys of each order and `group_id`, with an index on the keys and one on the group and the keys.
 * `groups` has a row for each combination of filter values, with the number `n` of its rows. `tags` and `tagCounts` hold values of which a
 * row can have several, such as tools.
 */
export type ListTables = { rows: string; id: string; groups: string; tags: string; tagCounts: string };

/** The filter of a list: which rows match. */
export type RowFilter = {
  /** The ids of groups that have rows; null for all groups. */
  groups: readonly number[] | null;
  /** A further row that matches if its group meets this condition. */
  extraRow?: { id: number; groups: Condition } | undefined;
  tag?: string | undefined;
  /** Conditions on a row `r` for which there are no counters; rows are tested one by one. */
  where?: readonly Condition[] | undefined;
  /** The matching groups with their first key, if the list is sorted by something that is the same for all rows of a group. */
  shares?: readonly GroupShare[] | undefined;
};

export type ListOrder = {
  keys: readonly string[];
  direction: 'asc' | 'desc';
  /** The first key of all rows of a group `g`, if the list is sorted by something by which it can be filtered. */
  groupKey?: Fragment | undefined;
};

/** A list with its filter and its order, ready to be read. */
export type ListQuery = { db: Db; tables: ListTables; filter: RowFilter; order: ListOrder };

/** A piece of a statement, or a condition that is also used in queries of Kysely. */
export type Condition = Fragment | RawBuilder<unknown>;

export const joinWithAnd = (conditions: readonly Condition[]): Fragment =>
  conditions.length === 0 ? rawSql('1 = 1') : joinFragments(conditions, ' and ');

/** The keys of the rows `r`, and the direction in which a slice is read. */
export type RowOrder = { keys: readonly Fragment[]; direction: 'asc' | 'desc' };

export const idColumn = ({ id }: ListTables): Fragment => quoteName(`r.${id}`);
export const extraRowCondition = (tables: ListTables, { id }: { id: number }): Fragment =>
  fragment`${idColumn(tables)} = ${id}`;

/** The conditions that a row `r` must meet in addition to those of its group. */
export const rowConditions = (
  tables: ListTables,
  { tag, where = [] }: Pick<RowFilter, 'tag' | 'where'>,
): Condition[] =>
  tag === undefined
    ? [...where]
    : [
        // This form tests one row at a time. With `exists`, PostgreSQL would use a join, and read all tags.
        fragment`(select 1 from ${quoteName(tables.tags)} as t where ${quoteName(`t.${tables.id}`)} = ${idColumn(tables)} and t.tag = ${tag}) is not null`,
        ...where,
      ];

/**
 * The condition that a row `r` matches, for a walk. It is written so that no index can be used for it. Otherwise the databases would use
 * that index in place of the index of the order, and would have to sort all rows that they find.
 */
export function filterConditions({ db, tables, filter }: Omit<ListQuery, 'order'>): Condition[] {
  const groupColumn = dialectOf(db) === 'postgres' ? fragment`(r.group_id + 0)` : fragment`+r.group_id`;
  const conditionsOfGroups = groupConditions(db, groupColumn, filter.groups).map((condition) =>
    filter.extraRow ? fragment`(${condition} or ${matchingExtraRowCondition(tables, filter.extraRow)})` : condition,
  );
  return [...conditionsOfGroups, ...rowConditions(tables, filter)];
}

/**
 * The condition that a group has one of these ids. The ids are one parameter, so that the statement is the same for any number of groups.
 */
export function groupConditions(db: Db, groupColumn: Condition, ids: RowFilter['groups']): Condition[] {
  if (ids === null) return [];
  return dialectOf(db) === 'postgres'
    ? [fragment`${groupColumn} = any(${[...ids]}::integer[])`]
    : [fragment`${groupColumn} in (select value from json_each(${JSON.stringify(ids)}))`];
}

/** Makes SQLite read the index of the groups and the keys of an order. */
export function groupIndexHint({ rows }: ListTables, { keys: [firstKey = ''] }: ListOrder): Fragment {
  return fragment`indexed by ${quoteName(`${rows}InGroupBy${firstKey.charAt(0).toUpperCase()}${firstKey.slice(1)}`)}`;
}

export const matchingExtraRowCondition = (
  tables: ListTables,
  extraRow: NonNullable<RowFilter['extraRow']>,
): Condition =>
  fragment`(${extraRowCondition(tables, extraRow)} and exists (select 1 from ${quoteName(tables.groups)} as g where g.id = r.group_id and ${extraRow.groups}))`;

/** The order of the rows `r`, in the direction in which the slice is read. */
export const createOrder = ({ keys, direction }: ListOrder, isReversed: boolean): RowOrder => ({
  keys: keys.map((key) => quoteName(`r.${key}`)),
  direction: (direction === 'asc') === isReversed ? 'desc' : 'asc',
});

/** Returns the order of rows whose keys were selected as key0, key1 and so on. */
export const createOrderOfSelectedKeys = ({ keys, direction }: RowOrder): RowOrder => ({
  keys: keys.map((_, at) => quoteName(`key${at}`)),
  direction,
});

export const selectKeys = ({ keys }: RowOrder): Fragment =>
  joinFragments(keys.map((key, at) => fragment`${key} as ${quoteName(`key${at}`)}`));

export const orderBy = ({ keys, direction }: RowOrder): Fragment =>
  fragment`order by ${joinFragments(keys.map((key) => fragment`${key} ${rawSql(direction)}`))}`;

/** Returns an equal order that does not use an index on SQLite. */
export const preventIndexUse = (db: Db, order: RowOrder): RowOrder =>
  dialectOf(db) === 'postgres' ? order : { ...order, keys: order.keys.map((key) => fragment`+${key}`) };

export const limitClause = ({ limit, skip }: ListSlice): Fragment => fragment`${limitTo(limit)} offset ${skip}`;

/** The condition for rows after the position: a row comparison, which both databases look up in an index. */
export const afterCondition = ({ keys, direction }: RowOrder, { after }: Pick<ListSlice, 'after'>): Condition[] =>
  after
    ? [fragment`(${joinFragments(keys)}) ${rawSql(direction === 'asc' ? '>' : '<')} (${joinFragments([...after])})`]
    : [];

export async function countRows(db: Db, statement: Fragment): Promise<number> {
  const [countRow] = await run<{ n: number }>(db, fragment`select count(*) as n from (${statement}) as counted`);
  return countRow?.n ?? 0;
}
