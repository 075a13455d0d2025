import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { longReads } from '#server/database/long-reads.ts';
import { createTestDatabase, createTestLocation, openWithLongTimeouts } from '#server/testing/databases.ts';

/** A select that takes some milliseconds. */
const slow = sql<{ n: number }>`
  with recursive c (n) as (select 1 union all select n + 1 from c where n < 100000) select max(n) as n from c`;

test('a long read leaves the main thread free, and reads what was committed before it', async () => {
  const database = await createTestDatabase('SQLite');
  await database.kysely.insertInto('settings').values({ key: 'new_key', value: 'Łódź "\n' }).execute();
  let isOver = false;
  const reading = slow.execute(longReads(database.kysely)).finally(() => (isOver = true));
  await new Promise((resume) => setImmediate(resume));
  expect(isOver).toBe(false);
  expect((await reading).rows).toEqual([{ n: 100_000 }]);
  const stored = longReads(database.kysely).selectFrom('settings').selectAll().where('key', '=', 'new_key');
  expect(await stored.execute()).toEqual([{ key: 'new_key', value: 'Łódź "\n' }]);
});

test('rows have camelCase names, a wrong statement and a write are refused, and the thread goes on', async () => {
  const reads = longReads((await createTestDatabase('SQLite')).kysely);
  await expect(sql`select no_such_column from users`.execute(reads)).rejects.toMatchObject({ errcode: 1 });
  // SQLITE_READONLY.
  await expect(reads.deleteFrom('settings').execute()).rejects.toMatchObject({ cause: { errcode: 8 } });
  expect((await sql`select 1 as first_name`.execute(reads)).rows).toEqual([{ firstName: 1 }]);
});

test('a transaction reads on its own connection', async () => {
  const { kysely, transact } = await createTestDatabase('SQLite');
  const seen = await transact(async (trx) => {
    await trx.insertInto('settings').values({ key: 'mine', value: '' }).execute();
    return longReads(trx).selectFrom('settings').select('key').where('key', '=', 'mine').execute();
  });
  expect(seen).toEqual([{ key: 'mine' }]);
  expect(await longReads(kysely).selectFrom('settings').select('key').where('key', '=', 'mine').execute()).toEqual(
    seen,
  );
});

test('a closed database refuses a long read', async () => {
  const database = await openWithLongTimeouts(await createTestLocation('SQLite'));
  await sql`select 1`.execute(longReads(database.kysely));
  await database.close();
  await expect(sql`select 1`.execute(longReads(database.kysely))).rejects.toThrow('The database is closed.');
});
