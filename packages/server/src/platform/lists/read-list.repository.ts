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
import type { ListPosition, ListSlice, ListTotal } from './list-page.repository.ts';
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
} from './list-filter.repository.ts';
import type { ListQuery, Condition, ListTables, RowOrder } from './list-filter.repository.ts';
import {
  chooseReadMethod,
  findNextGroups,
  maxCountedRows,
  maxSortedRows,
  mergeCosts,
  sortedMergeCost,
  guessSampleIndex,
  isCountingCheaper,
} from './list-plan.ts';
import type { ListCounts, SamplePosition } from './list-plan.ts';

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

/**
 * Reads a slice of a list that begins after many rows, by the faster of two methods: it counts the rows before the slice, or it reads and
 * skips them.
 */
export async function readFarPage(query: ListQuery, counts: ListCounts, slice: ListSlice): Promise<ListPosition[]> {
  const { tag, where = [], groups } = query.filter;
  const isCountable = groups !== null && tag === undefined && where.length === 0 && slice.after === null;
  return isCountable && isCountingCheaper(counts, slice.skip)
    ? readCountedPage(query, counts, slice)
    : readListPositions(query, counts, slice);
}

/**
 * Reads a slice of a list without reading the rows before the slice. The rows before the slice are only counted: counting index entries
 * takes a tenth of the time of reading and sorting rows. The function reads a few rows of the list as a sample, counts the rows before some
 * rows of the sample, and then reads only the rows between two rows of the sample.
 */
export async function readCountedPage(
  query: ListQuery,
  { total }: Pick<ListCounts, 'total'>,
  slice: ListSlice,
): Promise<ListPosition[]> {
  const order = createOrder(query.order, slice.isReversed);
  const sample = await readSample(query, order);
  const { low, high } = await findBounds({ query, order, sample }, { slice, total });
  const range = { after: sample[low.index] ?? null, upTo: sample[high.index] ?? null };
  const rows = joinFragments(
    selectRange(query, order, range).map((rowsInRange) => fragment`select ${selectKeys(order)} ${rowsInRange}`),
    ' union all ',
  );
  const page = sortedPage(order, { ...slice, skip: slice.skip - low.rowsUpTo });
  return runPositionsStatement(query, fragment`with fitting as materialized (${rows}) ${page}`);
}

const sampleSize = 1000;

/**
 * Chooses ids at regular steps between 1 and the largest id, and reads the rows with these ids. Returns the positions (the sort keys and the
 * id) of the rows, sorted in the order of the list.
 */
async function readSample(query: ListQuery, order: RowOrder): Promise<ListPosition[]> {
  const { db, tables } = query;
  const [largest] = await runFragment<{ id: number | null }>(
    db,
    fragment`select max(${idColumn(tables)}) as id from ${quoteName(tables.rows)} as r`,
  );
  const step = Math.max(1, (largest?.id ?? 0) / sampleSize);
  const ids = Array.from({ length: sampleSize }, (_, index) => Math.ceil((index + 0.5) * step));
  const series =
    dialectOf(db) === 'postgres'
      ? fragment`unnest(${ids}::integer[]) as i (id)`
      : fragment`(select value as id from json_each(${JSON.stringify(ids)})) as i`;
  return runPositionsStatement(
    query,
    fragment`select ${selectKeys(order)} from ${series} ${joinRowById(db, tables, fragment`i.id`)}
      where ${joinWithAnd(filterConditions(query))} ${orderBy(createOrderOfSelectedKeys(order))}`,
  );
}

type SampledList = { query: ListQuery; order: RowOrder; sample: readonly ListPosition[] };

/** Finds the last row of the sample before the slice, and the first row of the sample that is not before the end of the slice. */
async function findBounds(
  list: SampledList,
  { slice, total }: { slice: ListSlice; total: number },
): Promise<{ low: SamplePosition; high: SamplePosition }> {
  const { sample } = list;
  let low: SamplePosition = { index: -1, rowsUpTo: 0 };
  let high: SamplePosition = { index: sample.length, rowsUpTo: total };
  // Each guess depends on the result of the previous count.
  /* oxlint-disable no-await-in-loop */
  for (let guesses = 0; high.index - low.index > 1; guesses += 1) {
    const guess = await countUpTo(list, guessSampleIndex({ low, high, skip: slice.skip, guesses }), { low, high });
    if (guess.rowsUpTo <= slice.skip) low = guess;
    else high = guess;
  }
  const end: SamplePosition = { index: sample.length, rowsUpTo: total };
  while (high.index < sample.length && high.rowsUpTo < slice.skip + slice.limit)
    high = await countUpTo(list, high.index + 1, { low: high, high: end });
  /* oxlint-enable no-await-in-loop */
  return { low, high };
}

