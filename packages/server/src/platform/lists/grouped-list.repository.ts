import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { isAfterPosition, reverseOrder } from '#server/database/keyset.ts';
import type { ListPosition, SortOrder } from '#server/database/keyset.ts';
import { parseNumbers } from '#server/platform/json-column.ts';
import { mostCounted, wayOf } from './list-plan.ts';
import type { Counted } from './list-plan.ts';
import type { ListSlice, ListTotal } from './place-page.ts';

/**
 * The tables of a list. `rows` has the keys of each order and `group_id`, indexed by the keys and by the group and the keys. `groups` has a row
 * for each combination of what the list is filtered by, with the number `n` of its rows. `tags` and `tagCounts` hold what a row can have several of.
 */
export type ListTables = { rows: string; id: string; groups: string; tags: string; tagCounts: string };

/** Which rows of a list are wanted. */
export type Choice = {
  /** The ids of groups that have rows; null for all groups. */
  groups: readonly number[] | null;
  /** A row that is wanted besides, if its group meets the condition. */
  also?: { id: number; groups: RawBuilder<boolean> } | undefined;
  tag?: string | undefined;
  /** Conditions on a row `r` that the counters do not know; rows are tested one by one. */
  where?: readonly Condition[] | undefined;
};

export type ListOrder = {
  keys: readonly string[];
  direction: 'asc' | 'desc';
  /** The order is that of something which rows are filtered by. */
  isByFact: boolean;
};

/** A list with its choice and its order, ready to be read. */
export type Chosen = { db: Db; tables: ListTables; choice: Choice; order: ListOrder };

export type Condition = RawBuilder<unknown>;

const everything = sql<boolean>`1 = 1`;
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? everything : sql.join(conditions, sql` and `);

/** What is wanted, before the groups are known that meet the condition on a group `g`; null for no condition. */
export type Wish = Omit<Choice, 'groups'> & { groups: RawBuilder<boolean> | null };

/**
 * Finds the groups that are wanted, and how many rows they have from their counters: exact, and as fast for a million rows as for a hundred. The
 * condition is evaluated only here, because the scope of a salesman takes longer than a page.
 */
export async function chooseGroups(
  { db, tables }: Pick<Chosen, 'db' | 'tables'>,
  { groups: condition, ...rest }: Wish,
): Promise<{ choice: Choice; counted: Counted }> {
  const everyone = await countRows(db, tables);
  const chosen = condition === null ? { ids: null, rows: everyone } : await readGroups({ db, tables }, condition);
  const choice: Choice = { ...rest, groups: chosen.ids };
  const tagged = choice.tag === undefined ? chosen.rows : await countTagged(db, tables, choice);
  const total = tagged + (await countAlso(db, tables, choice));
  return { choice, counted: { total, everyone, groups: chosen.ids?.length ?? Infinity, inGroups: chosen.rows } };
}

async function countRows(db: Db, tables: ListTables): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(g.n), 0) as n from ${sql.table(tables.groups)} as g`.execute(db);
  return rows[0]?.n ?? 0;
}

type ChosenGroups = { rows: number; ids: readonly number[] };

/** The ids come as one JSON text, which is faster than a row for each. */
async function readGroups({ db, tables }: Pick<Chosen, 'db' | 'tables'>, condition: Condition): Promise<ChosenGroups> {
  const ids = dialectOf(db) === 'postgres' ? sql`json_agg(g.id)::text` : sql`json_group_array(g.id)`;
  const { rows } = await sql<{ n: number; ids: string | null }>`
    select coalesce(sum(g.n), 0) as n, ${ids} as ids from ${sql.table(tables.groups)} as g
    where g.n > 0 and ${condition}`.execute(db);
  return { rows: rows[0]?.n ?? 0, ids: parseNumbers(rows[0]?.ids ?? '[]') };
}

/** How many rows meet conditions that the counters do not know: exact up to a thousand. */
export async function countTested(chosen: Chosen): Promise<ListTotal> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${gathered(chosen, orderOf(chosen.order, false))} limit ${mostCounted + 1}) as counted`.execute(
    chosen.db,
  );
  const n = rows[0]?.n ?? 0;
  return n > mostCounted ? { total: mostCounted, totalIsMinimum: true } : { total: n };
}

