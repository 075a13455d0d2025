import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { parseNumbers } from '#server/platform/json-column.ts';
import { all, isAlso, rowConditions } from './chosen-rows.repository.ts';
import type { Choice, Chosen, Condition, ListTables } from './chosen-rows.repository.ts';
import { parseShares } from './list-plan.ts';
import type { Counted } from './list-plan.ts';

/** What is wanted, before the groups are known that meet the condition on a group `g`; null for no condition. */
export type Wish = Omit<Choice, 'groups' | 'shares'> & { groups: Condition | null };

/**
 * Finds the groups that are wanted, and how many rows they have from their counters: exact, and as fast for a million rows as for a hundred. The
 * condition is evaluated only here, because the scope of a salesman takes longer than a page.
 */
export async function chooseGroups(
  { db, tables, order }: Omit<Chosen, 'choice'>,
  { groups: condition, ...rest }: Wish,
): Promise<{ choice: Choice; counted: Counted }> {
  const everyone = part`(select coalesce(sum(n), 0) from ${name(tables.groups)})`;
  if (condition === null) {
    const total =
      rest.tag === undefined
        ? everyone
        : part`(select coalesce(sum(n), 0) from ${name(tables.tagCounts)} where tag = ${rest.tag})`;
    const [found] = await run<{ everyone: number; total: number }>(
      db,
      part`select ${everyone} as everyone, ${total} as total`,
    );
    const counted = found ?? { everyone: 0, total: 0 };
    return { choice: { ...rest, groups: null }, counted: { ...counted, groups: Infinity, inGroups: counted.everyone } };
  }
  // One statement: it reads the groups only once.
  const counts =
    rest.tag === undefined
      ? text('')
      : part`left join ${name(tables.tagCounts)} as c on c.group_id = g.id and c.tag = ${rest.tag}`;
  const n = text(rest.tag === undefined ? 'g.n' : 'coalesce(c.n, 0)');
  const [found] = await run<FoundGroups>(
    db,
    part`select ${everyone} as everyone, coalesce(sum(g.n), 0) as in_groups, coalesce(sum(${n}), 0) as total,
      ${countAlso(tables, rest)} as also, ${groupsAsJson(db, n, order.fact)} as groups
      from ${name(tables.groups)} as g ${counts} where g.n > 0 and ${condition}`,
  );
  const { everyone: rows = 0, inGroups = 0, total = 0, also = 0, groups = null } = found ?? {};
  const shares = order.fact && parseShares(groups ?? '[]');
  const ids = shares ? shares.map(([id]) => id) : parseNumbers(groups ?? '[]');
  return {
    choice: { ...rest, groups: ids, shares },
    counted: { total: total + also, everyone: rows, groups: ids.length, inGroups },
  };
}

type FoundGroups = { everyone: number; inGroups: number; total: number; also: number; groups: string | null };

/** The groups as one JSON text, which is faster than a row for each: their ids, or `GroupShare`. */
function groupsAsJson(db: Db, n: Fragment, fact: Fragment | undefined): Fragment {
  const isPostgres = dialectOf(db) === 'postgres';
  const each = fact ? part`${text(isPostgres ? 'json_build_array' : 'json_array')}(g.id, ${n}, ${fact})` : text('g.id');
  return isPostgres ? part`json_agg(${each})::text` : part`json_group_array(${each})`;
}
function countAlso(tables: ListTables, { also, ...rest }: Omit<Choice, 'groups'>): Fragment {
  if (!also) return text('0');
  return part`(select count(*) from ${name(tables.rows)} as r inner join ${name(tables.groups)} as g on g.id = r.group_id
    where ${all([isAlso(tables, also), also.groups, ...rowConditions(tables, rest)])})`;
}
