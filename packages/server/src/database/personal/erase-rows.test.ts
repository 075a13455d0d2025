import { expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import type { Trx } from '../foundation.ts';
import { eraseRows } from './erase-rows.ts';

/** Tables whose rows live for some minutes. */
const shortTables = ['activations', 'presences', 'viewings'];

test('the rows about a person are found without reading a whole table', async () => {
  const { transact } = await createTestDatabase('SQLite');
  const plans = await transact((trx) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the transaction with the plugin that reads the plans
    readQueryPlans(trx, 'SQLite', (db) => eraseRows(db as Trx, 7, 0)),
  );
  expect(plans.length).toBeGreaterThan(40);
  const readTables = plans.flatMap((plan) => [...plan.matchAll(/^SCAN (\w+)/gm)].map(([, table]) => table));
  expect(readTables.filter((table = '') => !shortTables.includes(table))).toEqual([]);
});
