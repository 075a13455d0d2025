import { foldText } from '#server/platform/search/search-text.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import {
  dialectOf,
  joinFragments,
  limitTo,
  quoteName,
  fragment,
  runFragment,
  rawSql,
} from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import type { GroupShare, ListCounts } from './list-plan.ts';
import type { ListSlice } from './list-page.repository.ts';
import { parseNumbers } from '#server/database/columns.ts';
import { parseGroupShares } from './list-plan.ts';

/**
 * The tables of a list. `rows` has a row for each record with its `group_id` and the sort keys of each order. For each order, one index is
 * on the keys, and another on the group and the keys. `groups` has a row for each combination of filter values; the column `n` counts the
 * records with these values. `tags` and `tagCounts` hold filter values of which a record can have several, such as tools.
 */
export type ListTables = { rows: string; id: string; groups: string; tags: string; tagCounts: string };

/** The filter of a list: which rows match. */
export type RowFilter = {
  /** The ids of groups that have rows; null for all groups. */
  groups: readonly number[] | null;
  /** One more row, such as the user's own account, which matches if its group meets the condition `groups`. */
  extraRow?: { id: number; groups: Condition } | undefined;
  tag?: string | undefined;
  /** Conditions on a row `r` that no stored counter covers, so that the rows must be tested one by one. */
  where?: readonly Condition[] | undefined;
  /**
   * The matching groups with their first sort key, if the list is sorted by a value that all rows of a group share, such as the country.
   */
  shares?: readonly GroupShare[] | undefined;
};

export type ListOrder = {
  keys: readonly string[];
  direction: 'asc' | 'desc';
  /** The first sort key of all rows of a group `g`, if the list is sorted by a value that is also a filter, such as the country. */
  groupKey?: Fragment | undefined;
};

/** A list with its filter and its order, ready to be read. */
export type ListQuery = { db: Db; tables: ListTables; filter: RowFilter; order: ListOrder };

/** A condition of an SQL statement. A `RawBuilder` can also be used in queries of Kysely. */
export type Condition = Fragment | RawBuilder<unknown>;

/** A filter before its matching groups are read: `groups` is a condition on a row `g` of the table of groups; null for no condition. */
export type UnresolvedFilter = Omit<RowFilter, 'groups' | 'shares'> & { groups: Condition | null };

/**
 * Finds the groups that match a filter. Their stored counters give the exact number of rows, and reading a counter takes the same time for
 * any number of rows. The condition on groups is evaluated only here, because evaluating the scope of a salesman takes longer than reading
 * a page. Everything is read by one statement, because running another statement would take longer than reading the groups.
 */
export async function findMatchingGroups(
  { db, tables, order }: Omit<ListQuery, 'filter'>,
  { groups: condition, ...otherFilters }: UnresolvedFilter,
): Promise<{ rowFilter: RowFilter; counts: ListCounts }> {
  const allRows = fragment`(select coalesce(sum(n), 0) from ${quoteName(tables.groups)})`;
  if (condition === null) {
    const total =
      otherFilters.tag === undefined
        ? rawSql('null')
        : fragment`(select coalesce(sum(n), 0) from ${quoteName(tables.tagCounts)} where tag = ${otherFilters.tag})`;
    const [totals] = await runFragment<{ allRows: number; total: number | null }>(
      db,
      fragment`select ${allRows} as all_rows, ${total} as total`,
    );
    const rowCount = totals?.allRows ?? 0;
    return {
      rowFilter: { ...otherFilters, groups: null },
      counts: {
        allRows: rowCount,
        total: totals?.total ?? rowCount,
        groupCount: Infinity,
        rowsInGroups: rowCount,
      },
    };
  }
  const joinTagCounts =
    otherFilters.tag === undefined
      ? rawSql('')
      : fragment`left join ${quoteName(tables.tagCounts)} as c on c.group_id = g.id and c.tag = ${otherFilters.tag}`;
  const n = rawSql(otherFilters.tag === undefined ? 'g.n' : 'coalesce(c.n, 0)');
  const [groupsRow] = await runFragment<GroupsRow>(
    db,
    fragment`select ${allRows} as all_rows, coalesce(sum(g.n), 0) as rows_in_groups, coalesce(sum(${n}), 0) as total,
      ${countExtraRow(tables, otherFilters)} as extra_rows, ${groupsAsJson(db, n, order.groupKey)} as groups
      from ${quoteName(tables.groups)} as g ${joinTagCounts} where g.n > 0 and ${condition}`,
  );
  const { allRows: rows = 0, rowsInGroups = 0, total = 0, extraRows = 0, groups = null } = groupsRow ?? {};
  const shares = order.groupKey && parseGroupShares(groups ?? '[]');
  const ids = shares ? shares.map(([id]) => id) : parseNumbers(groups ?? '[]');
  return {
    rowFilter: { ...otherFilters, groups: ids, shares },
    counts: { total: total + extraRows, allRows: rows, groupCount: ids.length, rowsInGroups },
  };
}

