import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { join, name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import type { ListPosition } from '#server/database/keyset.ts';
import {
  all,
  alsoFits,
  behindOf,
  countRows,
  idOf,
  isChosen,
  isInGroups,
  limitOf,
  orderBy,
  orderOf,
  rowConditions,
  selected,
  selectedOrder,
  unindexed,
} from './chosen-rows.repository.ts';
import type { Chosen, Condition, ListTables, RowOrder } from './chosen-rows.repository.ts';
import { firstGroups, mostCounted, wayOf } from './list-plan.ts';
import type { Counted } from './list-plan.ts';
import type { ListSlice, ListTotal } from './place-page.ts';

/** The places of a part of the list, found in the way that reads the fewest rows. */
export async function placesOf(whole: Chosen, counts: Counted, slice: ListSlice): Promise<ListPosition[]> {
  if (counts.total === 0) return [];
  const order = orderOf(whole.order, slice.turned);
  const { chosen, counted, from, isEven } = narrow(whole, counts, { order, slice });
  const way = wayOf(counted, slice.skip + slice.most, isEven);
  return placesIn(whole, { gather, walk, merge }[way](chosen, order, { ...slice, from }));
}

type Narrowed = { chosen: Chosen; counted: Counted; from?: string | number | undefined; isEven: boolean };

/**
 * In an order by something that rows are filtered by, such as the country, the groups say in which of them the page is: only these are read, and
 * a walk begins with them.
 */
function narrow(chosen: Chosen, counted: Counted, { order, slice }: { order: RowOrder; slice: ListSlice }): Narrowed {
  const { shares, where = [] } = chosen.choice;
  const first =
    shares && where.length === 0
      ? firstGroups(shares, {
          direction: order.direction,
          from: slice.after?.[0],
          needed: slice.skip + slice.most,
        })
      : null;
  if (!first) return { chosen, counted, isEven: chosen.order.fact === undefined };
  const { groups, rows, from, facts } = first;
  return {
    chosen: { ...chosen, choice: { ...chosen.choice, groups } },
    counted: { total: rows, everyone: counted.everyone, groups: groups.length, inGroups: rows },
    from,
    isEven: facts === 1,
  };
}

/** How many rows meet conditions that the counters do not know: exact up to a thousand. */
export async function countTested(chosen: Chosen): Promise<ListTotal> {
  const rows = gathered(chosen, orderOf(chosen.order, false));
  const n = await countRows(chosen.db, part`${rows} limit ${mostCounted + 1}`);
  return n > mostCounted ? { total: mostCounted, totalIsMinimum: true } : { total: n };
}
/** Runs a statement that selects the keys of places. */
export async function placesIn(
  { db, order }: Pick<Chosen, 'db' | 'order'>,
  statement: Fragment,
): Promise<ListPosition[]> {
  const rows = await run<Record<string, string | number>>(db, statement);
  return rows.map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
}

/** All rows that match, in any order. */
export function gathered(
  { db, tables, choice }: Chosen,
  order: RowOrder,
  further: readonly Condition[] = [],
): Fragment {
  const { tag, groups } = choice;
  const where = [...(choice.where ?? []), ...further];
  const rows = part`${name(tables.rows)} as r`;
  const found =
    tag === undefined
      ? part`select ${selected(order)} from ${rows}
          where ${all([...isInGroups(db, part`r.group_id`, groups), ...where])}`
      : part`select ${selected(order)} from ${name(tables.tags)} as t ${joinRow(db, tables, name(`t.${tables.id}`))}
          where ${all([part`t.tag = ${tag}`, ...isInGroups(db, part`t.group_id`, groups), ...where])}`;
  return join([found, ...alsoRow({ tables, choice }, order, further)], ' union all ');
}

/** Without the index of the order: both databases would read it until the page is full, which can be all of it. */
function gather(chosen: Chosen, order: RowOrder, stretch: ListSlice): Fragment {
  if (dialectOf(chosen.db) === 'postgres')
    return part`with fitting as materialized (${gathered(chosen, order)}) ${sortedPage(order, stretch)}`;
  const sorted = unindexed(chosen.db, order);
  const rows = gathered(chosen, sorted, behindOf(sorted, stretch));
  return part`${rows} ${orderBy(selectedOrder(order))} ${limitOf(stretch)}`;
}

/** A page of the rows in the table `fitting`. */
export function sortedPage(order: RowOrder, stretch: ListSlice): Fragment {
  const sorted = selectedOrder(order);
  return part`select * from fitting where ${all(behindOf(sorted, stretch))} ${orderBy(sorted)} ${limitOf(stretch)}`;
}

/**
 * Joins the row `r` with this id to what is read before it. Both databases are made to look the rows up one by one: those before are some
 * thousand at most, and a join of another kind would read the whole table.
 */
export const joinRow = (db: Db, tables: ListTables, recordId: Condition): Fragment =>
  dialectOf(db) === 'postgres'
    ? part`cross join lateral (select * from ${name(tables.rows)} as r where ${idOf(tables)} = ${recordId} offset 0) as r`
    : part`cross join ${name(tables.rows)} as r on ${idOf(tables)} = ${recordId}`;

/** The row that is wanted besides the groups, as a statement of its own. */
const alsoRow = (
  { tables, choice }: Pick<Chosen, 'tables' | 'choice'>,
  order: RowOrder,
  conditions: readonly Condition[],
): Condition[] =>
  choice.also
    ? [
        part`select ${selected(order)} from ${name(tables.rows)} as r
          where ${all([alsoFits(tables, choice.also), ...rowConditions(tables, choice), ...conditions])}`,
      ]
    : [];

/** The index of the order, until the page is full; `from`: the first key of the first row in the groups. */
export function walk(
  chosen: Chosen,
  order: RowOrder,
  { from, ...stretch }: ListSlice & { from?: Narrowed['from'] },
): Fragment {
  const { tables, choice } = chosen;
  const page = (conditions: readonly Condition[], end: Fragment) =>
    part`select ${selected(order)} from ${name(tables.rows)} as r
      where ${all([...behindOf(order, stretch), ...conditions])} ${orderBy(order)} ${end}`;
  if (from === undefined) return page(isChosen(chosen), limitOf(stretch));
  const isFrom = part`${order.keys[0]} ${text(order.direction === 'asc' ? '>=' : '<=')} ${from}`;
  const isInside = isChosen({ ...chosen, choice: { ...choice, also: undefined } });
  const inGroups = page([isFrom, ...isInside], part`limit ${stretch.skip + stretch.most}`);
  // The row besides the groups can come before their first one.
  const both = [
    part`select * from (${inGroups}) as r`,
    ...alsoRow({ tables, choice }, order, behindOf(order, stretch)),
  ];
  return part`${join(both, ' union all ')} ${orderBy(selectedOrder(order))} ${limitOf(stretch)}`;
}

/** The same, but it ends after `most` entries of the index: it may find less than there is. */
export function walkSome(chosen: Chosen, order: RowOrder, { most, stretch }: { most: number; stretch: ListSlice }) {
  const entries = part`select ${join([...order.keys, name('r.groupId')])} from ${name(chosen.tables.rows)} as r
    where ${all(behindOf(order, stretch))} ${orderBy(order)} limit ${most}`;
  // The entries come in their order, and the page ends before all of them are read.
  return part`select ${selected(order)} from (${entries}) as r where ${all(isChosen(chosen))} ${limitOf(stretch)}`;
}

/** The index of the order within each group; both databases read all of them side by side until the page is full. */
export function merge({ tables, choice }: Chosen, order: RowOrder, stretch: ListSlice): Fragment {
  const conditions = [...behindOf(order, stretch), ...rowConditions(tables, choice)];
  const parts = padded(choice.groups ?? []).map(
    (id) => part`select ${selected(order)} from ${name(tables.rows)} as r
      where ${all([part`r.group_id = ${id}`, ...conditions])}`,
  );
  const rows = [...parts, ...alsoRow({ tables, choice }, order, behindOf(order, stretch))];
  return part`${join(rows, ' union all ')} ${orderBy(selectedOrder(order))} ${limitOf(stretch)}`;
}

/** Few different numbers of parts, so that few statements are kept prepared; no group has the id 0. */
function padded(ids: readonly number[]): number[] {
  const parts = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array.from({ length: parts - ids.length }, () => 0)];
}
