import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { join, name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import type { ListPosition } from '#server/database/keyset.ts';
import {
  allOf,
  isExtraRowMatching,
  afterCondition,
  countRows,
  idColumn,
  matchesFilter,
  isInGroups,
  limitClause,
  orderBy,
  createOrder,
  rowConditions,
  selectKeys,
  orderOfSelectedKeys,
  unindexed,
} from './chosen-rows.repository.ts';
import type { Chosen, Condition, ListTables, RowOrder } from './chosen-rows.repository.ts';
import { chooseReadMethod, findNextGroups, maxCounted } from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';
import type { ListSlice, ListTotal } from './place-page.ts';

/** Reads the positions of a slice of the list by the method that reads the fewest rows. */
export async function placesOf(whole: Chosen, counts: ListCounts, slice: ListSlice): Promise<ListPosition[]> {
  if (counts.total === 0) return [];
  const order = createOrder(whole.order, slice.isReversed);
  const { list, counted, from, isSpreadEvenly } = narrow(whole, counts, { order, slice });
  const method = chooseReadMethod(counted, slice.skip + slice.limit, isSpreadEvenly);
  return runPositionsStatement(whole, { gather, walk, merge }[method](list, order, { ...slice, from }));
}

type NarrowedList = { list: Chosen; counted: ListCounts; from?: string | number | undefined; isSpreadEvenly: boolean };

/**
 * Narrows a list in an order by something that it can be filtered by, such as the country: the groups show which of them contain the page. Only
 * these are read, and a walk begins with them.
 */
function narrow(
  list: Chosen,
  counted: ListCounts,
  { order, slice }: { order: RowOrder; slice: ListSlice },
): NarrowedList {
  const { shares, where = [] } = list.choice;
  const limit = slice.skip + slice.limit;
  const next =
    shares && where.length === 0
      ? findNextGroups(shares, { direction: order.direction, from: slice.after?.[0], limit })
      : null;
  if (!next) return { list, counted, isSpreadEvenly: list.order.groupKey === undefined };
  const { groups, rows, from, keyCount } = next;
  return {
    list: { ...list, choice: { ...list.choice, groups } },
    counted: { total: rows, allRows: counted.allRows, groupCount: groups.length, rowsInGroups: rows },
    from,
    isSpreadEvenly: keyCount === 1,
  };
}

/** Counts the rows that meet conditions without counters, up to a thousand. */
export async function countTested(list: Chosen): Promise<ListTotal> {
  const rows = selectMatching(list, createOrder(list.order, false));
  const n = await countRows(list.db, part`${rows} limit ${maxCounted + 1}`);
  return n > maxCounted ? { total: maxCounted, totalIsMinimum: true } : { total: n };
}
/** Runs a statement that selects the keys of positions. */
export async function runPositionsStatement(
  { db, order }: Pick<Chosen, 'db' | 'order'>,
  statement: Fragment,
): Promise<ListPosition[]> {
  const rows = await run<Record<string, string | number>>(db, statement);
  return rows.map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
}

/** Selects all matching rows, in any order. */
export function selectMatching(
  { db, tables, choice }: Chosen,
  order: RowOrder,
  further: readonly Condition[] = [],
): Fragment {
  const { tag, groups } = choice;
  const where = [...(choice.where ?? []), ...further];
  const rows = part`${name(tables.rows)} as r`;
  const found =
    tag === undefined
      ? part`select ${selectKeys(order)} from ${rows}
          where ${allOf([...isInGroups(db, part`r.group_id`, groups), ...where])}`
      : part`select ${selectKeys(order)} from ${name(tables.tags)} as t ${joinRowById(db, tables, name(`t.${tables.id}`))}
          where ${allOf([part`t.tag = ${tag}`, ...isInGroups(db, part`t.group_id`, groups), ...where])}`;
  return join([found, ...selectExtraRow({ tables, choice }, order, further)], ' union all ');
}

/** Does not use the index of the order, because a database would read it until the page is full, which can be all of it. */
function gather(list: Chosen, order: RowOrder, slice: ListSlice): Fragment {
  if (dialectOf(list.db) === 'postgres')
    return part`with fitting as materialized (${selectMatching(list, order)}) ${sortedPage(order, slice)}`;
  const sorted = unindexed(list.db, order);
  const rows = selectMatching(list, sorted, afterCondition(sorted, slice));
  return part`${rows} ${orderBy(orderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/** Selects one page, in order, of the rows in the temporary table `fitting`. */
export function sortedPage(order: RowOrder, slice: ListSlice): Fragment {
  const sorted = orderOfSelectedKeys(order);
  return part`select * from fitting where ${allOf(afterCondition(sorted, slice))} ${orderBy(sorted)} ${limitClause(slice)}`;
}

/**
 * Joins the row `r` with this id to the preceding tables. The form of the join makes both databases look the rows up one by one, because
 * there are at most some thousand of them, and another kind of join would read the whole table.
 */
export const joinRowById = (db: Db, tables: ListTables, recordId: Condition): Fragment =>
  dialectOf(db) === 'postgres'
    ? part`cross join lateral (select * from ${name(tables.rows)} as r where ${idColumn(tables)} = ${recordId} offset 0) as r`
    : part`cross join ${name(tables.rows)} as r on ${idColumn(tables)} = ${recordId}`;

/** Selects the extra row, which matches in addition to the groups. */
const selectExtraRow = (
  { tables, choice }: Pick<Chosen, 'tables' | 'choice'>,
  order: RowOrder,
  conditions: readonly Condition[],
): Condition[] =>
  choice.also
    ? [
        part`select ${selectKeys(order)} from ${name(tables.rows)} as r
          where ${allOf([isExtraRowMatching(tables, choice.also), ...rowConditions(tables, choice), ...conditions])}`,
      ]
    : [];

/** Reads the index in the order of the list until the page is full; `from` is the first key of the first row in the groups. */
export function walk(
  list: Chosen,
  order: RowOrder,
  { from, ...slice }: ListSlice & { from?: NarrowedList['from'] },
): Fragment {
  const { tables, choice } = list;
  const page = (conditions: readonly Condition[], end: Fragment) =>
    part`select ${selectKeys(order)} from ${name(tables.rows)} as r
      where ${allOf([...afterCondition(order, slice), ...conditions])} ${orderBy(order)} ${end}`;
  if (from === undefined) return page(matchesFilter(list), limitClause(slice));
  const isFrom = part`${order.keys[0]} ${text(order.direction === 'asc' ? '>=' : '<=')} ${from}`;
  const isInside = matchesFilter({ ...list, choice: { ...choice, also: undefined } });
  const rowsInGroups = page([isFrom, ...isInside], part`limit ${slice.skip + slice.limit}`);
  // The extra row can come before the first row of the groups.
  const both = [
    part`select * from (${rowsInGroups}) as r`,
    ...selectExtraRow({ tables, choice }, order, afterCondition(order, slice)),
  ];
  return part`${join(both, ' union all ')} ${orderBy(orderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/** Reads the index like `walk`, but at most `limit` entries, so it may find fewer rows than match. */
export function walkLimited(list: Chosen, order: RowOrder, { limit, slice }: { limit: number; slice: ListSlice }) {
  const entries = part`select ${join([...order.keys, name('r.groupId')])} from ${name(list.tables.rows)} as r
    where ${allOf(afterCondition(order, slice))} ${orderBy(order)} limit ${limit}`;
  // The entries are read in their order, so the statement stops when the page is full.
  return part`select ${selectKeys(order)} from (${entries}) as r where ${allOf(matchesFilter(list))} ${limitClause(slice)}`;
}

/** Reads the index of each group in the order of the list. Both databases merge the groups while they read, until the page is full. */
export function merge({ tables, choice }: Chosen, order: RowOrder, slice: ListSlice): Fragment {
  const conditions = [...afterCondition(order, slice), ...rowConditions(tables, choice)];
  const parts = padWithZeros(choice.groups ?? []).map(
    (id) => part`select ${selectKeys(order)} from ${name(tables.rows)} as r
      where ${allOf([part`r.group_id = ${id}`, ...conditions])}`,
  );
  const rows = [...parts, ...selectExtraRow({ tables, choice }, order, afterCondition(order, slice))];
  return part`${join(rows, ' union all ')} ${orderBy(orderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/** Fills the ids with 0, which no group has, up to a power of two, so that only few different statements are prepared. */
function padWithZeros(ids: readonly number[]): number[] {
  const parts = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array.from({ length: parts - ids.length }, () => 0)];
}
