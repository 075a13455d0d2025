import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { joinFragments, limitTo, quoteName, fragment, runFragment, rawSql } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import type { ListPosition } from '#server/database/queries/keyset.ts';
import {
  joinWithAnd,
  matchingExtraRowCondition,
  afterCondition,
  countRows,
  idColumn,
  filterConditions,
  groupIndexHint,
  groupConditions,
  limitClause,
  orderBy,
  createOrder,
  rowConditions,
  selectKeys,
  createOrderOfSelectedKeys,
  preventIndexUse,
} from './chosen-rows.repository.ts';
import type { ListQuery, Condition, ListTables, RowOrder } from './chosen-rows.repository.ts';
import {
  chooseReadMethod,
  findNextGroups,
  maxCountedRows,
  maxSortedRows,
  mergeCosts,
  sortedMergeCost,
} from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';
import type { ListSlice, ListTotal } from './place-page.ts';

/** Reads the positions of a slice of the list by the method that reads the fewest rows. */
export async function readListPositions(
  query: ListQuery,
  counts: ListCounts,
  slice: ListSlice,
): Promise<ListPosition[]> {
  if (counts.total === 0) return [];
  const order = createOrder(query.order, slice.isReversed);
  const { narrowedQuery, narrowedCounts, from, isSpreadEvenly } = narrowQuery(query, counts, { order, slice });
  const rowNumber = slice.skip + slice.limit;
  const isSorted = dialectOf(query.db) === 'sqlite' && rowNumber <= maxSortedRows;
  const merging = isSorted ? sortedMergeCost : mergeCosts[dialectOf(query.db)];
  const method = chooseReadMethod(narrowedCounts, rowNumber, { isSpreadEvenly, merging });
  const merge = isSorted ? sortFirstOfGroups : selectByMergingGroups;
  return runPositionsStatement(
    query,
    { gather: gatherRows, walk: selectByIndexWalk, merge }[method](narrowedQuery, order, { ...slice, from }),
  );
}

type NarrowedQuery = {
  narrowedQuery: ListQuery;
  narrowedCounts: ListCounts;
  from?: string | number | undefined;
  isSpreadEvenly: boolean;
};

/**
 * If the list is sorted by a value that is also a filter, such as the country, the function limits the query to the groups that contain the
 * page. The stored counters of the groups show which groups these are.
 */
function narrowQuery(
  query: ListQuery,
  counts: ListCounts,
  { order, slice }: { order: RowOrder; slice: ListSlice },
): NarrowedQuery {
  const { shares, where = [] } = query.filter;
  const limit = slice.skip + slice.limit;
  const next =
    shares && where.length === 0
      ? findNextGroups(shares, { direction: order.direction, from: slice.after?.[0], limit })
      : null;
  if (!next)
    return { narrowedQuery: query, narrowedCounts: counts, isSpreadEvenly: query.order.groupKey === undefined };
  const { groups, rows, from, keyCount } = next;
  return {
    narrowedQuery: { ...query, filter: { ...query.filter, groups } },
    narrowedCounts: { total: rows, allRows: counts.allRows, groupCount: groups.length, rowsInGroups: rows },
    from,
    isSpreadEvenly: keyCount === 1,
  };
}

/** Counts the rows of a query whose conditions no stored counter covers. Counting stops after a thousand rows. */
export async function countTestedRows(query: ListQuery): Promise<ListTotal> {
  const rows = selectMatching(query, createOrder(query.order, false));
  const n = await countRows(query.db, fragment`${rows} ${limitTo(maxCountedRows + 1)}`);
  return n > maxCountedRows ? { total: maxCountedRows, totalIsMinimum: true } : { total: n };
}
/** Runs a statement that selects the keys of positions. */
export async function runPositionsStatement(
  query: Pick<ListQuery, 'db' | 'order'>,
  statement: Fragment,
): Promise<ListPosition[]> {
  return readSelectedKeys(query, await runFragment<Record<string, string | number>>(query.db, statement));
}

/**
 * Returns the list positions that the rows of a result contain; the rows may also have other columns. A row whose keys are null has no
 * position.
 */
