import { beforeAll, describe, expect, test } from 'vitest';
import { rawSql } from '#server/database/queries/fragment.ts';
import { addCustomers } from '#server/testing/records/many-customers.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { findMatchingGroups } from './list-filter.repository.ts';
import { readCountedPage, readListPositions } from './read-list.repository.ts';

const tables = {
  rows: 'listedUsers',
  id: 'userId',
  groups: 'listedUserGroups',
  tags: 'listedUserTags',
  tagCounts: 'listedUserTagCounts',
};
const orders = [
  ['lastName', 'firstName', 'userId'],
  ['company', 'userId'],
];

/** Matches all rows of Norway, and one row of another country. */
const filterWithExtraRow = {
  groups: rawSql("g.country = 'NO'"),
  extraRow: { id: 700, groups: rawSql("g.country <> 'NO'") },
};
const filters = [
  { groups: rawSql("g.brand_id = 'red'") }, // Half of the customers.
  { groups: rawSql("g.country = 'NO'") },
  filterWithExtraRow,
];

describe.each(databases)('a far page of a list, read by its number (%s)', (kind) => {
  const database = suiteDatabase(kind);
  beforeAll(() => addCustomers(database(), { from: 0, to: 1500 }));

  test('a page far from the start of a list has the same rows as if all rows before it were read, in each order and from both ends', async () => {
    const db = database().kysely;
    for (const filter of filters)
      for (const keys of orders)
        for (const isReversed of [false, true]) {
          const order = { keys, direction: 'asc' } as const;
          const { rowFilter, counts } = await findMatchingGroups({ db, tables, order }, filter);
          const query = { db, tables, filter: rowFilter, order };
          for (const skip of [1, Math.floor(counts.total / 2), counts.total - 5]) {
            const slice = { isReversed, after: null, skip, limit: 21 };
            const rows = await readListPositions(query, counts, slice);
            expect(rows).toHaveLength(Math.min(21, counts.total - skip));
            expect(await readCountedPage(query, counts, slice), JSON.stringify({ keys, slice })).toEqual(rows);
          }
        }
  });

  // This test runs only on SQLite, because the planner of PostgreSQL uses statistics that can differ at each run.
  test.runIf(kind === 'SQLite')(
    'a far page is read with the index of the groups, without a scan of the list',
    async () => {
      const db = database().kysely;
      const order = { keys: ['lastName', 'firstName', 'userId'], direction: 'asc' } as const;
      const { rowFilter, counts } = await findMatchingGroups({ db, tables, order }, filterWithExtraRow);
      const plans = await readQueryPlans(db, kind, (on) =>
        readCountedPage({ db: on, tables, filter: rowFilter, order }, counts, {
          isReversed: false,
          after: null,
          skip: 80,
          limit: 21,
        }),
      );
      const readsOfGroups = plans.filter((plan) => plan.includes('listed_users_in_group_by_last_name'));
      expect(readsOfGroups.length).toBeGreaterThanOrEqual(2);
      for (const plan of plans) expect(plan).not.toMatch(/SCAN (r|listed_users)\b(?! USING)/);
    },
  );
});
