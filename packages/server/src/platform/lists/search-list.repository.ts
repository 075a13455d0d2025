import { sql } from 'kysely';
import { findHits, textMatches } from '#server/platform/search/search-index.repository.ts';
import type { Hits, SearchIndex } from '#server/platform/search/search-index.repository.ts';
import type { SearchWords } from '#server/platform/search/search-terms.ts';
import {
  allOf,
  selectMatching,
  matchesFilter,
  joinRowById,
  merge,
  orderBy,
  createOrder,
  runPositionsStatement,
  selectKeys,
  orderOfSelectedKeys,
  sortedPage,
  walk,
  walkLimited,
} from './grouped-list.repository.ts';
import type { Chosen, Condition } from './grouped-list.repository.ts';
import { maxCounted, maxHitsRead, chooseSearchMethod, walkBudget } from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';
import type { PositionsResult, ListSlice, ListTotal } from './place-page.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
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
  const total = await countHits(testedList, hits);
  if (method !== 'set') {
    const statement =
      method === 'walk'
        ? walkLimited(listWithTextTest, order, { limit: walkBudget, slice })
        : mergeLimited(list, order, slice);
    const places = await runPositionsStatement(list, statement);
    const isComplete = (method === 'walk' ? counted.allRows : counted.rowsInGroups) <= walkBudget;
    if (places.length === slice.limit || isComplete)
      return { places, counted: correctTotal(total, slice, places.length) };
  }
  const places = await runPositionsStatement(onReaderThread(list), walkHits(testedList, { order, slice, hits }));
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
    where: [...(list.choice.where ?? []), textMatches(list.index, list.sought, sql.ref(`r.${list.tables.id}`))],
  },
});

/** Counts the hits, up to one more than are read, and finds the largest id among them. */
async function sampleHits({ db }: SearchedList, { statement }: Hits): Promise<{ n: number; maxId: number }> {
  const { rows } = await sql<{ n: number; maxId: number }>`
    select count(*) as n, coalesce(max(id), 0) as max_id from (${statement} limit ${maxHitsRead + 1}) as h`.execute(db);
  return rows[0] ?? { n: 0, maxId: 0 };
}

/** Selects the rows of the hits that match the filter, in any order. */
const selectHitRows = (list: SearchedList, order: SortOrder, { statement }: Hits): Condition =>
  sql`select ${selectKeys(order)} from (${statement} limit ${maxHitsRead + 1}) as h
    ${joinRowById(list.db, list.tables, sql`h.id`)}
    where ${allOf(matchesFilter(list))}`;

type GatheredPage = { order: SortOrder; slice: ListSlice; matchingRows: Condition };

/** Reads one page of the rows that a statement selects, and counts all these rows. */
async function readGatheredPage(
  { db }: SearchedList,
  { order, slice, matchingRows }: GatheredPage,
): Promise<PositionsResult> {
  const { rows } = await sql<Record<string, string | number | null> & { total: number }>`
    with fitting as materialized (${matchingRows}) select c.total, p.*
    from (select count(*) as total from fitting) as c left join (${sortedPage(order, slice)}) as p on 1 = 1
    ${orderBy(orderOfSelectedKeys(order))}`.execute(db);
  const places = rows
    .filter(({ key0 }) => key0 !== null)
    .map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
  return { places, counted: { total: rows[0]?.total ?? 0 } };
}

/** Counts the hits in scope, up to a thousand, among the first two thousand hits. There are more hits, so the result is a minimum. */
async function countHits(list: SearchedList, { statement }: Hits): Promise<ListTotal> {
  const { db, tables } = list;
  const n = await countRows(
    db,
    sql`select h.id from (${statement} limit ${maxHitsRead}) as h ${joinRowById(db, tables, sql`h.id`)}
      where ${allOf(matchesFilter(list))} limit ${maxCounted + 1}`,
  );
  return createMinimumTotal(Math.max(Math.min(n - 1, maxCounted), 0));
}

async function countRows(db: Db, statement: Condition): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${statement}) as counted`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Merges the groups, and tests the text of a limited number of their rows. */
function mergeLimited(list: SearchedList, order: SortOrder, slice: ListSlice): Condition {
  const entries = merge(list, order, { ...slice, skip: 0, limit: walkBudget });
  const id = sql.ref(`m.key${order.keys.length - 1}`);
  return sql`select * from (${entries}) as m where ${textMatches(list.index, list.sought, id)}
    limit ${slice.limit} offset ${slice.skip}`;
}

/** Reads the list in its order and selects the rows that are among the hits. This takes longest for common words whose rows come last. */
function walkHits(
  list: SearchedList,
  { order, slice, hits }: { order: SortOrder; slice: ListSlice; hits: Hits },
): Condition {
  const id = sql.ref(`r.${list.tables.id}`);
  const isHit =
    dialectOf(list.db) === 'postgres'
      ? sql`(${id} + 0) = any(array(${hits.statement}))`
      : sql`+${id} in (${hits.statement})`;
  const { choice } = list;
  return walk({ ...list, choice: { ...choice, where: [isHit, ...(choice.where ?? [])] } }, order, slice);
}

/** Searches the texts of all rows in scope: while the index is being filled, and for words that consist of signs. */
async function searchWithoutIndex(
  listWithTextTest: SearchedList,
  order: SortOrder,
  slice: ListSlice,
): Promise<PositionsResult> {
  const threadList = onReaderThread(listWithTextTest);
  const { db, tables } = threadList;
  const n = await countRows(
    db,
    sql`select 1 from ${sql.table(tables.rows)} as r where ${allOf(matchesFilter(listWithTextTest))} limit ${maxCounted + 1}`,
  );
  const total = n > maxCounted ? createMinimumTotal(maxCounted) : { total: n };
  const places = await runPositionsStatement(threadList, walk(listWithTextTest, order, slice));
  return { places, counted: correctTotal(total, slice, places.length) };
}
