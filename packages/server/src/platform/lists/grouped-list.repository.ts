import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { isAfterPosition, reverseOrder } from '#server/database/keyset.ts';
import type { ListPosition, SortOrder } from '#server/database/keyset.ts';
import { parseNumbers } from '#server/platform/json-column.ts';
import { maxCounted, chooseReadMethod } from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';
import type { ListSlice, ListTotal } from './place-page.ts';

/**
 * The tables of a list. `rows` has the keys of each order and `group_id`, with an index on the keys and one on the group and the keys.
 * `groups` has a row for each combination of filter values, with the number `n` of its rows. `tags` and `tagCounts` hold values of which a
 * row can have several, such as tools.
 */
export type ListTables = { rows: string; id: string; groups: string; tags: string; tagCounts: string };

/** The filter of a list: which rows match. */
export type RowFilter = {
  /** The ids of groups that have rows; null for all groups. */
  groups: readonly number[] | null;
  /** A further row that matches if its group meets this condition. */
  also?: { id: number; groups: RawBuilder<boolean> } | undefined;
  tag?: string | undefined;
  /** Conditions on a row `r` for which there are no counters; rows are tested one by one. */
  where?: readonly Condition[] | undefined;
};

export type ListOrder = {
  keys: readonly string[];
  direction: 'asc' | 'desc';
  /** Whether the list is sorted by a column by which it can be filtered. */
  isByFact: boolean;
};

/** A list with its filter and its order, ready to be read. */
export type Chosen = { db: Db; tables: ListTables; choice: RowFilter; order: ListOrder };

export type Condition = RawBuilder<unknown>;

const noCondition = sql<boolean>`1 = 1`;
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? noCondition : sql.join(conditions, sql` and `);

/** A filter whose matching groups are not known yet: `groups` is a condition on a group `g`; null for no condition. */
export type Wish = Omit<RowFilter, 'groups'> & { groups: RawBuilder<boolean> | null };

/**
 * Finds the matching groups, and the number of their rows from their counters, which are exact and as fast for a million rows as for a
 * hundred. The condition is evaluated only here, because evaluating the scope of a salesman takes longer than reading a page.
 */
export async function chooseGroups(
  { db, tables }: Pick<Chosen, 'db' | 'tables'>,
  { groups: condition, ...otherFilters }: Wish,
): Promise<{ choice: RowFilter; counted: ListCounts }> {
  const allRows = await countRows(db, tables);
  const matchingGroups =
    condition === null ? { ids: null, rows: allRows } : await readGroups({ db, tables }, condition);
  const choice: RowFilter = { ...otherFilters, groups: matchingGroups.ids };
  const taggedCount = choice.tag === undefined ? matchingGroups.rows : await countTagged(db, tables, choice);
  const total = taggedCount + (await countExtraRow(db, tables, choice));
  return {
    choice,
    counted: { total, allRows, groupCount: matchingGroups.ids?.length ?? Infinity, rowsInGroups: matchingGroups.rows },
  };
}

async function countRows(db: Db, tables: ListTables): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(g.n), 0) as count from ${sql.table(tables.groups)} as g`.execute(db);
  return rows[0]?.count ?? 0;
}

type ChosenGroups = { rows: number; ids: readonly number[] };

/** Reads the ids as one JSON text, which is faster than one row for each id. */
async function readGroups({ db, tables }: Pick<Chosen, 'db' | 'tables'>, condition: Condition): Promise<ChosenGroups> {
  const ids = dialectOf(db) === 'postgres' ? sql`json_agg(g.id)::text` : sql`json_group_array(g.id)`;
  const { rows } = await sql<{ count: number; ids: string | null }>`
    select coalesce(sum(g.n), 0) as count, ${ids} as ids from ${sql.table(tables.groups)} as g
    where g.n > 0 and ${condition}`.execute(db);
  return { rows: rows[0]?.count ?? 0, ids: parseNumbers(rows[0]?.ids ?? '[]') };
}

/** Counts the rows that meet conditions without counters, up to a thousand. */
export async function countTested(list: Chosen): Promise<ListTotal> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${selectMatching(list, createOrder(list.order, false))} limit ${maxCounted + 1}) as counted`.execute(
    list.db,
  );
  const count = rows[0]?.count ?? 0;
  return count > maxCounted ? { total: maxCounted, totalIsMinimum: true } : { total: count };
}

