import { dialectOf } from '#server/database/foundation.ts';
import { joinFragments, limitTo, quoteName, fragment, runFragment } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import type { ListPosition } from '#server/database/queries/keyset.ts';
import { textMatchCondition } from '#server/platform/search/search-index.repository.ts';
import type { KeywordHits, SearchIndex } from '#server/platform/search/search-index.repository.ts';
import type { SearchWords } from '#server/platform/search/search-terms.ts';
import {
  afterCondition,
  countRows,
  createOrderOfSelectedKeys,
  filterConditions,
  idColumn,
  joinWithAnd,
  orderBy,
  preventIndexUse,
  selectKeys,
} from './chosen-rows.repository.ts';
import type { ListQuery, RowOrder } from './chosen-rows.repository.ts';
import { joinRowById, readSelectedKeys, runPositionsStatement } from './grouped-list.repository.ts';
import type { ListCounts } from './list-plan.ts';
import type { ListSlice } from './place-page.ts';

/** A query of a list, the words that the rows must contain, and the search index of the texts of the rows. */
export type SearchQuery = ListQuery & { index: SearchIndex; searchWords: SearchWords; counts: ListCounts };

/**
 * The page to read of the hits, which are the rows that the search index finds. `hitShare` is the fraction of all rows that contain the
 * words, from 0 to 1.
 */
type HitsPage = { order: RowOrder; slice: ListSlice; hits: KeywordHits; hitShare: number };

/**
 * Finds all hits, and reads the first of them in the order of the list. This method of a search takes longest if the words are common and
 * the matching rows are far from the start of the order.
 */
export async function readFirstHits(query: SearchQuery, page: HitsPage): Promise<ListPosition[]> {
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
export const fromRowsOfHits = ({ db, tables }: Pick<ListQuery, 'db' | 'tables'>, statement: Fragment): Fragment =>
  dialectOf(db) === 'postgres'
    ? fragment`from (select * from ${quoteName(tables.rows)} as r where ${idColumn(tables)} = any(array(${statement})) offset 0) as r`
    : fragment`from (${statement}) as h ${joinRowById(db, tables, fragment`h.id`)}`;