async function countTagged(db: Db, tables: ListTables, { groups, tag }: Choice): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(c.n), 0) as "total" from ${sql.table(tables.tagCounts)} as c
    where ${all([sql`c.tag = ${tag}`, ...isInGroups(db, sql`c.group_id`, groups)])}`.execute(db);
  return rows[0]?.total ?? 0;
}

async function countAlso(db: Db, tables: ListTables, choice: Choice): Promise<number> {
  if (!choice.also) return 0;
  const { rows } = await sql`
    select r.group_id from ${sql.table(tables.rows)} as r inner join ${sql.table(tables.groups)} as g on g.id = r.group_id
    where ${all([isAlso(tables, choice.also), choice.also.groups, ...rowConditions(tables, choice)])}`.execute(db);
  return rows.length;
}

const idOf = ({ id }: ListTables): Condition => sql.ref(`r.${id}`);
const isAlso = (tables: ListTables, { id }: { id: number }): Condition => sql`${idOf(tables)} = ${id}`;

/** The conditions that a row `r` has to meet besides those of its group. */
const rowConditions = (tables: ListTables, { tag, where = [] }: Choice): Condition[] =>
  tag === undefined
    ? [...where]
    : [
        // A test of one row: PostgreSQL would make a join of `exists`, and read all tags.
        sql`(select 1 from ${sql.table(tables.tags)} as t where ${sql.ref(`t.${tables.id}`)} = ${idOf(tables)} and t.tag = ${tag}) is not null`,
        ...where,
      ];

/**
 * The condition that a row `r` is wanted, for a walk. It cannot be looked up in an index: SQLite and PostgreSQL would leave the order for that,
 * and sort all that they find.
 */
export function isChosen({ db, tables, choice }: Omit<Chosen, 'order'>): Condition[] {
  const group = dialectOf(db) === 'postgres' ? sql`(r.group_id + 0)` : sql`+r.group_id`;
  const inGroups = isInGroups(db, group, choice.groups).map((condition) =>
    choice.also ? sql`(${condition} or ${alsoFits(tables, choice.also)})` : condition,
  );
  return [...inGroups, ...rowConditions(tables, choice)];
}

/** One value for all ids, so that the statement is the same for any number of groups. */
function isInGroups(db: Db, group: Condition, ids: Choice['groups']): Condition[] {
  if (ids === null) return [];
  return dialectOf(db) === 'postgres'
    ? [sql`${group} = any(${[...ids]}::integer[])`]
    : [sql`${group} in (select value from json_each(${JSON.stringify(ids)}))`];
}

const alsoFits = (tables: ListTables, also: NonNullable<Choice['also']>): Condition =>
  sql`(${isAlso(tables, also)} and exists (select 1 from ${sql.table(tables.groups)} as g where g.id = r.group_id and ${also.groups}))`;

/** The order of the rows `r`, in the direction in which the stretch is read. */
export const orderOf = ({ keys, direction }: ListOrder, turned: boolean): SortOrder => {
  const order: SortOrder = { keys: keys.map((key) => sql.ref(`r.${key}`)), direction };
  return turned ? reverseOrder(order) : order;
};

/** The same order for rows whose keys were selected as key0, key1 and so on. */
export const selectedOrder = ({ keys, direction }: SortOrder): SortOrder => ({
  keys: keys.map((_, at) => sql.ref(`key${at}`)),
  direction,
});

export const selected = ({ keys }: SortOrder): Condition =>
  sql.join(keys.map((key, at) => sql`${key} as ${sql.ref(`key${at}`)}`));

export const orderBy = ({ keys, direction }: SortOrder): Condition =>
  sql`order by ${sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`))}`;

const limitOf = ({ most, skip }: ListSlice): Condition => sql`limit ${most} offset ${skip}`;

const behindOf = (order: SortOrder, { after }: ListSlice): Condition[] =>
  after ? [isAfterPosition(order, after)] : [];

/** The places of a part of the list, found in the way that reads the fewest rows. */
export async function placesOf(chosen: Chosen, counted: Counted, stretch: ListSlice): Promise<ListPosition[]> {
  if (counted.total === 0) return [];
  const way = wayOf(counted, stretch.skip + stretch.most, !chosen.order.isByFact);
  const order = orderOf(chosen.order, stretch.turned);
  const statement = { gather, walk, merge }[way](chosen, order, stretch);
  return placesIn(chosen, statement);
}

/** Runs a statement that selects the keys of places. */
export async function placesIn(
  { db, order }: Pick<Chosen, 'db' | 'order'>,
  statement: Condition,
): Promise<ListPosition[]> {
  const { rows } = await sql<Record<string, string | number>>`${statement}`.execute(db);
  return rows.map((row) => order.keys.map((_, at) => row[`key${at}`] ?? ''));
}

/** All rows that match, in any order. */
export function gathered({ db, tables, choice }: Chosen, order: SortOrder): Condition {
  const { tag, groups, where = [] } = choice;
  const rows = sql`${sql.table(tables.rows)} as r`;
  const found =
    tag === undefined
      ? sql`select ${selected(order)} from ${rows}
          where ${all([...isInGroups(db, sql`r.group_id`, groups), ...where])}`
      : sql`select ${selected(order)} from ${sql.table(tables.tags)} as t ${joinRow(db, tables, sql.ref(`t.${tables.id}`))}
          where ${all([sql`t.tag = ${tag}`, ...isInGroups(db, sql`t.group_id`, groups), ...where])}`;
  return sql.join([found, ...alsoRow({ tables, choice }, order, [])], sql` union all `);
}

const gather = (chosen: Chosen, order: SortOrder, stretch: ListSlice): Condition =>
  sql`with fitting as materialized (${gathered(chosen, order)}) ${sortedPage(order, stretch)}`;

/** A page of the rows in the table `fitting`. */
export function sortedPage(order: SortOrder, stretch: ListSlice): Condition {
  const sorted = selectedOrder(order);
  return sql`select * from fitting where ${all(behindOf(sorted, stretch))} ${orderBy(sorted)} ${limitOf(stretch)}`;
}

/**
 * Joins the row `r` with this id to what is read before it. Both databases are made to look the rows up one by one: those before are some
 * thousand at most, and a join of another kind would read the whole table.
 */
export const joinRow = (db: Db, tables: ListTables, recordId: Condition): Condition =>
  dialectOf(db) === 'postgres'
    ? sql`cross join lateral (select * from ${sql.table(tables.rows)} as r where ${idOf(tables)} = ${recordId} offset 0) as r`
    : sql`cross join ${sql.table(tables.rows)} as r on ${idOf(tables)} = ${recordId}`;

/** The row that is wanted besides the groups, as a statement of its own. */
const alsoRow = (
  { tables, choice }: Pick<Chosen, 'tables' | 'choice'>,
  order: SortOrder,
  conditions: readonly Condition[],
): Condition[] =>
  choice.also
    ? [
        sql`select ${selected(order)} from ${sql.table(tables.rows)} as r
          where ${all([alsoFits(tables, choice.also), ...rowConditions(tables, choice), ...conditions])}`,
      ]
    : [];

/** The index of the order, until the page is full. */
export function walk(chosen: Chosen, order: SortOrder, stretch: ListSlice): Condition {
  const conditions = [...behindOf(order, stretch), ...isChosen(chosen)];
  return sql`select ${selected(order)} from ${sql.table(chosen.tables.rows)} as r
    where ${all(conditions)} ${orderBy(order)} ${limitOf(stretch)}`;
}

/** The same, but it ends after `most` entries of the index: it may find less than there is. */
export function walkSome(chosen: Chosen, order: SortOrder, { most, stretch }: { most: number; stretch: ListSlice }) {
  const entries = sql`select ${sql.join([...order.keys, sql.ref('r.groupId')])} from ${sql.table(chosen.tables.rows)} as r
    where ${all(behindOf(order, stretch))} ${orderBy(order)} limit ${most}`;
  // The entries come in their order, and the page ends before all of them are read.
  return sql`select ${selected(order)} from (${entries}) as r where ${all(isChosen(chosen))} ${limitOf(stretch)}`;
}

/** The index of the order within each group; both databases read all of them side by side until the page is full. */
export function merge({ tables, choice }: Chosen, order: SortOrder, stretch: ListSlice): Condition {
  const conditions = [...behindOf(order, stretch), ...rowConditions(tables, choice)];
  const parts = padded(choice.groups ?? []).map(
    (id) => sql`select ${selected(order)} from ${sql.table(tables.rows)} as r
      where ${all([sql`r.group_id = ${id}`, ...conditions])}`,
  );
  const rows = [...parts, ...alsoRow({ tables, choice }, order, behindOf(order, stretch))];
  return sql`${sql.join(rows, sql` union all `)} ${orderBy(selectedOrder(order))} ${limitOf(stretch)}`;
}

/** Few different numbers of parts, so that few statements are kept prepared; no group has the id 0. */
function padded(ids: readonly number[]): number[] {
  const parts = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array.from({ length: parts - ids.length }, () => 0)];
}