async function countTagged(db: Db, tables: ListTables, { groups, tag }: RowFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(c.n), 0) as "total" from ${sql.table(tables.tagCounts)} as c
    where ${allOf([sql`c.tag = ${tag}`, ...isInGroups(db, sql`c.group_id`, groups)])}`.execute(db);
  return rows[0]?.total ?? 0;
}

async function countExtraRow(db: Db, tables: ListTables, choice: RowFilter): Promise<number> {
  if (!choice.also) return 0;
  const { rows } = await sql`
    select r.group_id from ${sql.table(tables.rows)} as r inner join ${sql.table(tables.groups)} as g on g.id = r.group_id
    where ${allOf([isExtraRow(tables, choice.also), choice.also.groups, ...rowConditions(tables, choice)])}`.execute(
    db,
  );
  return rows.length;
}

const idColumn = ({ id }: ListTables): Condition => sql.ref(`r.${id}`);
const isExtraRow = (tables: ListTables, { id }: { id: number }): Condition => sql`${idColumn(tables)} = ${id}`;

/** The conditions that a row `r` must meet in addition to those of its group. */
const rowConditions = (tables: ListTables, { tag, where = [] }: RowFilter): Condition[] =>
  tag === undefined
    ? [...where]
    : [
        // This form tests one row at a time. With `exists`, PostgreSQL would use a join, and read all tags.
        sql`(select 1 from ${sql.table(tables.tags)} as t where ${sql.ref(`t.${tables.id}`)} = ${idColumn(tables)} and t.tag = ${tag}) is not null`,
        ...where,
      ];

/**
 * The condition that a row `r` matches, for a walk. It is written so that no index can be used for it, because SQLite and PostgreSQL would
 * then not read the index of the order, and would have to sort all rows that they find.
 */
export function matchesFilter({ db, tables, choice }: Omit<Chosen, 'order'>): Condition[] {
  const group = dialectOf(db) === 'postgres' ? sql`(r.group_id + 0)` : sql`+r.group_id`;
  const groupConditions = isInGroups(db, group, choice.groups).map((condition) =>
    choice.also ? sql`(${condition} or ${isExtraRowMatching(tables, choice.also)})` : condition,
  );
  return [...groupConditions, ...rowConditions(tables, choice)];
}

/**
 * The condition that a group has one of these ids. The ids are one parameter, so that the statement is the same for any number of groups.
 */
function isInGroups(db: Db, group: Condition, ids: RowFilter['groups']): Condition[] {
  if (ids === null) return [];
  return dialectOf(db) === 'postgres'
    ? [sql`${group} = any(${[...ids]}::integer[])`]
    : [sql`${group} in (select value from json_each(${JSON.stringify(ids)}))`];
}

const isExtraRowMatching = (tables: ListTables, also: NonNullable<RowFilter['also']>): Condition =>
  sql`(${isExtraRow(tables, also)} and exists (select 1 from ${sql.table(tables.groups)} as g where g.id = r.group_id and ${also.groups}))`;

/** The order of the rows `r`, in the direction in which the slice is read. */
export const createOrder = ({ keys, direction }: ListOrder, isReversed: boolean): SortOrder => {
  const order: SortOrder = { keys: keys.map((key) => sql.ref(`r.${key}`)), direction };
  return isReversed ? reverseOrder(order) : order;
};

/** The same order, for rows whose keys were selected as key0, key1 and so on. */
export const orderOfSelectedKeys = ({ keys, direction }: SortOrder): SortOrder => ({
  keys: keys.map((_, at) => sql.ref(`key${at}`)),
  direction,
});

export const selectKeys = ({ keys }: SortOrder): Condition =>
  sql.join(keys.map((key, at) => sql`${key} as ${sql.ref(`key${at}`)}`));

export const orderBy = ({ keys, direction }: SortOrder): Condition =>
  sql`order by ${sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`))}`;

const limitClause = ({ limit, skip }: ListSlice): Condition => sql`limit ${limit} offset ${skip}`;

const afterCondition = (order: SortOrder, { after }: ListSlice): Condition[] =>
  after ? [isAfterPosition(order, after)] : [];

/** Reads the positions of a slice of the list by the method that reads the fewest rows. */
export async function placesOf(list: Chosen, counted: ListCounts, slice: ListSlice): Promise<ListPosition[]> {
  if (counted.total === 0) return [];
  const method = chooseReadMethod(counted, slice.skip + slice.limit, !list.order.isByFact);
  const order = createOrder(list.order, slice.isReversed);
  const statement = { gather, walk, merge }[method](list, order, slice);
  return runPositionsStatement(list, statement);
}

/** Runs a statement that selects the keys of positions. */
export async function runPositionsStatement(
  { db, order }: Pick<Chosen, 'db' | 'order'>,
  statement: Condition,
): Promise<ListPosition[]> {
  const { rows } = await sql<Record<string, string | number>>`${statement}`.execute(db);
  return rows.map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
}

/** Selects all matching rows, in any order. */
export function selectMatching({ db, tables, choice }: Chosen, order: SortOrder): Condition {
  const { tag, groups, where = [] } = choice;
  const rows = sql`${sql.table(tables.rows)} as r`;
  const matchingRows =
    tag === undefined
      ? sql`select ${selectKeys(order)} from ${rows}
          where ${allOf([...isInGroups(db, sql`r.group_id`, groups), ...where])}`
      : sql`select ${selectKeys(order)} from ${sql.table(tables.tags)} as t ${joinRowById(db, tables, sql.ref(`t.${tables.id}`))}
          where ${allOf([sql`t.tag = ${tag}`, ...isInGroups(db, sql`t.group_id`, groups), ...where])}`;
  return sql.join([matchingRows, ...selectExtraRow({ tables, choice }, order, [])], sql` union all `);
}

const gather = (list: Chosen, order: SortOrder, slice: ListSlice): Condition =>
  sql`with fitting as materialized (${selectMatching(list, order)}) ${sortedPage(order, slice)}`;

/** Selects one page, in order, of the rows in the temporary table `fitting`. */
export function sortedPage(order: SortOrder, slice: ListSlice): Condition {
  const sorted = orderOfSelectedKeys(order);
  return sql`select * from fitting where ${allOf(afterCondition(sorted, slice))} ${orderBy(sorted)} ${limitClause(slice)}`;
}

/**
 * Joins the row `r` with this id to the preceding tables. The form of the join makes both databases look the rows up one by one, because
 * there are at most some thousand of them, and another kind of join would read the whole table.
 */
export const joinRowById = (db: Db, tables: ListTables, recordId: Condition): Condition =>
  dialectOf(db) === 'postgres'
    ? sql`cross join lateral (select * from ${sql.table(tables.rows)} as r where ${idColumn(tables)} = ${recordId} offset 0) as r`
    : sql`cross join ${sql.table(tables.rows)} as r on ${idColumn(tables)} = ${recordId}`;

/** Selects the extra row, which matches in addition to the groups. */
const selectExtraRow = (
  { tables, choice }: Pick<Chosen, 'tables' | 'choice'>,
  order: SortOrder,
  conditions: readonly Condition[],
): Condition[] =>
  choice.also
    ? [
        sql`select ${selectKeys(order)} from ${sql.table(tables.rows)} as r
          where ${allOf([isExtraRowMatching(tables, choice.also), ...rowConditions(tables, choice), ...conditions])}`,
      ]
    : [];

/** Reads the index in the order of the list until the page is full. */
export function walk(list: Chosen, order: SortOrder, slice: ListSlice): Condition {
  const conditions = [...afterCondition(order, slice), ...matchesFilter(list)];
  return sql`select ${selectKeys(order)} from ${sql.table(list.tables.rows)} as r
    where ${allOf(conditions)} ${orderBy(order)} ${limitClause(slice)}`;
}

/** Reads the index like `walk`, but at most `maxEntries` entries, so it may find fewer rows than match. */
export function walkLimited(list: Chosen, order: SortOrder, { limit, slice }: { limit: number; slice: ListSlice }) {
  const entries = sql`select ${sql.join([...order.keys, sql.ref('r.groupId')])} from ${sql.table(list.tables.rows)} as r
    where ${allOf(afterCondition(order, slice))} ${orderBy(order)} limit ${limit}`;
  // The entries are read in their order, so the statement stops when the page is full.
  return sql`select ${selectKeys(order)} from (${entries}) as r where ${allOf(matchesFilter(list))} ${limitClause(slice)}`;
}

/** Reads the index of each group in the order of the list. Both databases merge the groups while they read, until the page is full. */
export function merge({ tables, choice }: Chosen, order: SortOrder, slice: ListSlice): Condition {
  const conditions = [...afterCondition(order, slice), ...rowConditions(tables, choice)];
  const partCount = padWithZeros(choice.groups ?? []).map(
    (id) => sql`select ${selectKeys(order)} from ${sql.table(tables.rows)} as r
      where ${allOf([sql`r.group_id = ${id}`, ...conditions])}`,
  );
  const rows = [...partCount, ...selectExtraRow({ tables, choice }, order, afterCondition(order, slice))];
  return sql`${sql.join(rows, sql` union all `)} ${orderBy(orderOfSelectedKeys(order))} ${limitClause(slice)}`;
}

/** Fills the ids with 0, which no group has, up to a power of two, so that only few different statements are prepared. */
function padWithZeros(ids: readonly number[]): number[] {
  const partCount = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array.from({ length: partCount - ids.length }, () => 0)];
}
