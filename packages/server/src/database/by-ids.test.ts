import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/databases.ts';
import { createUserRow } from '#server/testing/rows.ts';
import { selectByIds } from './by-ids.ts';
import type { Db } from './database.ts';

describe.each(databases)('a query by ids on %s', (kind) => {
  test('is compiled once for 5 to 8 ids, and reads the rows of those ids and with those constants', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await kysely
      .insertInto('users')
      .values(Array.from({ length: 8 }, (_, at) => createUserRow({ login: `user${at}@x.example`, status: 'active' })))
      .execute();
    const all = (await kysely.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
    let compiled = 0;
    const findActive = selectByIds((db, ids) => {
      compiled += 1;
      return db
        .selectFrom('users')
        .select(['id', 'firstName'])
        .where('status', '=', 'active')
        .where('id', 'in', ids)
        .where('firstName', '<>', 'nobody');
    });
    const find = async (db: Db, ids: readonly number[]) =>
      (await findActive(db, ids)).map(({ id }) => id).toSorted((a, b) => a - b);

    expect(await find(kysely, all.slice(0, 5))).toEqual(all.slice(0, 5));
    expect(await find(kysely, all.slice(2))).toEqual(all.slice(2));
    await transact(async (trx) => {
      await trx.updateTable('users').set({ status: 'suspended' }).where('id', '=', Number(all[0])).execute();
      expect(await find(trx, all)).toEqual(all.slice(1));
    });
    expect(await find(kysely, [])).toEqual([]);
    expect(compiled).toBe(1);
    expect(await find(kysely, all.slice(3, 4))).toEqual(all.slice(3, 4));
    expect(compiled).toBe(2);
  });
});
