import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { afterCommit } from './database.ts';

describe.each(databases)('functions registered with afterCommit (%s)', (kind) => {
  test('a function registered with afterCommit sees the committed rows, and runs once', async () => {
    const database = await createTestDatabase(kind);
    const rowsReadAfterCommit: Promise<unknown[]>[] = [];
    const readRows = () => void rowsReadAfterCommit.push(database.kysely.selectFrom('settings').selectAll().execute());
    await database.transact(async (trx) => {
      afterCommit(trx, readRows);
      afterCommit(trx, readRows);
      await trx.insertInto('settings').values({ key: 'a', value: 'b' }).execute();
      expect(rowsReadAfterCommit).toEqual([]);
    });
    expect(await Promise.all(rowsReadAfterCommit)).toEqual([[{ key: 'a', value: 'b' }]]);
  });

  test('a function registered with afterCommit does not run after a rollback', async () => {
    const database = await createTestDatabase(kind);
    let runCount = 0;
    const failingTransaction = database.transact(async (trx) => {
      afterCommit(trx, () => (runCount += 1));
      throw new Error('undone');
    });
    await expect(failingTransaction).rejects.toThrow('undone');
    expect(runCount).toBe(0);
  });
});