type GroupsRow = { allRows: number; rowsInGroups: number; total: number; extraRows: number; groups: string | null };

/**
 * Selects all groups as one JSON text, which is faster than one row for each group. The text lists group ids, or `GroupShare` values if
 * there is a `groupKey`.
 */
function groupsAsJson(db: Db, n: Fragment, groupKey: Fragment | undefined): Fragment {
  const isPostgres = dialectOf(db) === 'postgres';
  const groupJson = groupKey
    ? fragment`${rawSql(isPostgres ? 'json_build_array' : 'json_array')}(g.id, ${n}, ${groupKey})`
    : rawSql('g.id');
  return isPostgres ? fragment`json_agg(${groupJson})::text` : fragment`json_group_array(${groupJson})`;
}

function countExtraRow(tables: ListTables, { extraRow, ...otherFilters }: Omit<RowFilter, 'groups'>): Fragment {
  if (!extraRow) return rawSql('0');
  return fragment`(select count(*) from ${quoteName(tables.rows)} as r inner join ${quoteName(tables.groups)} as g on g.id = r.group_id
    where ${joinWithAnd([extraRowCondition(tables, extraRow), extraRow.groups, ...rowConditions(tables, otherFilters)])})`;
}

export const joinWithAnd = (conditions: readonly Condition[]): Fragment =>
  conditions.length === 0 ? rawSql('1 = 1') : joinFragments(conditions, ' and ');

/** The sort keys of the rows `r`, and the direction in which a slice of the list is read. */
export type RowOrder = { keys: readonly Fragment[]; direction: 'asc' | 'desc' };

export const idColumn = ({ id }: ListTables): Fragment => quoteName(`r.${id}`);
export const extraRowCondition = (tables: ListTables, { id }: { id: number }): Fragment =>
  fragment`${idColumn(tables)} = ${id}`;

/** The conditions that a row `r` must meet in addition to the conditions on its group. */
export const rowConditions = (
  tables: ListTables,
  { tag, where = [] }: Pick<RowFilter, 'tag' | 'where'>,
): Condition[] =>
  tag === undefined
    ? [...where]
    : [
        // With this subquery, PostgreSQL tests one row at a time. With `exists`, it would use a join and read all tags.
        fragment`(select 1 from ${quoteName(tables.tags)} as t where ${quoteName(`t.${tables.id}`)} = ${idColumn(tables)} and t.tag = ${tag}) is not null`,
        ...where,
      ];

/**
 * The conditions for a row `r` to match the filter, for statements that read the index in the order of the list. The condition on the group
 * is written so that the databases cannot use an index for it. With the index of the groups, the databases would have to sort all rows that
 * they find.
 */
export function filterConditions({ db, tables, filter }: Omit<ListQuery, 'order'>): Condition[] {
  const groupColumn = dialectOf(db) === 'postgres' ? fragment`(r.group_id + 0)` : fragment`+r.group_id`;
  const conditionsOfGroups = groupConditions(db, groupColumn, filter.groups).map((condition) =>
    filter.extraRow ? fragment`(${condition} or ${matchingExtraRowCondition(tables, filter.extraRow)})` : condition,
  );
  return [...conditionsOfGroups, ...rowConditions(tables, filter)];
}

