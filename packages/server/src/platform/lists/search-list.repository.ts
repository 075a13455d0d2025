import { findHits, wordsCondition, textMatchCondition } from '#server/platform/search/search-index.repository.ts';
import type { KeywordHits } from '#server/platform/search/search-index.repository.ts';
import {
  joinWithAnd,
  countRows,
  createOrder,
  filterConditions,
  orderBy,
  createOrderOfSelectedKeys,
  selectKeys,
} from './chosen-rows.repository.ts';
import type { RowOrder } from './chosen-rows.repository.ts';
import { fromRowsOfHits, readFirstHits } from './first-hits.repository.ts';
import type { SearchQuery } from './first-hits.repository.ts';
import {
  joinRowById,
  readSelectedKeys,
  selectByMergingGroups,
  runPositionsStatement,
  selectMatching,
  sortedPage,
  selectByIndexWalk,
  selectByLimitedIndexWalk,
} from './grouped-list.repository.ts';
import {
  isListSmall,
  isCommonKeyword,
  maxCountedRows,
  maxCountedHits,
  maxReadHits,
  maxSampledRows,
  chooseSearchMethod,
  computeMaxMergedRows,
  computeMaxWalkedEntries,
  mergeCosts,
} from './list-plan.ts';
import type { PositionsResult, ListSlice, ListTotal } from './place-page.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { quoteName, fragment, limitTo, runFragment, rawSql } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';

/**
 * Reads a slice of the rows that contain a keyword. If the search index finds at most two thousand rows, all of them are read and sorted.
 * If the index finds more rows, the method depends on how common the words are, and on the number of rows in the caller's scope.
 */
export async function searchPositions(query: SearchQuery, slice: ListSlice): Promise<PositionsResult> {
  const { db, index, searchWords, counts } = query;
  if (counts.total === 0) return { positions: [], listTotal: { total: 0 } };
  const order = createOrder(query.order, slice.isReversed);
  const testingQuery = addTextTest(query);
  const hits = await findHits(db, index, searchWords);
  if (hits === null) return searchWithoutIndex(testingQuery, order, slice);
  if (isListSmall(counts) && isCommonKeyword(counts, hits.share))
    return readGatheredPage(testingQuery, { order, slice, matchingRows: selectMatching(testingQuery, order) });
  const sample = (await sampleFirstRows(query, hits)) ?? (await sampleHits(query, hits));
  if (sample.n === 0) return { positions: [], listTotal: { total: 0 } };
  const exactQuery = hits.isExact ? query : testingQuery;
  if (sample.n <= maxReadHits)
    return readGatheredPage(exactQuery, { order, slice, matchingRows: selectHitRows(exactQuery, order, hits) });
  const hitShare = Math.min(1, sample.n / Math.max(sample.maxId, 1));
  const mergeCostOfGroup = mergeCosts[dialectOf(db)].costOfGroup;
  const method = chooseSearchMethod(counts, { share: hitShare, mergeCostOfGroup }, slice.skip + slice.limit);
  if (method === 'gather')
    return readGatheredPage(testingQuery, { order, slice, matchingRows: selectMatching(testingQuery, order) });
  const minimumTotal = createMinimumTotal(Math.max(Math.min((sample.matchingHits ?? 0) - 1, maxCountedRows), 0));
  if (method !== 'hits') {
    const rowNumber = slice.skip + slice.limit;
    const limit =
      method === 'walk'
        ? computeMaxWalkedEntries(counts, hitShare, rowNumber)
        : computeMaxMergedRows(rowNumber, hitShare);
    const positionsStatement =
      method === 'walk'
        ? selectByLimitedIndexWalk(testingQuery, order, { limit, slice })
        : mergeLimited(query, order, { limit, slice });
    const positions = await runPositionsStatement(query, positionsStatement);
    const isComplete = (method === 'walk' ? counts.allRows : counts.rowsInGroups) <= limit;
    if (positions.length === slice.limit || isComplete)
      return { positions, listTotal: correctTotal(minimumTotal, slice, positions.length) };
  }
  const positions = await readFirstHits(moveToReaderThread(query), { order, slice, hits, hitShare });
  return { positions, listTotal: correctTotal(minimumTotal, slice, positions.length) };
}

const createMinimumTotal = (total: number): ListTotal => ({ total, totalIsMinimum: true });

/**
 * Corrects the counted total if the page shows that the list has more rows. If the page is the last page, its rows give the exact total.
 */
function correctTotal(
  minimumTotal: ListTotal,
  { after, isReversed, skip, limit }: ListSlice,
  matchingRows: number,
): ListTotal {
  if (!minimumTotal.totalIsMinimum || after !== null || isReversed) return minimumTotal;
  if (matchingRows < limit && (matchingRows > 0 || skip === 0)) return { total: skip + matchingRows };
  return skip + matchingRows > minimumTotal.total ? createMinimumTotal(skip + matchingRows - 1) : minimumTotal;
}

/** Returns the same query, which then runs on a reader thread, because it may take longer than a few milliseconds. */
const moveToReaderThread = <Query extends SearchQuery>(query: Query): Query => ({
  ...query,
  db: dbForLongReads(query.db),
});

/** Returns the same query with a condition that tests the text of each row. */
const addTextTest = <Query extends SearchQuery>(query: Query): Query => ({
  ...query,
  filter: {
    ...query.filter,
    where: [...(query.filter.where ?? []), textMatchCondition(query, quoteName(`r.${query.tables.id}`))],
  },
});

/**
 * `n` is the number of hits (rows that the search index finds), but counting stops after `maxReadHits`. `maxId` is the largest id of these
 * hits. If there are more hits than `maxReadHits`, `matchingHits` is the number of the first hits that match the words and the filter;
 * otherwise it is null.
 */
