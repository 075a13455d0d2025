import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { afterCommit } from './database.ts';

describe.each(databases)('%s', (kind) => {
  test('work registered for after the commit sees the written rows, and runs once', async () => {
    const database = await createTestDatabase(kind);
    const seen: Promise<unknown[]>[] = [];
    const look = () => void seen.push(database.kysely.selectFrom('settings').selectAll().execute());
    await database.transact(async (trx) => {
      afterCommit(trx, look);
      afterCommit(trx, look);
      await trx.insertInto('settings').values({ key: 'a', value: 'b' }).execute();
      expect(seen).toEqual([]);
    });
    expect(await Promise.all(seen)).toEqual([[{ key: 'a', value: 'b' }]]);
  });

  test('work registered for after the commit does not run after a rollback', async () => {
    const database = await createTestDatabase(kind);
    let happened = 0;
    const undone = database.transact(async (trx) => {
      afterCommit(trx, () => (happened += 1));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(happened).toBe(0);
  });
});