/**
 * The condition that the group id of a row is one of the given ids; empty if `ids` is null. The ids are one parameter, so that the
 * statement is the same for any number of groups.
 */
export function groupConditions(db: Db, groupColumn: Condition, ids: RowFilter['groups']): Condition[] {
  if (ids === null) return [];
  return dialectOf(db) === 'postgres'
    ? [fragment`${groupColumn} = any(${[...ids]}::integer[])`]
    : [fragment`${groupColumn} in (select value from json_each(${JSON.stringify(ids)}))`];
}

/** Returns a hint that makes SQLite use the index on the group and the keys of an order. */
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

/** Returns the same order, written so that SQLite uses no index for it. */
export const preventIndexUse = (db: Db, order: RowOrder): RowOrder =>
  dialectOf(db) === 'postgres' ? order : { ...order, keys: order.keys.map((key) => fragment`+${key}`) };

export const limitClause = ({ limit, skip }: ListSlice): Fragment => fragment`${limitTo(limit)} offset ${skip}`;

/**
 * The condition that a row comes after the position `after`. The condition compares all keys at once, and both databases look it up in an
 * index.
 */
export const afterCondition = ({ keys, direction }: RowOrder, { after }: Pick<ListSlice, 'after'>): Condition[] =>
  after
    ? [fragment`(${joinFragments(keys)}) ${rawSql(direction === 'asc' ? '>' : '<')} (${joinFragments([...after])})`]
    : [];

export async function countRows(db: Db, statement: Fragment): Promise<number> {
  const [countRow] = await runFragment<{ n: number }>(
    db,
    fragment`select count(*) as n from (${statement}) as counted`,
  );
  return countRow?.n ?? 0;
}

/** The fields in the query of a list that are not filters. */
type ListField = 'keyword' | 'sort' | 'pageNumber' | 'pageSize' | 'after' | 'before';

/**
 * The SQL condition of each filter of a list; null if a filter is applied elsewhere. A filter that the API contract accepts and that is
 * missing here does not compile. Otherwise the list would ignore it, and return all rows.
 */
type FilterTable<Query> = {
  [Name in Exclude<keyof Query, ListField>]-?: ((value: Exclude<Query[Name], undefined>) => RawBuilder<boolean>) | null;
};

export function createConditions<Query extends object>(
  query: Query,
  filters: FilterTable<Query>,
): RawBuilder<boolean>[] {
  const values = new Map<string, unknown>(Object.entries(query));
  // The table has for each name a function that accepts the type of its value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const functions = Object.entries(filters) as [string, ((value: unknown) => RawBuilder<boolean>) | null][];
  return functions.flatMap(([name, createCondition]) =>
    createCondition === null || values.get(name) === undefined ? [] : [createCondition(values.get(name))],
  );
}

/** Returns a function that creates the condition that a column has a value. */
export const equals =
  (column: string) =>
  (value: string | number): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(column)} = ${value}`;

/** The condition that a column of normalised text contains a normalised word. The wildcards of LIKE in the word are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${createLikePattern(word)} escape '!'`;

/**
 * The same condition as `contains`, for statements that are built from `Fragment` values. PostgreSQL can look up the word in a trigram
 * index.
 */
export const createLikeCondition = (column: Fragment, word: string): Fragment =>
  fragment`${column} like ${createLikePattern(word)} escape '!'`;

/**
 * The same condition as `createLikeCondition`, for texts that are read without an index. The condition searches for the word and not for a pattern,
 * which is faster on both databases.
 */
export const createContainsCondition = (db: Db, column: Fragment, word: string): Fragment =>
  fragment`${rawSql(dialectOf(db) === 'postgres' ? 'strpos' : 'instr')}(${column}, ${word}) > 0`;

const createLikePattern = (word: string): string => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;

/** Returns a function that creates the condition that a column of normalised texts has a value, without case and accents. */
export const equalsFolded =
  (column: string) =>
  (value: string): RawBuilder<boolean> =>
    equals(column)(foldText(value.trim()));
