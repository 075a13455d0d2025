import { hitsOf, matches, textMatches } from '#server/platform/search/search-index.repository.ts';
import type { Hits, SearchIndex } from '#server/platform/search/search-index.repository.ts';
import type { Sought } from '#server/platform/search/search-terms.ts';
import {
  all,
  behindOf,
  countRows,
  isChosen,
  orderBy,
  orderOf,
  selected,
  selectedOrder,
  unindexed,
} from './chosen-rows.repository.ts';
import type { Chosen, RowOrder } from './chosen-rows.repository.ts';
import { gathered, joinRow, merge, placesIn, sortedPage, walk, walkSome } from './grouped-list.repository.ts';
import { mostCounted, mostLooked, searchWayOf, walkBudget } from './list-plan.ts';
import type { Counted } from './list-plan.ts';
import type { ListPosition } from '#server/database/keyset.ts';
import type { Found, ListSlice, ListTotal } from './place-page.ts';
import { name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { longReads } from '#server/database/long-reads.ts';

/** A list, the words that its rows must contain, and the index of their texts. */
export type Searched = Chosen & { index: SearchIndex; sought: Sought; counted: Counted };

/**
 * A part of a list by a keyword. First the index is asked for two thousand rows: if there are no more, they are gathered. Of more, it depends on
 * how common the words are, and on how many rows are in scope.
 */
export async function searchPlaces(searched: Searched, stretch: ListSlice): Promise<Found> {
  const { db, index, sought, counted } = searched;
  if (counted.total === 0) return { places: [], counted: { total: 0 } };
  const order = orderOf(searched.order, stretch.turned);
  const confirmed = confirm(searched);
  const hits = await hitsOf(db, index, sought);
  if (hits === null) return withoutIndex(confirmed, order, stretch);
  const look = await lookAt(searched, hits);
  if (look.n === 0) return { places: [], counted: { total: 0 } };
  const tested = hits.isExact ? searched : confirmed;
  if (look.n <= mostLooked) return gatherFound(tested, { order, stretch, found: hitRows(tested, order, hits) });
  const share = Math.min(1, look.n / Math.max(look.far, 1));
  const way = searchWayOf(counted, share, stretch.skip + stretch.most);
  if (way === 'gather') return gatherFound(confirmed, { order, stretch, found: gathered(confirmed, order) });
  const total = await countHits(searched, hits);
  if (way !== 'hits') {
    const statement =
      way === 'walk' ? walkSome(confirmed, order, { most: walkBudget, stretch }) : mergeSome(searched, order, stretch);
    const places = await placesIn(searched, statement);
    const isAll = (way === 'walk' ? counted.everyone : counted.inGroups) <= walkBudget;
    if (places.length === stretch.most || isAll) return { places, counted: recounted(total, stretch, places.length) };
  }
  const places = await firstHits(onReaderThread(searched), { order, stretch, hits });
  return { places, counted: recounted(total, stretch, places.length) };
}

const manyOf = (total: number): ListTotal => ({ total, totalIsMinimum: true });

/** Counting may have stopped before the page that was read, and the last page says how many there are. */
function recounted(counted: ListTotal, { after, turned, skip, most }: ListSlice, found: number): ListTotal {
  if (!counted.totalIsMinimum || after !== null || turned) return counted;
  if (found < most && (found > 0 || skip === 0)) return { total: skip + found };
  return skip + found > counted.total ? manyOf(skip + found - 1) : counted;
}

/** The same list, for a read that may take longer than some milliseconds. */
const onReaderThread = <List extends Searched>(searched: List): List => ({ ...searched, db: longReads(searched.db) });

/** The same list with a test of each row's text. */
const confirm = <List extends Searched>(searched: List): List => ({
  ...searched,
  choice: {
    ...searched.choice,
    where: [...(searched.choice.where ?? []), textMatches(searched, name(`r.${searched.tables.id}`))],
  },
});

/** How many hits there are, up to one more than are counted, and the largest id among them. */
async function lookAt({ db }: Searched, { statement }: Hits): Promise<{ n: number; far: number }> {
  const [seen] = await run<{ n: number; far: number }>(
    db,
    part`select count(*) as n, coalesce(max(id), 0) as far from (${statement} limit ${mostLooked + 1}) as h`,
  );
  return seen ?? { n: 0, far: 0 };
}

/** The rows of the hits that are wanted, in any order. */
const hitRows = (searched: Searched, order: RowOrder, { statement }: Hits): Fragment =>
  part`select ${selected(order)} from (${statement} limit ${mostLooked + 1}) as h
    ${joinRow(searched.db, searched.tables, part`h.id`)}
    where ${all(isChosen(searched))}`;

type Gathering = { order: RowOrder; stretch: ListSlice; found: Fragment };

/** A page of what a statement finds, with the number of all that it finds. */
async function gatherFound({ db }: Searched, { order, stretch, found }: Gathering): Promise<Found> {
  const rows = await run<Record<string, string | number | null> & { total: number }>(
    db,
    part`with fitting as materialized (${found}) select c.total, p.*
      from (select count(*) as total from fitting) as c left join (${sortedPage(order, stretch)}) as p on 1 = 1
      ${orderBy(selectedOrder(order))}`,
  );
  const places = rows
    .filter(({ key0 }) => key0 !== null)
    .map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
  return { places, counted: { total: rows[0]?.total ?? 0 } };
}

/** Counts the hits in scope, up to a thousand; looks at as many of them as were found at first, and there are more. */
async function countHits(searched: Searched, { statement, isExact }: Hits): Promise<ListTotal> {
  const { db, tables, index, sought } = searched;
  const chosen = isChosen(searched);
  const id = part`h.id`;
  // A joined text is read faster than one in a condition, but only after the conditions on the row.
  const row = chosen.length === 0 ? text('') : joinRow(db, tables, id);
  const texts = isExact ? text('') : part`cross join ${name(index.texts)} as s on ${name(`s.${index.id}`)} = ${id}`;
  const tests = isExact ? chosen : [...chosen, matches(db, sought)];
  const n = await countRows(
    db,
    part`select h.id from (${statement} limit ${mostLooked}) as h ${row} ${texts} where ${all(tests)} limit ${mostCounted + 1}`,
  );
  return manyOf(Math.max(Math.min(n - 1, mostCounted), 0));
}

/** The merged groups, of which only some are tested for the words. */
function mergeSome(searched: Searched, order: RowOrder, stretch: ListSlice): Fragment {
  const entries = merge(searched, order, { ...stretch, skip: 0, most: walkBudget });
  const id = name(`m.key${order.keys.length - 1}`);
  return part`select * from (${entries}) as m where ${textMatches(searched, id)}
    limit ${stretch.most} offset ${stretch.skip}`;
}

type HitsPage = { order: RowOrder; stretch: ListSlice; hits: Hits };

/**
 * Sorts the keys of all hits, keeps only the first ones, and confirms their texts. Most hits contain the words; where too few of the kept ones
 * do, more are kept. Words that are common and whose rows come last cost the most here.
 */
async function firstHits(searched: Searched, { order, stretch, hits }: HitsPage): Promise<ListPosition[]> {
  const { db, tables } = searched;
  const sorted = unindexed(db, order);
  const needed = stretch.skip + stretch.most;
  for (let kept = needed * 10; ; kept *= 10) {
    const inOrder = part`select ${selected(sorted)} from (${hits.statement}) as h ${joinRow(db, tables, part`h.id`)}
      where ${all([...behindOf(sorted, stretch), ...isChosen(searched)])} ${orderBy(selectedOrder(order))} limit ${kept}`;
    const id = name(`m.key${order.keys.length - 1}`);
    const test = hits.isExact ? all([]) : textMatches(searched, id);
    const statement = part`select * from (${inOrder}) as m where ${test} limit ${stretch.most} offset ${stretch.skip}`;
    // Only the result of one round says whether another is needed.
    /* oxlint-disable no-await-in-loop */
    const rows = await placesIn(searched, statement);
    if (rows.length === stretch.most || hits.isExact || (await countRows(db, inOrder)) < kept) return rows;
    /* oxlint-enable no-await-in-loop */
  }
}

/** All texts in scope are read: while the index is being filled, and for words of signs alone. */
async function withoutIndex(confirmed: Searched, order: RowOrder, stretch: ListSlice): Promise<Found> {
  const onThread = onReaderThread(confirmed);
  const { db, tables } = onThread;
  const n = await countRows(
    db,
    part`select 1 from ${name(tables.rows)} as r where ${all(isChosen(confirmed))} limit ${mostCounted + 1}`,
  );
  const total = n > mostCounted ? manyOf(mostCounted) : { total: n };
  const places = await placesIn(onThread, walk(confirmed, order, stretch));
  return { places, counted: recounted(total, stretch, places.length) };
}
