import { findHits, matchesWords, textMatches } from '#server/platform/search/search-index.repository.ts';
import type { Hits, SearchIndex } from '#server/platform/search/search-index.repository.ts';
import type { SearchWords } from '#server/platform/search/search-terms.ts';
import {
  afterCondition,
  allOf,
  countRows,
  createOrder,
  matchesFilter,
  orderBy,
  orderOfSelectedKeys,
  selectKeys,
  unindexed,
} from './chosen-rows.repository.ts';
import type { Chosen, RowOrder } from './chosen-rows.repository.ts';
import {
  joinRowById,
  merge,
  runPositionsStatement,
  selectMatching,
  sortedPage,
  walk,
  walkLimited,
} from './grouped-list.repository.ts';
import { maxCounted, maxHitsRead, chooseSearchMethod, mergeBudget, walkBudget } from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';
import type { PositionsResult, ListSlice, ListTotal } from './place-page.ts';
import { name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import type { ListPosition } from '#server/database/keyset.ts';
import { longReads } from '#server/database/long-reads.ts';

/** A list, the words that its rows must contain, and the search index of their texts. */
export type SearchedList = Chosen & { index: SearchIndex; sought: SearchWords; counted: ListCounts };

/**
 * Reads a slice of the rows that contain a keyword. If the search index finds at most two thousand rows, all of them are read and sorted.
 * Otherwise the method depends on how common the words are, and on the number of rows in scope.
 */
export async function searchPlaces(list: SearchedList, slice: ListSlice): Promise<PositionsResult> {
  const { db, index, sought, counted } = list;
  if (counted.total === 0) return { places: [], counted: { total: 0 } };
  const order = createOrder(list.order, slice.isReversed);
  const listWithTextTest = addTextTest(list);
  const hits = await findHits(db, index, sought);
  if (hits === null) return searchWithoutIndex(listWithTextTest, order, slice);
  const sample = await sampleHits(list, hits);
  if (sample.n === 0) return { places: [], counted: { total: 0 } };
  const testedList = hits.isExact ? list : listWithTextTest;
  if (sample.n <= maxHitsRead)
    return readGatheredPage(testedList, { order, slice, matchingRows: selectHitRows(testedList, order, hits) });
  const hitShare = Math.min(1, sample.n / Math.max(sample.maxId, 1));
  const method = chooseSearchMethod(counted, hitShare, slice.skip + slice.limit);
  if (method === 'gather')
    return readGatheredPage(listWithTextTest, { order, slice, matchingRows: selectMatching(listWithTextTest, order) });
  const total = createMinimumTotal(Math.max(Math.min((sample.matching ?? 0) - 1, maxCounted), 0));
  if (method !== 'hits') {
    const limit = method === 'walk' ? walkBudget : mergeBudget(slice.skip + slice.limit, hitShare);
    const read =
      method === 'walk'
        ? walkLimited(listWithTextTest, order, { limit, slice })
        : mergeLimited(list, order, { limit, slice });
    const places = await runPositionsStatement(list, read);
    const isComplete = (method === 'walk' ? counted.allRows : counted.rowsInGroups) <= limit;
    if (places.length === slice.limit || isComplete)
      return { places, counted: correctTotal(total, slice, places.length) };
  }
  const places = await readFirstHits(onReaderThread(list), { order, slice, hits });
  return { places, counted: correctTotal(total, slice, places.length) };
}

const createMinimumTotal = (total: number): ListTotal => ({ total, totalIsMinimum: true });

/** Corrects a total whose counting stopped before the rows of the page. After the last page, the exact total is known. */
function correctTotal(
  counted: ListTotal,
  { after, isReversed, skip, limit }: ListSlice,
  matchingRows: number,
): ListTotal {
  if (!counted.totalIsMinimum || after !== null || isReversed) return counted;
  if (matchingRows < limit && (matchingRows > 0 || skip === 0)) return { total: skip + matchingRows };
  return skip + matchingRows > counted.total ? createMinimumTotal(skip + matchingRows - 1) : counted;
}

/** Returns the same list, to be read on a reader thread because it may take longer than some milliseconds. */
const onReaderThread = <List extends SearchedList>(list: List): List => ({ ...list, db: longReads(list.db) });

/** Returns the same list with a condition that tests the text of each row. */
const addTextTest = <List extends SearchedList>(list: List): List => ({
  ...list,
  choice: {
    ...list.choice,
    where: [...(list.choice.where ?? []), textMatches(list, name(`r.${list.tables.id}`))],
  },
});

/** The hits, up to one more than are read, the largest id among them, and if there are more, how many of them match: up to a thousand. */
type Sample = { n: number; maxId: number; matching: number | null };

/** All of it is one statement, because the hits are found only once. */
async function sampleHits(list: SearchedList, { statement, isExact }: Hits): Promise<Sample> {
  const { db, tables, index, sought } = list;
  const conditions = matchesFilter(list);
  const id = part`h.id`;
  const row = conditions.length === 0 ? text('') : joinRowById(db, tables, id);
  // A joined text is read faster than one in a condition.
  const textRow = isExact ? text('') : part`cross join ${name(index.texts)} as s on ${name(`s.${index.id}`)} = ${id}`;
  const tests = isExact ? conditions : [...conditions, matchesWords(db, sought)];
  const matching = part`select h.id from h ${row} ${textRow} where ${allOf(tests)} limit ${maxCounted + 1}`;
  const [sample] = await run<Sample>(
    db,
    part`with h as materialized (${statement} limit ${maxHitsRead + 1}),
      seen as materialized (select count(*) as n, coalesce(max(id), 0) as max_id from h)
      select n, max_id, case when n > ${maxHitsRead} then (select count(*) from (${matching}) as m) end as matching from seen`,
  );
  return sample ?? { n: 0, maxId: 0, matching: null };
}

/** Selects the rows of the hits that match the filter, in any order. */
const selectHitRows = (list: SearchedList, order: RowOrder, { statement }: Hits): Fragment =>
  part`select ${selectKeys(order)} from (${statement} limit ${maxHitsRead + 1}) as h
    ${joinRowById(list.db, list.tables, part`h.id`)}
    where ${allOf(matchesFilter(list))}`;

type GatheredPage = { order: RowOrder; slice: ListSlice; matchingRows: Fragment };

/** Reads one page of the rows that a statement selects, and counts all these rows. */
async function readGatheredPage(
  { db }: SearchedList,
  { order, slice, matchingRows }: GatheredPage,
): Promise<PositionsResult> {
  const rows = await run<Record<string, string | number | null> & { total: number }>(
    db,
    part`with fitting as materialized (${matchingRows}) select c.total, p.*
      from (select count(*) as total from fitting) as c left join (${sortedPage(order, slice)}) as p on 1 = 1
      ${orderBy(orderOfSelectedKeys(order))}`,
  );
  const places = rows
    .filter(({ key0 }) => key0 !== null)
    .map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
  return { places, counted: { total: rows[0]?.total ?? 0 } };
}

/** Merges the groups, and tests the text of a limited number of their rows. */
function mergeLimited(
  list: SearchedList,
  order: RowOrder,
  { limit, slice }: { limit: number; slice: ListSlice },
): Fragment {
  const entries = merge(list, order, { ...slice, skip: 0, limit });
  const id = name(`m.key${order.keys.length - 1}`);
  return part`select * from (${entries}) as m where ${textMatches(list, id)}
    limit ${slice.limit} offset ${slice.skip}`;
}

type HitsPage = { order: RowOrder; slice: ListSlice; hits: Hits };

/**
 * Sorts the keys of all hits, keeps the first of them, and tests their texts. Most hits contain the words; if too few of those kept do, more are
 * kept. This takes longest for common words whose rows come last.
 */
async function readFirstHits(list: SearchedList, { order, slice, hits }: HitsPage): Promise<ListPosition[]> {
  const { db, tables } = list;
  const sorted = unindexed(db, order);
  const id = name(`m.key${order.keys.length - 1}`);
  for (let kept = (slice.skip + slice.limit) * 10; ; kept *= 10) {
    const firstKeys = part`select ${selectKeys(sorted)} from (${hits.statement}) as h ${joinRowById(db, tables, part`h.id`)}
      where ${allOf([...afterCondition(sorted, slice), ...matchesFilter(list)])} ${orderBy(orderOfSelectedKeys(order))} limit ${kept}`;
    const test = hits.isExact ? allOf([]) : textMatches(list, id);
    // Only the result of one round shows whether another is needed.
    /* oxlint-disable no-await-in-loop */
    const rows = await runPositionsStatement(
      list,
      part`select * from (${firstKeys}) as m where ${test} limit ${slice.limit} offset ${slice.skip}`,
    );
    if (rows.length === slice.limit || hits.isExact || (await countRows(db, firstKeys)) < kept) return rows;
    /* oxlint-enable no-await-in-loop */
  }
}

/** Searches the texts of all rows in scope: while the index is being filled, and for words that consist of signs. */
async function searchWithoutIndex(
  listWithTextTest: SearchedList,
  order: RowOrder,
  slice: ListSlice,
): Promise<PositionsResult> {
  const threadList = onReaderThread(listWithTextTest);
  const { db, tables } = threadList;
  const n = await countRows(
    db,
    part`select 1 from ${name(tables.rows)} as r where ${allOf(matchesFilter(listWithTextTest))} limit ${maxCounted + 1}`,
  );
  const total = n > maxCounted ? createMinimumTotal(maxCounted) : { total: n };
  const places = await runPositionsStatement(threadList, walk(listWithTextTest, order, slice));
  return { places, counted: correctTotal(total, slice, places.length) };
}