/**
 * Counts the rows of the list up to the row of the sample at `index`. The numbers of rows up to `low` and up to `high` are known, so only
 * the rows between `index` and the nearer of the two are counted.
 */
async function countUpTo(
  { query, order, sample }: SampledList,
  index: number,
  { low, high }: { low: SamplePosition; high: SamplePosition },
): Promise<SamplePosition> {
  if (index === high.index) return high;
  const position = sample[index] ?? null;
  const isNearLow = index - low.index <= high.index - index;
  const range = isNearLow
    ? { after: sample[low.index] ?? null, upTo: position }
    : { after: position, upTo: sample[high.index] ?? null };
  const counts = selectRange(query, order, range).map((rowsInRange) => fragment`(select count(*) ${rowsInRange})`);
  const [result] = await runFragment<{ n: number }>(query.db, fragment`select ${joinFragments(counts, ' + ')} as n`);
  const n = result?.n ?? 0;
  return { index, rowsUpTo: isNearLow ? low.rowsUpTo + n : high.rowsUpTo - n };
}

/** The rows after the position `after`, up to the position `upTo`; null means the beginning or the end of the list. */
type PositionRange = { after: ListPosition | null; upTo: ListPosition | null };

/** Returns the `from` and `where` clauses that select the rows of a range: one for the rows in the groups, and one for the extra row. */
function selectRange(query: ListQuery, order: RowOrder, range: PositionRange): Fragment[] {
  return rangeConditions(order, range).flatMap((conditions) => selectRows(query, conditions));
}

function selectRows({ db, tables, filter, order }: ListQuery, conditions: readonly Condition[]): Fragment[] {
  const rows = fragment`from ${quoteName(tables.rows)} as r`;
  // Without this hint, SQLite may read all rows of the range, also the rows of other groups.
  const index = dialectOf(db) === 'postgres' ? rawSql('') : groupIndexHint(tables, order);
  const inGroups = fragment`${rows} ${index} where ${joinWithAnd([...groupConditions(db, fragment`r.group_id`, filter.groups), ...conditions])}`;
  return filter.extraRow
    ? [
        inGroups,
        fragment`${rows} where ${joinWithAnd([matchingExtraRowCondition(tables, filter.extraRow), ...conditions])}`,
      ]
    : [inGroups];
}

/**
 * Returns one list of conditions for each part of a range. A range with only one position can have many rows, so it has two parts: the rows
 * with the same first key as this position, and the rows with another first key. SQLite needs half the time to compare only the first key
 * instead of all keys.
 */
function rangeConditions(order: RowOrder, { after, upTo }: PositionRange): Condition[][] {
  const position = after ?? upTo;
  if (position === null || (after !== null && upTo !== null))
    return [[...afterCondition(order, { after }), ...upToCondition(order, { upTo })]];
  const { keys, direction } = order;
  const [firstKey, otherKeys] = [keys[0], { direction, keys: keys.slice(1) }];
  const isBeyond = rawSql((direction === 'asc') === (after !== null) ? '>' : '<');
  const otherKeyValues = position.slice(1);
  const tieConditions =
    after === null
      ? upToCondition(otherKeys, { upTo: otherKeyValues })
      : afterCondition(otherKeys, { after: otherKeyValues });
  return [
    [fragment`${firstKey} ${isBeyond} ${position[0]}`],
    [fragment`${firstKey} = ${position[0]}`, ...tieConditions],
  ];
}

const upToCondition = ({ keys, direction }: RowOrder, { upTo }: Pick<PositionRange, 'upTo'>): Condition[] =>
  upTo
    ? [fragment`(${joinFragments(keys)}) ${rawSql(direction === 'asc' ? '<=' : '>=')} (${joinFragments([...upTo])})`]
    : [];
