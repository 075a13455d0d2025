import { sql, type RawBuilder } from 'kysely';
import { parseNumbers } from '#server/database/columns.ts';
import { together } from '#server/database/database.ts';
import { dialectOf, type Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { findHits, textMatchCondition, type SearchIndex } from '#server/platform/search/search-index.repository.ts';
import type { SearchWords } from '#server/platform/search/search-text.ts';
import {
  isAfterPosition,
  maxCountedRows,
  readCounts,
  toListTotal,
  type CursorList,
  type ListPosition,
  type ListSlice,
  type ListTotal,
  type PositionsResult,
  type SortOrder,
} from './list-page.repository.ts';

/**
 * The tables of a long list. `rows` has a narrow row for each record: its `group_id` and the sort keys of each order, each with an index on
 * the keys. `groups` has a row for each combination of filter values; the column `n` counts the records with these values. `tags` and
 * `tagCounts` hold filter values of which a record can have several, such as tools. Triggers keep all of them.
 */
export type ListTables = { rows: string; id: string; groups: string; tags: string; tagCounts: string };

/** A condition, or another part of a statement. */
type Sql = RawBuilder<unknown>;

/**
 * A condition on a row `r`. `candidates` selects with an index the ids of the rows that may match; without an index, the rows are tested in
 * the order of the list.
 */
export type RowCondition = { test: Sql; candidates: Sql | null };

/** A long list with its filters, its order and its keyword. */
export type GroupedList = {
  db: Db;
  tables: ListTables;
  /** The columns of `rows` by which the list is sorted; the last one is the id. */
  keys: readonly string[];
  direction: 'asc' | 'desc';
  /** The first sort key of all rows of a group `g`, if the list is sorted by a value that is also a filter, such as the country. */
  groupKey?: Sql | undefined;
  /** The condition on a group `g`: filters, and the scope of the caller; null for no condition. */
  groups: Sql | null;
  /**
   * Whether the caller may not learn what other rows contain. If few rows match by their group, a search then reads only these: if it read the
   * index of all texts, its time would tell how common a word is elsewhere.
   */
  isScoped: boolean;
  /** A row of another group that also matches if its group meets the condition: the caller's own account. */
  ownRow?: { id: number; groups: Sql } | undefined;
  tag?: string | undefined;
  /** Conditions on a row `r`, of which no counter says how many rows match. */
  where: readonly RowCondition[];
  /**
   * The words that the texts of the rows must contain. With a `phrase`, the rows are sorted by how well their texts match it, before the keys of
   * an ascending order, unless many rows contain the words. Each position then begins with this rank.
   */
  search?: { index: SearchIndex; words: SearchWords; phrase?: string | undefined } | undefined;
};

/**
 * If there are at most this number of candidates (rows among which all matching rows are), all candidates are read, tested and sorted.
 * Otherwise the index of the order is read, and each of its entries is tested, until the page is full.
 */
const maxGatheredRows = 2000;

/** The highest number of index entries that the main thread of SQLite tests, which takes some milliseconds. A reader thread tests more. */
const maxWalkedEntries = 5000;

/** If more rows contain the words of a search, only this number of them is tested to count the rows. */
const maxTestedHits = maxCountedRows + 100;

/** Prepares a long list, so that its pages can be read. */
export function openGroupedList(list: GroupedList): Pick<CursorList, 'countTotal' | 'readSlice'> {
  let resolving: Promise<ResolvedList> | undefined;
  const resolve = () => (resolving ??= resolveGroups(list).then((totals) => ({ ...list, ...totals })));
  return {
    // The total of rows that are tested is counted when a page is read.
    countTotal: async () => (isTested(list) ? null : { total: (await resolve()).total }),
    readSlice: async (slice) =>
      hasAllRows(list) && slice.skip + slice.limit <= maxWalkedEntries
        ? { positions: await walkToTheEnd({ ...list, groupIds: null, firstKeys: null, ownId: null }, slice) }
        : readSlice(await resolve(), slice),
  };
}

/** Whether each row of the table is in the list. A page of such a list is read without the counters. */
const hasAllRows = (list: GroupedList): boolean =>
  !isTested(list) && list.groups === null && list.tag === undefined && list.ownRow === undefined;

/**
 * Counts the rows of several lists with one statement, without knowing their groups: exactly if the counters of the groups give the number,
 * or else up to a thousand.
 */
export async function countGroupedLists(lists: readonly GroupedList[]): Promise<ListTotal[]> {
  const [first] = lists;
  if (first === undefined) return [];
  const counts = await readCounts(dbForLongReads(first.db), await together(...lists.map(createCount)));
  return counts.map((n, at) => (lists[at] && isTested(lists[at]) ? toListTotal(n) : { total: n }));
}

/** No counter says how many rows meet such conditions or contain words. */
const isTested = ({ search, where }: GroupedList): boolean => search !== undefined || where.length > 0;

async function createCount(list: GroupedList): Promise<Sql> {
  const { db, tables, groups } = list;
  const { n, from, ownRow } = selectTotals(list);
  if (!isTested(list))
    return sql`select (select coalesce(sum(${n}), 0) from ${from}) + (select count(*) from ${ownRow})`;
  const matchingList = {
    ...list,
    groupIds: groups && sql`select g.id from ${sql.table(tables.groups)} as g where g.n > 0 and ${groups}`,
    ownId: list.ownRow ? sql`(select ${idOf(tables)} from ${ownRow})` : null,
  };
  if (mayReadOwnRowsOnly(list)) {
    const resolvedList = { ...list, ...(await resolveGroups(list)) };
    if (hasFewRows(resolvedList))
      return sql`select count(*) from (${selectCandidates(resolvedList, selectIdsByGroup(resolvedList), sql`1 as one`)}) as counted`;
  }
  const hits = list.search ? await findHits(db, list.search.index, list.search.words) : null;
  const candidates = hits?.statement ?? list.where.find((condition) => condition.candidates !== null)?.candidates;
  const rows = candidates
    ? selectCandidates(matchingList, candidates, sql`1 as one`, hits?.isExact)
    : sql`select 1 as one from ${sql.table(tables.rows)} as r where ${rowCondition(matchingList)}`;
  return sql`select count(*) from (${rows} limit ${sql.lit(maxCountedRows + 1)}) as counted`;
}

/** A list whose rows can be tested: `groupIds` are the ids of the matching groups, as JSON or as a statement; null for all groups. */
type TestedList = GroupedList & { groupIds: string | Sql | null; ownId: number | Sql | null };

/** A list whose groups are known. `total` is the number of rows that match by their group and tag. */
type ResolvedList = TestedList & {
  allRows: number;
  total: number;
  groupIds: string | null;
  /** The lowest and the highest first key of the matching rows, if the list is sorted by a value of the groups. */
  firstKeys: { lowest: string | number; highest: string | number } | null;
  ownId: number | null;
};

/**
 * Finds the matching groups. Their counters give the exact number of rows, and reading a counter takes the same time for any number of
 * rows. The condition on groups is evaluated only here, because the scope of a salesman takes longer than a page.
 */
async function resolveGroups(list: GroupedList) {
  const { db, tables, groupKey } = list;
  const { n, from, ownRow } = selectTotals(list);
  const { rows } = await sql<GroupTotals>`
    select (select coalesce(sum(n), 0) from ${sql.table(tables.groups)}) as all_rows, coalesce(sum(${n}), 0) as total,
      ${list.groups === null ? sql`null` : aggregateIds(db, sql`g.id`)} as group_ids,
      (select count(*) from ${ownRow}) as own_rows${
        groupKey === undefined
          ? sql``
          : sql`, min(${groupKey}) as lowest, max(${groupKey}) as highest, (select ${groupKey} from ${ownRow}) as own_key`
      }
    from ${from}`.execute(db);
  const [totals] = rows;
  const keys = [totals?.lowest, totals?.highest, totals?.ownKey].filter((key) => key !== null && key !== undefined);
  const sortedKeys = keys.toSorted((a, b) => (a < b ? -1 : 1));
  const [lowest, highest] = [sortedKeys[0], sortedKeys.at(-1)];
  const ownRows = totals?.ownRows ?? 0;
  return {
    allRows: totals?.allRows ?? 0,
    total: (totals?.total ?? 0) + ownRows,
    groupIds: list.groups === null ? null : (totals?.groupIds ?? '[]'),
    firstKeys: lowest === undefined || highest === undefined ? null : { lowest, highest },
    ownId: ownRows > 0 ? (list.ownRow?.id ?? null) : null,
  };
}

/** The matching groups `g` with the counter `n` of their rows, and the own row. */
function selectTotals({ tables, tag, groups, ownRow }: GroupedList) {
  const counts =
    tag === undefined
      ? sql``
      : sql`left join ${sql.table(tables.tagCounts)} as c on c.group_id = g.id and c.tag = ${tag}`;
  return {
    n: tag === undefined ? sql`g.n` : sql`coalesce(c.n, 0)`,
    from: sql`${sql.table(tables.groups)} as g ${counts} where g.n > 0 and ${groups ?? sql`1 = 1`}`,
    ownRow: sql`${sql.table(tables.rows)} as r inner join ${sql.table(tables.groups)} as g on g.id = r.group_id
      where ${idOf(tables)} = ${ownRow?.id ?? 0} and ${ownRow?.groups ?? sql`1 = 0`} and ${tagCondition(tables, tag)}`,
  };
}

type GroupTotals = {
  allRows: number;
  total: number;
  groupIds: string | null;
  ownRows: number;
  lowest?: string | number | null;
  highest?: string | number | null;
  ownKey?: string | number | null;
};

type UncountedList = Omit<ResolvedList, 'allRows' | 'total'>;

async function readSlice(list: ResolvedList, slice: ListSlice): Promise<PositionsResult> {
  if (list.total === 0) return { positions: [], listTotal: { total: 0 } };
  if (list.search) return searchSlice({ ...list, search: list.search }, slice);
  if (list.where.length === 0) return { positions: await readByGroup(list, slice) };
  if (hasFewRows(list)) return gather(list, slice, { candidates: selectIdsByGroup(list) });
  const found = await findFewCandidates(list);
  if (found !== null) return gather(list, slice, { candidates: selectGivenIds(list.db, found) });
  const longReads = { ...list, db: dbForLongReads(list.db) };
  return { positions: await walkToTheEnd(longReads, slice), listTotal: await countMatching(longReads) };
}

/** Finds the candidates of the first condition that has few; null if each has many or needs all rows. */
async function findFewCandidates({ db, where }: ResolvedList): Promise<number[] | null> {
  for (const { candidates } of where) {
    if (candidates === null) continue;
    // Most lists have one or two conditions, and the first of them often has few candidates.
    // oxlint-disable-next-line no-await-in-loop
    const found = await findFew(db, candidates);
    if (found !== null) return found;
  }
  return null;
}

type SearchedList = ResolvedList & { search: NonNullable<GroupedList['search']> };

/**
 * Reads a slice of the rows that contain the words. If the words or the filters have few candidates, these are tested. Otherwise the words
 * are common: the first entries of the index of the order probably fill the page, and if they do not, a reader thread reads all rows that
 * contain the words.
 */
async function searchSlice(list: SearchedList, slice: ListSlice): Promise<PositionsResult> {
  const { db, search } = list;
  const rankedList = search.phrase === undefined ? list : { ...list, keys: [rankKey, ...list.keys] };
  if (mayReadOwnRowsOnly(list) && hasFewRows(list))
    return gather(rankedList, slice, { candidates: selectIdsByGroup(list) });
  const hits = await findHits(db, search.index, search.words);
  const found = hits === null ? null : await lookUp(db, hits.statement);
  if (hits !== null && found !== null && found.length <= maxGatheredRows)
    return gather(rankedList, slice, { candidates: selectGivenIds(db, found), isTextExact: hits.isExact });
  if (hasFewRows(list)) return gather(rankedList, slice, { candidates: selectIdsByGroup(list) });
  if (search.phrase === undefined) return searchManyRows(list, slice, hits && { ...hits, found: found ?? [] });
  const unrankedSlice = { ...slice, after: slice.after && slice.after.slice(1) };
  const page = await searchManyRows(list, unrankedSlice, hits && { ...hits, found: found ?? [] });
  return { ...page, positions: page.positions.map((position) => [sameRank, ...position]) };
}

/** The row that a keyword identifies, such as the owner of a licence, is in the scope of the caller and is read without other rows. */
const mayReadOwnRowsOnly = ({ isScoped, search }: GroupedList): boolean => isScoped && search?.words.row === undefined;

const hasFewRows = ({ total }: ResolvedList): boolean => total <= maxGatheredRows;

/** The key by which ranked rows are sorted first. Many rows all have the same rank. */
const rankKey = 'rank';
const sameRank = 0;

type ManyHits = { statement: Sql; found: readonly number[] } | null;

/** Reads a slice of many rows that may contain the words; without hits, because no index can be used, the text of each row is tested. */
async function searchManyRows(list: SearchedList, slice: ListSlice, hits: ManyHits): Promise<PositionsResult> {
  const { db } = list;
  const longReads = { ...list, db: dbForLongReads(db) };
  if (hits === null)
    return { positions: await walkToTheEnd(longReads, slice), listTotal: await countMatching(longReads) };
  const [positions, tested] = [
    await walkFirstEntries(list, slice),
    await countCandidates(list, selectGivenIds(db, hits.found.slice(0, maxTestedHits))),
  ];
  const total = Math.min(Math.max(tested - 1, 0), maxCountedRows);
  const isComplete = positions.length === slice.limit || list.allRows <= maxWalkedEntries;
  const page = isComplete ? positions : await sortAllHits(longReads, slice, hits.statement);
  return { positions: page, listTotal: correctTotal({ total, totalIsMinimum: true }, slice, page.length) };
}

/**
 * How well the texts of a row match the phrase, 0 for best: a name, a company or a login is the phrase; begins with it as a word; begins with
 * it; contains it; or contains only its words.
 */
function rankRow({ db, tables, search }: GroupedList): Sql {
  if (search?.phrase === undefined) return sql.lit(sameRank);
  const { index, phrase } = search;
  const find = sql.raw(dialectOf(db) === 'postgres' ? 'strpos' : 'instr');
  const text = sql`${'\n'} || s.fold || ${'\n'} || s.machines || ${'\n'}`;
  const rank = (part: string): Sql => sql`${find}(${text}, ${part}) > 0`;
  return sql`(select case when ${rank(`\n${phrase}\n`)} then 0 when ${rank(`\n${phrase} `)} then 1 when ${rank(`\n${phrase}`)} then 2
    when ${rank(phrase)} then 3 else 4 end from ${sql.table(index.texts)} as s where ${sql.ref(`s.${index.id}`)} = ${idOf(tables)})`;
}

/** Corrects the counted total if the page shows that the list has more rows. The rows of the last page give the exact total. */
function correctTotal(minimum: ListTotal, { after, isReversed, skip, limit }: ListSlice, pageRows: number): ListTotal {
  if (after !== null || isReversed) return minimum;
  if (pageRows < limit && (pageRows > 0 || skip === 0)) return { total: skip + pageRows };
  return skip + pageRows > minimum.total ? { total: skip + pageRows - 1, totalIsMinimum: true } : minimum;
}

/** Returns the ids that a statement selects if they are few, so that each of their rows can be read; else null. */
export async function findFew(db: Db, statement: Sql): Promise<number[] | null> {
  const found = await lookUp(db, statement);
  return found.length <= maxGatheredRows ? found : null;
}

/** Runs a look-up, but finds at most one row more than are gathered. Returns the ids. */
async function lookUp(db: Db, statement: Sql): Promise<number[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select ${aggregateIds(db, sql`h.id`)} as ids from (${statement} limit ${sql.lit(maxGatheredRows + 1)}) as h`.execute(
    db,
  );
  return parseNumbers(rows[0]?.ids ?? '[]');
}

/** Selects ids as one JSON text, which is faster than one row for each id. */
const aggregateIds = (db: Db, id: Sql): Sql =>
  dialectOf(db) === 'postgres' ? sql`json_agg(${id})::text` : sql`json_group_array(${id})`;

/** Selects the given ids as one parameter, so that the statement is the same for any number of ids. */
export const selectGivenIds = (db: Db, ids: readonly number[]): Sql =>
  dialectOf(db) === 'postgres'
    ? sql`select unnest(${[...ids]}::integer[]) as id`
    : sql`select value as id from json_each(${JSON.stringify(ids)})`;

/** Selects the rows that match by their group or, with a tag, the rows that have the tag. */
function selectIdsByGroup(list: ResolvedList): Sql {
  const { db, tables, tag, groupIds, ownId } = list;
  const inGroups = groupIds === null ? sql`1 = 1` : groupCondition(db, sql`found.group_id`, groupIds);
  const rows = sql`select ${sql.ref(`found.${tables.id}`)} as id from ${sql.table(tag === undefined ? tables.rows : tables.tags)} as found
    where ${inGroups}${tag === undefined ? sql`` : sql` and found.tag = ${tag}`}`;
  return ownId === null ? rows : sql`${rows} union all select ${ownId}`;
}

type Candidates = { candidates: Sql; isTextExact?: boolean };

/** Reads all candidates, tests them, and sorts the matching rows. Returns one page of them, and their number. */
async function gather(list: ResolvedList, slice: ListSlice, { candidates, isTextExact = false }: Candidates) {
  const order = createOrder(list, slice, 'fitting');
  const page = sql`select * from fitting where ${afterCondition(order, slice)} ${orderBy(order)} ${limitClause(slice)}`;
  const { rows } = await sql<KeyRow & { total: number }>`
    with fitting as materialized (${selectCandidates(list, candidates, selectKeys(list), isTextExact)})
    select c.total, p.* from (select count(*) as total from fitting) as c left join (${page}) as p on 1 = 1
    ${orderBy(createOrder(list, slice, 'p'))}`.execute(list.db);
  return { positions: readPositions(list, rows), listTotal: { total: rows[0]?.total ?? 0 } };
}

async function countCandidates(list: SearchedList, candidates: Sql): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${selectCandidates(list, candidates, sql`1 as one`)}) as matching`.execute(list.db);
  return rows[0]?.n ?? 0;
}

/**
 * Selects the matching rows among the candidates. The form of the join makes both databases look up the candidates one by one; another
 * join would read the whole table.
 */
function selectCandidates(list: TestedList, candidates: Sql, columns: Sql, isTextExact = false): Sql {
  const { db, tables } = list;
  const row =
    dialectOf(db) === 'postgres'
      ? sql`cross join lateral (select * from ${sql.table(tables.rows)} as r where ${idOf(tables)} = h.id offset 0) as r`
      : sql`cross join ${sql.table(tables.rows)} as r on ${idOf(tables)} = h.id`;
  return sql`select ${columns} from (${candidates}) as h ${row} where ${rowCondition(list, isTextExact)}`;
}

/** Reads a slice of the rows that match by their group and tag, whose number is known. */
async function readByGroup(list: ResolvedList, slice: ListSlice): Promise<ListPosition[]> {
  const expectedEntries = (slice.skip + slice.limit) * (list.allRows / list.total);
  if (expectedEntries < Math.min(maxWalkedEntries, list.total)) {
    const positions = await walkFirstEntries(list, slice);
    if (positions.length === slice.limit || list.allRows <= maxWalkedEntries) return positions;
  }
  // Matching rows can be far from the start of the order, for example users of one status in an order by time.
  return list.total <= maxGatheredRows
    ? (await gather(list, slice, { candidates: selectIdsByGroup(list) })).positions
    : walkToTheEnd({ ...list, db: dbForLongReads(list.db) }, slice);
}

/** Tests the first entries of the index. The result may have fewer rows than the page has. */
async function walkFirstEntries(list: ResolvedList, slice: ListSlice): Promise<ListPosition[]> {
  const order = createOrder(list, slice, 'r');
  // The index contains these columns. If a condition tests another column, the whole row is read.
  const columns =
    list.where.length > 0 ? sql`r.*` : sql`${sql.join(list.keys.map((key) => sql.ref(`r.${key}`)))}, r.group_id`;
  const entries = sql`select ${columns} from ${sql.table(list.tables.rows)} as r where ${startCondition(list, order, slice)}
    ${orderBy(order)} limit ${sql.lit(maxWalkedEntries)}`;
  // The database reads the entries in their order, so it stops when the page is full.
  const { rows } = await sql<KeyRow>`
    select ${selectKeys(list)} from (${entries}) as r where ${rowCondition(list)} ${limitClause(slice)}`.execute(
    list.db,
  );
  return readPositions(list, rows);
}

async function walkToTheEnd(list: UncountedList, slice: ListSlice): Promise<ListPosition[]> {
  const order = createOrder(list, slice, 'r');
  const { rows } = await sql<KeyRow>`select ${selectKeys(list)} from ${sql.table(list.tables.rows)} as r
    where ${startCondition(list, order, slice)} and ${rowCondition(list)} ${orderBy(order)} ${limitClause(slice)}`.execute(
    list.db,
  );
  return readPositions(list, rows);
}

/** The conditions at which the index is entered: the position of the slice, and the first keys of the matching groups. */
function startCondition({ firstKeys, keys }: UncountedList, order: SortOrder, slice: ListSlice): Sql {
  const key = sql.ref(`r.${keys[0] ?? ''}`);
  const isInRange = firstKeys ? sql`${key} >= ${firstKeys.lowest} and ${key} <= ${firstKeys.highest}` : sql`1 = 1`;
  return sql`${isInRange} and ${afterCondition(order, slice)}`;
}

/** Sorts all rows that may contain the words, and tests their texts in this order until the page is full. */
async function sortAllHits(list: SearchedList, slice: ListSlice, hits: Sql): Promise<ListPosition[]> {
  const { db } = list;
  const order = createOrder(list, slice, 'sorted');
  // The limit prevents that the texts are tested before the rows are sorted.
  const noLimit = dialectOf(db) === 'postgres' ? sql`offset 0` : sql`limit -1`;
  const found = sql`select found.* from (${selectCandidates(list, hits, selectKeys(list), true)}) as found`;
  const sorted = sql`select * from (${found}) as sorted where ${afterCondition(order, slice)} ${orderBy(order)} ${noLimit}`;
  const id = sql.ref(`tested.key${list.keys.length - 1}`);
  const { rows } = await sql<KeyRow>`select * from (${sorted}) as tested
    where ${textMatchCondition(db, list.search, id)} ${limitClause(slice)}`.execute(db);
  return readPositions(list, rows);
}

/** Counts all matching rows, but stops after a thousand. */
async function countMatching(list: ResolvedList): Promise<ListTotal> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from (select 1 as one from ${sql.table(list.tables.rows)} as r
    where ${rowCondition(list)} limit ${sql.lit(maxCountedRows + 1)}) as counted`.execute(list.db);
  return toListTotal(rows[0]?.n ?? 0);
}

/**
 * The condition that a row `r` matches all filters and contains the words. The condition on the group is written so that no index is used
 * for it: the databases would have to sort all rows that they find by it.
 */
function rowCondition({ db, tables, tag, where, groupIds, ownId, search }: TestedList, isTextExact = false): Sql {
  const column = dialectOf(db) === 'postgres' ? sql`(r.group_id + 0)` : sql`+r.group_id`;
  const inGroups = groupIds === null ? [] : [groupCondition(db, column, groupIds)];
  return joinConditions([
    ...inGroups.map((condition) => (ownId === null ? condition : sql`(${condition} or ${idOf(tables)} = ${ownId})`)),
    tagCondition(tables, tag),
    ...where.map(({ test }) => test),
    ...(search && !isTextExact ? [textMatchCondition(db, search, idOf(tables))] : []),
  ]);
}

/** The condition that a group has one of the given ids, which are a statement or one parameter. */
const groupCondition = (db: Db, column: Sql, ids: string | Sql): Sql =>
  typeof ids !== 'string'
    ? sql`${column} in (${ids})`
    : dialectOf(db) === 'postgres'
      ? sql`${column} = any(${parseNumbers(ids)}::integer[])`
      : sql`${column} in (select value from json_each(${ids}))`;

/** With this subquery, PostgreSQL tests one row at a time. With `exists`, it would use a join and read all tags. */
const tagCondition = (tables: ListTables, tag: string | undefined): Sql =>
  tag === undefined
    ? sql`1 = 1`
    : sql`(select 1 from ${sql.table(tables.tags)} as t where ${sql.ref(`t.${tables.id}`)} = ${idOf(tables)} and t.tag = ${tag}) is not null`;

const idOf = ({ id }: ListTables): Sql => sql.ref(`r.${id}`);

export const joinConditions = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);

/** The order of a slice: by the columns of a row `r`, or by the selected keys `key0`, `key1` and so on of another table. */
const createOrder = ({ keys, direction }: GroupedList, { isReversed }: ListSlice, table: string): SortOrder => ({
  keys: keys.map((key, at) => sql.ref(table === 'r' ? `r.${key}` : `${table}.key${at}`)),
  direction: (direction === 'asc') === isReversed ? 'desc' : 'asc',
});

const selectKeys = (list: GroupedList): Sql =>
  sql.join(
    list.keys.map((key, at) => sql`${key === rankKey ? rankRow(list) : sql.ref(`r.${key}`)} as ${sql.ref(`key${at}`)}`),
  );

const orderBy = ({ keys, direction }: SortOrder): Sql =>
  sql`order by ${sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`))}`;

const afterCondition = (order: SortOrder, { after }: ListSlice): Sql =>
  after ? isAfterPosition(order, after) : sql`1 = 1`;

/** A limit is text of the statement: SQLite would prepare a statement with a parameter as its limit again for each run. */
const limitClause = ({ limit, skip }: ListSlice): Sql => sql`limit ${sql.lit(limit)} offset ${sql.lit(skip)}`;

type KeyRow = Record<string, string | number | null>;

/** Returns the positions of the selected rows. A row whose keys are null has no position. */
const readPositions = ({ keys }: GroupedList, rows: readonly KeyRow[]): ListPosition[] =>
  rows
    .filter(({ key0 }) => key0 !== null && key0 !== undefined)
    .map((row) => keys.map((_, at) => row[`key${at}`] ?? ''));
