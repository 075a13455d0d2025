import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { createTestDatabase, createTestLocation, openWithLongTimeouts } from '#server/testing/database/databases.ts';

/** A select that takes several milliseconds. */
const slowSelect = sql<{ n: number }>`
  with recursive c (n) as (select 1 union all select n + 1 from c where n < 100000) select max(n) as n from c`;

test('a long read does not block the main thread, and returns the rows that were committed before it', async () => {
  const database = await createTestDatabase('SQLite');
  await database.kysely.insertInto('settings').values({ key: 'new_key', value: 'Łódź "\n' }).execute();
  let isOver = false;
  const pendingRead = slowSelect.execute(dbForLongReads(database.kysely)).finally(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  expect((await pendingRead).rows).toEqual([{ n: 100_000 }]);
  const storedSettings = dbForLongReads(database.kysely)
    .selectFrom('settings')
    .selectAll()
    .where('key', '=', 'new_key');
  expect(await storedSettings.execute()).toEqual([{ key: 'new_key', value: 'Łódź "\n' }]);
});

test('a reader thread returns camelCase names, refuses an invalid statement and a write, and then answers further requests', async () => {
  const longReadDatabase = dbForLongReads((await createTestDatabase('SQLite')).kysely);
  await expect(sql`select no_such_column from users`.execute(longReadDatabase)).rejects.toMatchObject({ errcode: 1 });
  // A reader thread cannot write: SQLite answers with the code 8 (SQLITE_READONLY).
  await expect(longReadDatabase.deleteFrom('settings').execute()).rejects.toMatchObject({ cause: { errcode: 8 } });
  expect((await sql`select 1 as first_name`.execute(longReadDatabase)).rows).toEqual([{ firstName: 1 }]);
});

test('a long read within a transaction sees the writes of the transaction', async () => {
  const { kysely, transact } = await createTestDatabase('SQLite');
  const readInTransaction = await transact(async (trx) => {
    await trx.insertInto('settings').values({ key: 'mine', value: '' }).execute();
    return dbForLongReads(trx).selectFrom('settings').select('key').where('key', '=', 'mine').execute();
  });
  expect(readInTransaction).toEqual([{ key: 'mine' }]);
  expect(await dbForLongReads(kysely).selectFrom('settings').select('key').where('key', '=', 'mine').execute()).toEqual(
    readInTransaction,
  );
});

test('a closed database refuses a long read', async () => {
  const database = await openWithLongTimeouts(await createTestLocation('SQLite'));
  await sql`select 1`.execute(dbForLongReads(database.kysely));
  await database.close();
  await expect(sql`select 1`.execute(dbForLongReads(database.kysely))).rejects.toThrow('The database is closed.');
});