type Sample = { n: number; maxId: number; matchingHits: number | null };

/**
 * Estimates from the first texts of the table how common the words are. The function is for PostgreSQL, whose trigram index reads all hits
 * before it returns the first hit. Returns null if the words are not common.
 */
async function sampleFirstRows(query: SearchQuery, hits: KeywordHits): Promise<Sample | null> {
  const { db, tables, index, searchWords, counts } = query;
  if (dialectOf(db) !== 'postgres' || !isCommonKeyword(counts, hits.share)) return null;
  const textCount = Math.min(maxSampledRows, Math.ceil(maxCountedHits / hits.share));
  const conditions = filterConditions(query);
  const row = conditions.length === 0 ? rawSql('') : joinRowById(db, tables, fragment`h.id`);
  const id = quoteName(`s.${index.id}`);
  const [sample] = await runFragment<Sample>(
    db,
    fragment`with h as materialized (
        select ${id} as id from (select * from ${quoteName(index.texts)} as s order by ${id} limit ${textCount}) as s
        where ${wordsCondition(db, searchWords)})
      select count(*) as n, coalesce(max(id), 0) as max_id, (select count(*) from h ${row} where ${joinWithAnd(conditions)}) as matching_hits from h`,
  );
  const rowsWithWords = ((sample?.n ?? 0) / textCount) * counts.allRows;
  return sample && rowsWithWords > 2 * maxReadHits
    ? { ...sample, n: Math.ceil(rowsWithWords), maxId: counts.allRows }
    : null;
}

/** Counts the hits and the matching hits in one statement, so that the search index is searched only once. */
async function sampleHits(query: SearchQuery, { statement, isExact }: KeywordHits): Promise<Sample> {
  const { db, tables, index, searchWords } = query;
  const conditions = filterConditions(query);
  const id = fragment`h.id`;
  const row = conditions.length === 0 ? rawSql('') : joinRowById(db, tables, id);
  // A join reads the texts faster than a subquery in the condition.
  const textRow = isExact
    ? rawSql('')
    : fragment`cross join ${quoteName(index.texts)} as s on ${quoteName(`s.${index.id}`)} = ${id}`;
  const conditionsOfHit = isExact ? conditions : [...conditions, wordsCondition(db, searchWords)];
  const matching = fragment`select h.id from (select id from h ${limitTo(maxCountedHits)}) as h ${row} ${textRow}
    where ${joinWithAnd(conditionsOfHit)} ${limitTo(maxCountedRows + 1)}`;
  const matchingCount = isListSmall(query.counts)
    ? rawSql('null')
    : fragment`case when n > ${maxReadHits} then (select count(*) from (${matching}) as m) end`;
  const [sample] = await runFragment<Sample>(
    db,
    fragment`with h as materialized (${statement} ${limitTo(maxReadHits + 1)}),
      seen as materialized (select count(*) as n, coalesce(max(id), 0) as max_id from h)
      select n, max_id, ${matchingCount} as matching_hits from seen`,
  );
  return sample ?? { n: 0, maxId: 0, matchingHits: null };
}

/** Returns the statement that selects the rows of all hits that match the filter, in any order. */
const selectHitRows = (query: SearchQuery, order: RowOrder, { statement }: KeywordHits): Fragment =>
  fragment`select ${selectKeys(order)} ${fromRowsOfHits(query, fragment`${statement} ${limitTo(maxReadHits + 1)}`)}
    where ${joinWithAnd(filterConditions(query))}`;

type GatheredPage = { order: RowOrder; slice: ListSlice; matchingRows: Fragment };

/** Reads one page of the rows that the statement `matchingRows` selects, and counts all these rows. */
async function readGatheredPage(
  query: SearchQuery,
  { order, slice, matchingRows }: GatheredPage,
): Promise<PositionsResult> {
  const rows = await runFragment<Record<string, string | number | null> & { total: number }>(
    query.db,
    fragment`with fitting as materialized (${matchingRows}) select c.total, p.*
      from (select count(*) as total from fitting) as c left join (${sortedPage(order, slice)}) as p on 1 = 1
      ${orderBy(createOrderOfSelectedKeys(order))}`,
  );
  return { positions: readSelectedKeys(query, rows), listTotal: { total: rows[0]?.total ?? 0 } };
}

/** Returns the statement that merges the groups, and tests the texts of a limited number of their rows. */
function mergeLimited(
  query: SearchQuery,
  order: RowOrder,
  { limit, slice }: { limit: number; slice: ListSlice },
): Fragment {
  const limitedRows = selectByMergingGroups(query, order, { ...slice, skip: 0, limit });
  const id = quoteName(`m.key${order.keys.length - 1}`);
  return fragment`select * from (${limitedRows}) as m where ${textMatchCondition(query, id)}
    ${limitTo(slice.limit)} offset ${slice.skip}`;
}

/**
 * Searches the texts of all rows in the caller's scope without the search index. The function is used while the index is being filled, and
 * for words without letters and digits.
 */
async function searchWithoutIndex(
  testingQuery: SearchQuery,
  order: RowOrder,
  slice: ListSlice,
): Promise<PositionsResult> {
  const threadQuery = moveToReaderThread(testingQuery);
  const { db, tables } = threadQuery;
  const n = await countRows(
    db,
    fragment`select 1 from ${quoteName(tables.rows)} as r where ${joinWithAnd(filterConditions(testingQuery))} ${limitTo(maxCountedRows + 1)}`,
  );
  const total = n > maxCountedRows ? createMinimumTotal(maxCountedRows) : { total: n };
  const positions = await runPositionsStatement(threadQuery, selectByIndexWalk(testingQuery, order, slice));
  return { positions, listTotal: correctTotal(total, slice, positions.length) };
}
