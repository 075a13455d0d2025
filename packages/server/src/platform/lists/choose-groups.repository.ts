import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/foundation.ts';
import { quoteName, fragment, runFragment, rawSql } from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import { parseNumbers } from '#server/database/columns.ts';
import { joinWithAnd, extraRowCondition, rowConditions } from './chosen-rows.repository.ts';
import type { RowFilter, ListQuery, Condition, ListTables } from './chosen-rows.repository.ts';
import { parseGroupShares } from './list-plan.ts';
import type { ListCounts } from './list-plan.ts';

/** A filter before its matching groups are read: `groups` is a condition on a row `g` of the table of groups; null for no condition. */
export type UnresolvedFilter = Omit<RowFilter, 'groups' | 'shares'> & { groups: Condition | null };

/**
 * Finds the groups that match a filter. Their stored counters give the exact number of rows, and reading a counter takes the same time for
 * any number of rows. The condition on groups is evaluated only here, because evaluating the scope of a salesman takes longer than reading
 * a page. Everything is read by one statement, because running another statement would take longer than reading the groups.
 */
export async function findMatchingGroups(
  { db, tables, order }: Omit<ListQuery, 'filter'>,
  { groups: condition, ...otherFilters }: UnresolvedFilter,
): Promise<{ rowFilter: RowFilter; counts: ListCounts }> {
  const allRows = fragment`(select coalesce(sum(n), 0) from ${quoteName(tables.groups)})`;
  if (condition === null) {
    const total =
      otherFilters.tag === undefined
        ? rawSql('null')
        : fragment`(select coalesce(sum(n), 0) from ${quoteName(tables.tagCounts)} where tag = ${otherFilters.tag})`;
    const [totals] = await runFragment<{ allRows: number; total: number | null }>(
      db,
      fragment`select ${allRows} as all_rows, ${total} as total`,
    );
    const rowCount = totals?.allRows ?? 0;
    return {
      rowFilter: { ...otherFilters, groups: null },
      counts: {
        allRows: rowCount,
        total: totals?.total ?? rowCount,
        groupCount: Infinity,
        rowsInGroups: rowCount,
      },
    };
  }
  const joinTagCounts =
    otherFilters.tag === undefined
      ? rawSql('')
      : fragment`left join ${quoteName(tables.tagCounts)} as c on c.group_id = g.id and c.tag = ${otherFilters.tag}`;
  const n = rawSql(otherFilters.tag === undefined ? 'g.n' : 'coalesce(c.n, 0)');
  const [groupsRow] = await runFragment<GroupsRow>(
    db,
    fragment`select ${allRows} as all_rows, coalesce(sum(g.n), 0) as rows_in_groups, coalesce(sum(${n}), 0) as total,
      ${countExtraRow(tables, otherFilters)} as extra_rows, ${groupsAsJson(db, n, order.groupKey)} as groups
      from ${quoteName(tables.groups)} as g ${joinTagCounts} where g.n > 0 and ${condition}`,
  );
  const { allRows: rows = 0, rowsInGroups = 0, total = 0, extraRows = 0, groups = null } = groupsRow ?? {};
  const shares = order.groupKey && parseGroupShares(groups ?? '[]');
  const ids = shares ? shares.map(([id]) => id) : parseNumbers(groups ?? '[]');
  return {
    rowFilter: { ...otherFilters, groups: ids, shares },
    counts: { total: total + extraRows, allRows: rows, groupCount: ids.length, rowsInGroups },
  };
}

type GroupsRow = { allRows: number; rowsInGroups: number; total: number; extraRows: number; groups: string | null };

/**
 * Selects all groups as one JSON text, which is faster than one row for each group. The text lists group ids, or `GroupShare` values if
 * there is a `groupKey`.
 */
function groupsAsJson(db: Db, n: Fragment, groupKey: Fragment | undefined): Fragment {
  const isPostgres = dialectOf(db) === 'postgres';
  const groupJson = groupKey
    ? fragment`${rawSql(isPostgres ? 'json_build_array' : 'json_array')}(g.id, ${n}, ${groupKey})`
    : rawSql('g.id');
  return isPostgres ? fragment`json_agg(${groupJson})::text` : fragment`json_group_array(${groupJson})`;
}

function countExtraRow(tables: ListTables, { extraRow, ...otherFilters }: Omit<RowFilter, 'groups'>): Fragment {
  if (!extraRow) return rawSql('0');
  return fragment`(select count(*) from ${quoteName(tables.rows)} as r inner join ${quoteName(tables.groups)} as g on g.id = r.group_id
    where ${joinWithAnd([extraRowCondition(tables, extraRow), extraRow.groups, ...rowConditions(tables, otherFilters)])})`;
}
