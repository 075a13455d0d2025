import { dialectOf } from '#server/database/foundation.ts';
import { fragment, joinFragments, rawSql, runFragment, quoteName } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import type { ListPosition } from '#server/database/queries/keyset.ts';
import {
  afterCondition,
  joinWithAnd,
  createOrder,
  idColumn,
  matchingExtraRowCondition,
  groupIndexHint,
  groupConditions,
  filterConditions,
  orderBy,
  createOrderOfSelectedKeys,
  selectKeys,
} from './chosen-rows.repository.ts';
import type { Condition, ListQuery, RowOrder } from './chosen-rows.repository.ts';
import { joinRowById, readListPositions, runPositionsStatement, sortedPage } from './grouped-list.repository.ts';
import { guessSampleIndex, isCountingCheaper } from './list-plan.ts';
import type { ListCounts, SamplePosition } from './list-plan.ts';
import type { ListSlice } from './place-page.ts';

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
