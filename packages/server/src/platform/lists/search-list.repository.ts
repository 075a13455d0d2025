import { findHits, wordsCondition, textMatchCondition } from '#server/platform/search/search-index.repository.ts';
import type { KeywordHits, SearchIndex } from '#server/platform/search/search-index.repository.ts';
import {
  joinWithAnd,
  countRows,
  createOrder,
  filterConditions,
  orderBy,
  createOrderOfSelectedKeys,
  selectKeys,
  afterCondition,
  idColumn,
  preventIndexUse,
} from './list-filter.repository.ts';
import type { RowOrder, ListQuery } from './list-filter.repository.ts';
import {
  joinRowById,
  readSelectedKeys,
  selectByMergingGroups,
  runPositionsStatement,
  selectMatching,
  sortedPage,
  selectByIndexWalk,
  selectByLimitedIndexWalk,
} from './read-list.repository.ts';
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
import type { PositionsResult, ListSlice, ListTotal, ListPosition } from './list-page.repository.ts';
import {
  dialectOf,
  quoteName,
  fragment,
  limitTo,
  runFragment,
  rawSql,
  joinFragments,
} from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import type { SearchWords } from '#server/platform/search/search-text.ts';
import type { ListCounts } from './list-plan.ts';

/** A query of a list, the words that the rows must contain, and the search index of the texts of the rows. */
type SearchQuery = ListQuery & { index: SearchIndex; searchWords: SearchWords; counts: ListCounts };

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

/**
 * The page to read of the hits, which are the rows that the search index finds. `hitShare` is the fraction of all rows that contain the
 * words, from 0 to 1.
 */
type HitsPage = { order: RowOrder; slice: ListSlice; hits: KeywordHits; hitShare: number };

/**
 * Finds all hits, and reads the first of them in the order of the list. This method of a search takes longest if the words are common and
 * the matching rows are far from the start of the order.
 */
async function readFirstHits(query: SearchQuery, page: HitsPage): Promise<ListPosition[]> {
  return (await readFirstTexts(query, page)) ?? readFirstRows(query, page);
}

/**
 * The number of search texts that are sorted if the list also has a filter. Rows of one country are often next to each other in the list,
 * so the number is much higher than the average number of texts that a page needs. Sorting more texts would take longer than reading the
 * rows of all hits.
 */
const filteredTexts = 8000;

/**
 * Reads the sort keys from the table of search texts. This method works only on PostgreSQL, which reads the text of each hit anyway. Of the
 * table of rows, only the rows of the first texts are read, to see whether they match the filter. Returns null if the keys are not in the
 * table of texts, if too few rows match, or if there are so few hits that reading the rows of all of them takes less time.
 */
async function readFirstTexts(
  query: SearchQuery,
  { order, slice, hits, hitShare }: HitsPage,
): Promise<ListPosition[] | null> {
  const { db, tables, index, counts } = query;
  const keyNames = query.order.keys;
  const conditions = filterConditions(query);
  if (conditions.length > 0 && hitShare * counts.allRows <= 2 * filteredTexts) return null;
  const textLimit = conditions.length === 0 ? 10 * (slice.skip + slice.limit) : filteredTexts;
  const areKeysInTexts = keyNames.every((key) => key === index.id || index.sortKeys.includes(key));
  if (!hits.createTextsClause || !areKeysInTexts || slice.skip + slice.limit > textLimit) return null;
  const textOrder: RowOrder = { keys: keyNames.map((key) => quoteName(`s.${key}`)), direction: order.direction };
  // `offset 0` prevents that PostgreSQL reads the texts in the order of the list and tests each of them.
  const texts = fragment`select ${joinFragments(textOrder.keys)} ${hits.createTextsClause(hitShare)} offset 0`;
  const firstTexts = fragment`select ${selectKeys(textOrder)} from (${texts}) as s
    where ${joinWithAnd(afterCondition(textOrder, slice))} ${orderBy(textOrder)} ${limitTo(textLimit)}`;
  const matchingTexts = fragment`select m.* from m ${joinRowById(db, tables, quoteName(`m.key${keyNames.length - 1}`))}
    where ${joinWithAnd(conditions)} ${limitTo(slice.limit)} offset ${slice.skip}`;
  const rows = await runFragment<Record<string, string | number | null> & { textCount: number }>(
    db,
    fragment`with m as materialized (${firstTexts}) select c.text_count, p.*
      from (select count(*) as text_count from m) as c left join (${matchingTexts}) as p on 1 = 1
      ${orderBy(createOrderOfSelectedKeys(order))}`,
  );
  const positions = readSelectedKeys(query, rows);
  const areAllTextsRead = (rows[0]?.textCount ?? 0) < textLimit;
  return positions.length === slice.limit || areAllTextsRead ? positions : null;
}

/**
 * Sorts the keys of all hits, keeps the first keys, and tests whether the texts of these hits contain the words. Most hits contain the
 * words; some do not, because the index is not exact. If too few of the kept hits contain the words, more hits are kept.
 */
async function readFirstRows(query: SearchQuery, { order, slice, hits, hitShare }: HitsPage): Promise<ListPosition[]> {
  const { db, index } = query;
  const hitIds = hits.createTextsClause
    ? fragment`select ${quoteName(`s.${index.id}`)} as id ${hits.createTextsClause(hitShare)}`
    : hits.statement;
  const unindexedOrder = preventIndexUse(db, order);
  const id = quoteName(`m.key${order.keys.length - 1}`);
  for (let keyLimit = (slice.skip + slice.limit) * 10; ; keyLimit *= 10) {
    const firstKeys = fragment`select ${selectKeys(unindexedOrder)} ${fromRowsOfHits(query, hitIds)}
      where ${joinWithAnd([...afterCondition(unindexedOrder, slice), ...filterConditions(query)])} ${orderBy(createOrderOfSelectedKeys(order))} ${limitTo(keyLimit)}`;
    const textTest = hits.isExact ? joinWithAnd([]) : textMatchCondition(query, id);
    // The rounds run one after the other, because the result of a round decides whether another round is needed.
    /* oxlint-disable no-await-in-loop */
    const rows = await runPositionsStatement(
      query,
      fragment`select * from (${firstKeys}) as m where ${textTest} ${limitTo(slice.limit)} offset ${slice.skip}`,
    );
    if (rows.length === slice.limit || hits.isExact || (await countRows(db, firstKeys)) < keyLimit) return rows;
    /* oxlint-enable no-await-in-loop */
  }
}

/**
 * Returns the `from` clause that selects the rows `r` whose ids the given statement selects. PostgreSQL looks up an array of ids in one
 * pass over the index, which takes a third of the time of separate lookups. `offset 0` prevents that PostgreSQL reads the index of the
 * order instead.
 */
const fromRowsOfHits = ({ db, tables }: Pick<ListQuery, 'db' | 'tables'>, statement: Fragment): Fragment =>
  dialectOf(db) === 'postgres'
    ? fragment`from (select * from ${quoteName(tables.rows)} as r where ${idColumn(tables)} = any(array(${statement})) offset 0) as r`
    : fragment`from (${statement}) as h ${joinRowById(db, tables, fragment`h.id`)}`;