export const readSelectedKeys = (
  { order }: Pick<ListQuery, 'order'>,
  rows: readonly Record<string, string | number | null>[],
): ListPosition[] =>
  rows.filter(({ key0 }) => key0 !== null).map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));

/** Selects all matching rows, in any order. */
export function selectMatching(
  { db, tables, filter }: ListQuery,
  order: RowOrder,
  moreConditions: readonly Condition[] = [],
): Fragment {
  const { tag, groups } = filter;
  const where = [...(filter.where ?? []), ...moreConditions];
  const rows = fragment`${quoteName(tables.rows)} as r`;
  const matchingRows =
    tag === undefined
      ? fragment`select ${selectKeys(order)} from ${rows}
          where ${joinWithAnd([...groupConditions(db, fragment`r.group_id`, groups), ...where])}`
      : fragment`select ${selectKeys(order)} from ${quoteName(tables.tags)} as t ${joinRowById(db, tables, quoteName(`t.${tables.id}`))}
          where ${joinWithAnd([fragment`t.tag = ${tag}`, ...groupConditions(db, fragment`t.group_id`, groups), ...where])}`;
  return joinFragments([matchingRows, ...selectExtraRow({ tables, filter }, order, moreConditions)], ' union all ');
}

/**
 * Selects and sorts all matching rows. The statement prevents the use of the index of the order, because a database might read the whole
 * index before the page is full.
 */
