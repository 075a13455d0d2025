import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { selectByIds } from './compiled-queries.ts';
import type { Db } from '../foundation.ts';

describe.each(databases)('a query by ids (%s)', (kind) => {
  test('queries with 5 to 8 ids use one compiled query, and return only rows that match the ids and the other conditions', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await kysely
      .insertInto('users')
      .values(
        Array.from({ length: 8 }, (_, index) => createUserRow({ login: `user${index}@x.example`, status: 'active' })),
      )
      .execute();
    const allIds = (await kysely.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
    let compileCount = 0;
    const findActive = selectByIds((db, ids) => {
      compileCount += 1;
      return db
        .selectFrom('users')
        .select(['id', 'firstName'])
        .where('status', '=', 'active')
        .where('id', 'in', ids)
        .where('firstName', '<>', 'nobody');
    });
    const findActiveIds = async (db: Db, ids: readonly number[]) =>
      (await findActive(db, ids)).map(({ id }) => id).toSorted((a, b) => a - b);

    expect(await findActiveIds(kysely, allIds.slice(0, 5))).toEqual(allIds.slice(0, 5));
    expect(await findActiveIds(kysely, allIds.slice(2))).toEqual(allIds.slice(2));
    await transact(async (trx) => {
      await trx.updateTable('users').set({ status: 'suspended' }).where('id', '=', Number(allIds[0])).execute();
      expect(await findActiveIds(trx, allIds)).toEqual(allIds.slice(1));
    });
    expect(await findActiveIds(kysely, [])).toEqual([]);
    expect(compileCount).toBe(1);
    expect(await findActiveIds(kysely, allIds.slice(3, 4))).toEqual(allIds.slice(3, 4));
    expect(compileCount).toBe(2);
  });
});
