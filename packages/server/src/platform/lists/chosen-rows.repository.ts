import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { join, name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import type { GroupShare } from './list-plan.ts';
import type { ListSlice } from './place-page.ts';

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
  also?: { id: number; groups: Condition } | undefined;
  tag?: string | undefined;
  /** Conditions on a row `r` that the counters do not know; rows are tested one by one. */
  where?: readonly Condition[] | undefined;
  /** The groups with what the list is sorted by, if all rows of a group are equal in it. */
  shares?: readonly GroupShare[] | undefined;
};

export type ListOrder = {
  keys: readonly string[];
  direction: 'asc' | 'desc';
  /** What a group `g` has as the first key of all its rows, in an order by something that rows are filtered by. */
  fact?: Fragment | undefined;
};

/** A list with its choice and its order, ready to be read. */
export type Chosen = { db: Db; tables: ListTables; choice: Choice; order: ListOrder };

/** A condition may be a piece of Kysely. */
export type Condition = Fragment | RawBuilder<unknown>;

export const all = (conditions: readonly Condition[]): Fragment =>
  conditions.length === 0 ? text('1 = 1') : join(conditions, ' and ');

/** The keys of the rows in an order, in the direction in which a part of the list is read. */
export type RowOrder = { keys: readonly Fragment[]; direction: 'asc' | 'desc' };
export const idOf = ({ id }: ListTables): Fragment => name(`r.${id}`);
export const isAlso = (tables: ListTables, { id }: { id: number }): Fragment => part`${idOf(tables)} = ${id}`;

/** The conditions that a row `r` has to meet besides those of its group. */
export const rowConditions = (tables: ListTables, { tag, where = [] }: Pick<Choice, 'tag' | 'where'>): Condition[] =>
  tag === undefined
    ? [...where]
    : [
        // A test of one row: PostgreSQL would make a join of `exists`, and read all tags.
        part`(select 1 from ${name(tables.tags)} as t where ${name(`t.${tables.id}`)} = ${idOf(tables)} and t.tag = ${tag}) is not null`,
        ...where,
      ];

/**
 * The condition that a row `r` is wanted, for a walk. It cannot be looked up in an index: SQLite and PostgreSQL would leave the order for that,
 * and sort all that they find.
 */
export function isChosen({ db, tables, choice }: Omit<Chosen, 'order'>): Condition[] {
  const group = dialectOf(db) === 'postgres' ? part`(r.group_id + 0)` : part`+r.group_id`;
  const inGroups = isInGroups(db, group, choice.groups).map((condition) =>
    choice.also ? part`(${condition} or ${alsoFits(tables, choice.also)})` : condition,
  );
  return [...inGroups, ...rowConditions(tables, choice)];
}

/** One value for all ids, so that the statement is the same for any number of groups. */
export function isInGroups(db: Db, group: Condition, ids: Choice['groups']): Condition[] {
  if (ids === null) return [];
  return dialectOf(db) === 'postgres'
    ? [part`${group} = any(${[...ids]}::integer[])`]
    : [part`${group} in (select value from json_each(${JSON.stringify(ids)}))`];
}

export const alsoFits = (tables: ListTables, also: NonNullable<Choice['also']>): Condition =>
  part`(${isAlso(tables, also)} and exists (select 1 from ${name(tables.groups)} as g where g.id = r.group_id and ${also.groups}))`;

/** The order of the rows `r`, in the direction in which the stretch is read. */
export const orderOf = ({ keys, direction }: ListOrder, turned: boolean): RowOrder => ({
  keys: keys.map((key) => name(`r.${key}`)),
  direction: (direction === 'asc') === turned ? 'desc' : 'asc',
});

/** The same order for rows whose keys were selected as key0, key1 and so on. */
export const selectedOrder = ({ keys, direction }: RowOrder): RowOrder => ({
  keys: keys.map((_, at) => name(`key${at}`)),
  direction,
});

export const selected = ({ keys }: RowOrder): Fragment =>
  join(keys.map((key, at) => part`${key} as ${name(`key${at}`)}`));

export const orderBy = ({ keys, direction }: RowOrder): Fragment =>
  part`order by ${join(keys.map((key) => part`${key} ${text(direction)}`))}`;

/** The same order without its index on SQLite; PostgreSQL has other means. */
export const unindexed = (db: Db, order: RowOrder): RowOrder =>
  dialectOf(db) === 'postgres' ? order : { ...order, keys: order.keys.map((key) => part`+${key}`) };

export const limitOf = ({ most, skip }: ListSlice): Fragment => part`limit ${most} offset ${skip}`;

/** The condition for rows after the place: a row comparison, which both databases look up in an index. */
export const behindOf = ({ keys, direction }: RowOrder, { after }: Pick<ListSlice, 'after'>): Condition[] =>
  after ? [part`(${join(keys)}) ${text(direction === 'asc' ? '>' : '<')} (${join([...after])})`] : [];

export async function countRows(db: Db, statement: Fragment): Promise<number> {
  const [counted] = await run<{ n: number }>(db, part`select count(*) as n from (${statement}) as counted`);
  return counted?.n ?? 0;
}