function gatherRows(query: ListQuery, order: RowOrder, slice: ListSlice): Fragment {
  if (dialectOf(query.db) === 'postgres')
    return fragment`with fitting as materialized (${selectMatching(query, order)}) ${sortedPage(order, slice)}`;
  const unindexedOrder = preventIndexUse(query.db, order);
  const rows = selectMatching(query, unindexedOrder, afterCondition(unindexedOrder, slice));
  return fragment`${rows} ${orderBy(createOrderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/** Selects one page, in order, of the rows in the temporary table `fitting`. */
export function sortedPage(order: RowOrder, slice: ListSlice): Fragment {
  const selectedOrder = createOrderOfSelectedKeys(order);
  return fragment`select * from fitting where ${joinWithAnd(afterCondition(selectedOrder, slice))} ${orderBy(selectedOrder)} ${limitClause(slice)}`;
}

/**
 * Joins the row `r` with the given id to the preceding tables. The form of the join makes both databases look up the rows one by one. The
 * statement joins at most some thousand rows, and another kind of join would read the whole table.
 */
export const joinRowById = (db: Db, tables: ListTables, recordId: Condition): Fragment =>
  dialectOf(db) === 'postgres'
    ? fragment`cross join lateral (select * from ${quoteName(tables.rows)} as r where ${idColumn(tables)} = ${recordId} offset 0) as r`
    : fragment`cross join ${quoteName(tables.rows)} as r on ${idColumn(tables)} = ${recordId}`;

/** Selects the extra row, which matches in addition to the groups. */
const selectExtraRow = (
  { tables, filter }: Pick<ListQuery, 'tables' | 'filter'>,
  order: RowOrder,
  conditions: readonly Condition[],
): Condition[] =>
  filter.extraRow
    ? [
        fragment`select ${selectKeys(order)} from ${quoteName(tables.rows)} as r
          where ${joinWithAnd([matchingExtraRowCondition(tables, filter.extraRow), ...rowConditions(tables, filter), ...conditions])}`,
      ]
    : [];

/**
 * Returns the statement that reads the index in the order of the list until the page is full. `from` is the first sort key of the first row
 * in the matching groups.
 */
export function selectByIndexWalk(
  query: ListQuery,
  order: RowOrder,
  { from, ...slice }: ListSlice & { from?: NarrowedQuery['from'] },
): Fragment {
  const { tables, filter } = query;
  const selectPage = (conditions: readonly Condition[], limitText: Fragment) =>
    fragment`select ${selectKeys(order)} from ${quoteName(tables.rows)} as r
      where ${joinWithAnd([...afterCondition(order, slice), ...conditions])} ${orderBy(order)} ${limitText}`;
  if (from === undefined) return selectPage(filterConditions(query), limitClause(slice));
  const isAtOrAfterFirstKey = fragment`${order.keys[0]} ${rawSql(order.direction === 'asc' ? '>=' : '<=')} ${from}`;
  const isInGroup = filterConditions({ ...query, filter: { ...filter, extraRow: undefined } });
  const rowsInGroups = selectPage([isAtOrAfterFirstKey, ...isInGroup], limitTo(slice.skip + slice.limit));
  return addExtraRow(query, order, { ...slice, rowsInGroups });
}

/**
 * Adds the extra row of the filter to a statement that selects the rows of the groups. The extra row can come before the first of these
 * rows.
 */
function addExtraRow(
  { tables, filter }: ListQuery,
  order: RowOrder,
  { rowsInGroups, ...slice }: ListSlice & { rowsInGroups: Fragment },
): Fragment {
  const unionParts = [
    fragment`select * from (${rowsInGroups}) as r`,
    ...selectExtraRow({ tables, filter }, order, afterCondition(order, slice)),
  ];
  return fragment`${joinFragments(unionParts, ' union all ')} ${orderBy(createOrderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/**
 * Returns the statement that reads the index of each group in the order of the list, and sorts the first rows of all groups. SQLite stops
 * reading a group at the first row that comes after all rows in its sorted result (https://sqlite.org/releaselog/3_21_0.html, item 3c).
 * Unlike the statement of `selectByMergingGroups`, this statement is the same for any number of groups.
 */
function sortFirstOfGroups(query: ListQuery, order: RowOrder, slice: ListSlice): Fragment {
  const { db, tables, filter } = query;
  const conditions = [
    ...groupConditions(db, fragment`r.group_id`, filter.groups ?? []),
    ...afterCondition(order, slice),
    ...rowConditions(tables, filter),
  ];
  const rowsInGroups = fragment`select ${selectKeys(order)} from ${quoteName(tables.rows)} as r ${groupIndexHint(tables, query.order)}
    where ${joinWithAnd(conditions)} ${orderBy(order)} ${limitTo(slice.skip + slice.limit)}`;
  return addExtraRow(query, order, { ...slice, rowsInGroups });
}

/**
 * Returns a statement like `selectByIndexWalk`, which reads at most `limit` index entries. The statement may find fewer rows than the page
 * has.
 */
export function selectByLimitedIndexWalk(
  query: ListQuery,
  order: RowOrder,
  { limit, slice }: { limit: number; slice: ListSlice },
) {
  const indexEntries = fragment`select ${joinFragments([...order.keys, quoteName('r.groupId')])} from ${quoteName(query.tables.rows)} as r
    where ${joinWithAnd(afterCondition(order, slice))} ${orderBy(order)} ${limitTo(limit)}`;
  // The database reads the index entries in their order, so it stops when the page is full.
  return fragment`select ${selectKeys(order)} from (${indexEntries}) as r where ${joinWithAnd(filterConditions(query))} ${limitClause(slice)}`;
}

/**
 * Returns the statement that reads the index of each group in the order of the list. Both databases merge the groups while they read, until
 * the page is full.
 */
export function selectByMergingGroups({ tables, filter }: ListQuery, order: RowOrder, slice: ListSlice): Fragment {
  const conditions = [...afterCondition(order, slice), ...rowConditions(tables, filter)];
  const groupSelects = padWithZeros(filter.groups ?? []).map(
    (id) => fragment`select ${selectKeys(order)} from ${quoteName(tables.rows)} as r
      where ${joinWithAnd([fragment`r.group_id = ${id}`, ...conditions])}`,
  );
  const rows = [...groupSelects, ...selectExtraRow({ tables, filter }, order, afterCondition(order, slice))];
  return fragment`${joinFragments(rows, ' union all ')} ${orderBy(createOrderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/**
 * Appends the id 0, which no group has, until the number of ids is a power of two. With these numbers of ids, the database prepares only a
 * few different statements.
 */
function padWithZeros(ids: readonly number[]): number[] {
  const paddedLength = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array.from({ length: paddedLength - ids.length }, () => 0)];
}
