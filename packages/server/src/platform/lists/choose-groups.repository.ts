import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { parseNumbers } from '#server/platform/json-column.ts';
import { allOf, isExtraRow, rowConditions } from './chosen-rows.repository.ts';
import type { RowFilter, Chosen, Condition, ListTables } from './chosen-rows.repository.ts';
import { parseShares } from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';

/** A filter whose matching groups are not known yet: `groups` is a condition on a group `g`; null for no condition. */
export type Wish = Omit<RowFilter, 'groups' | 'shares'> & { groups: Condition | null };

/**
 * Finds the matching groups, and the number of their rows from their counters, which are exact and as fast for a million rows as for a
 * hundred. The condition is evaluated only here, because evaluating the scope of a salesman takes longer than reading a page. All of it is one
 * statement, because each one takes longer than reading the groups.
 */
export async function chooseGroups(
  { db, tables, order }: Omit<Chosen, 'choice'>,
  { groups: condition, ...otherFilters }: Wish,
): Promise<{ choice: RowFilter; counted: ListCounts }> {
  const allRows = part`(select coalesce(sum(n), 0) from ${name(tables.groups)})`;
  if (condition === null) {
    const total =
      otherFilters.tag === undefined
        ? allRows
        : part`(select coalesce(sum(n), 0) from ${name(tables.tagCounts)} where tag = ${otherFilters.tag})`;
    const [found] = await run<{ allRows: number; total: number }>(
      db,
      part`select ${allRows} as all_rows, ${total} as total`,
    );
    const counted = found ?? { allRows: 0, total: 0 };
    return {
      choice: { ...otherFilters, groups: null },
      counted: { ...counted, groupCount: Infinity, rowsInGroups: counted.allRows },
    };
  }
  const counts =
    otherFilters.tag === undefined
      ? text('')
      : part`left join ${name(tables.tagCounts)} as c on c.group_id = g.id and c.tag = ${otherFilters.tag}`;
  const n = text(otherFilters.tag === undefined ? 'g.n' : 'coalesce(c.n, 0)');
  const [found] = await run<FoundGroups>(
    db,
    part`select ${allRows} as all_rows, coalesce(sum(g.n), 0) as rows_in_groups, coalesce(sum(${n}), 0) as total,
      ${countExtraRow(tables, otherFilters)} as also, ${groupsAsJson(db, n, order.groupKey)} as groups
      from ${name(tables.groups)} as g ${counts} where g.n > 0 and ${condition}`,
  );
  const { allRows: rows = 0, rowsInGroups = 0, total = 0, also = 0, groups = null } = found ?? {};
  const shares = order.groupKey && parseShares(groups ?? '[]');
  const ids = shares ? shares.map(([id]) => id) : parseNumbers(groups ?? '[]');
  return {
    choice: { ...otherFilters, groups: ids, shares },
    counted: { total: total + also, allRows: rows, groupCount: ids.length, rowsInGroups },
  };
}

type FoundGroups = { allRows: number; rowsInGroups: number; total: number; also: number; groups: string | null };

/** Selects the groups as one JSON text, which is faster than a row for each: their ids, or for each a `GroupShare`. */
function groupsAsJson(db: Db, n: Fragment, groupKey: Fragment | undefined): Fragment {
  const isPostgres = dialectOf(db) === 'postgres';
  const each = groupKey
    ? part`${text(isPostgres ? 'json_build_array' : 'json_array')}(g.id, ${n}, ${groupKey})`
    : text('g.id');
  return isPostgres ? part`json_agg(${each})::text` : part`json_group_array(${each})`;
}

function countExtraRow(tables: ListTables, { also, ...otherFilters }: Omit<RowFilter, 'groups'>): Fragment {
  if (!also) return text('0');
  return part`(select count(*) from ${name(tables.rows)} as r inner join ${name(tables.groups)} as g on g.id = r.group_id
    where ${allOf([isExtraRow(tables, also), also.groups, ...rowConditions(tables, otherFilters)])})`;
}
