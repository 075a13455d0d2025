import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, createTestDatabase, createTestLocation, openWithLongTimeouts } from '#server/testing/databases.ts';
import { createUserRow } from '#server/testing/rows.ts';
import { isUniqueViolation, lockUser } from './database.ts';
import type { Db } from './database.ts';

const put = (db: Db, key: string, value = 'here') => db.insertInto('settings').values({ key, value }).execute();
const keys = async (db: Db) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map((row) => row.key);

const change = (db: Db, key: string, value: string) =>
  db.updateTable('settings').set({ value }).where('key', '=', key).executeTakeFirst();

const addUser = async (db: Db, login: string): Promise<number> =>
  (await db.insertInto('users').values(createUserRow({ login })).returning('id').executeTakeFirstOrThrow()).id;

describe.each(databases)('%s', (kind) => {
  test('a reader sees committed rows, and nothing of an open transaction', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await put(kysely, 'before');
    await transact(async (trx) => {
      await put(trx, 'during');
      expect(await keys(trx)).toEqual(['before', 'during']);
      expect(await keys(kysely)).toEqual(['before']);
    });
    expect(await keys(kysely)).toEqual(['before', 'during']);
  });

  test('a transaction that throws writes nothing', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const failing = transact(async (trx) => {
      await put(trx, 'gone');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await keys(kysely)).toEqual([]);
    await put(kysely, 'next');
    expect(await keys(kysely)).toEqual(['next']);
  });

  test('rows that another server wrote can be read at once', async () => {
    const where = await createTestLocation(kind);
    const [one, other] = [await openWithLongTimeouts(where), await openWithLongTimeouts(where)];
    onTestFinished(async () => {
      await Promise.all([one.close(), other.close()]);
    });
    expect(await keys(other.kysely)).toEqual([]);
    await put(one.kysely, 'news');
    expect(await keys(other.kysely)).toEqual(['news']);
  });

  test('a unique violation is recognised, also by its constraint', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await addUser(kysely, 'ada@customer.example');
    const clash = await transact((trx) => addUser(trx, 'ada@customer.example')).catch((error: unknown) => error);
    expect(isUniqueViolation(clash)).toBe(true);
    expect(isUniqueViolation(clash, 'users', ['loginFold'])).toBe(true);
    expect(isUniqueViolation(clash, 'users', ['login'])).toBe(false);
    await put(kysely, 'same');
    const sameKey = await put(kysely, 'same').catch((error: unknown) => error);
    expect(isUniqueViolation(sameKey, 'settings', ['key'])).toBe(true);
    const noUser = kysely.insertInto('toolGrants').values(grantFor(4711)).execute();
    expect(isUniqueViolation(await noUser.catch((error: unknown) => error))).toBe(false);
  });

  test('an id is never reused, and cannot be chosen', async () => {
    const { kysely } = await createTestDatabase(kind);
    const gone = await addUser(kysely, 'gone@customer.example');
    await kysely.deleteFrom('users').where('id', '=', gone).execute();
    expect(await addUser(kysely, 'new@customer.example')).toBeGreaterThan(gone);
  });

  test('moments, 32-bit values, null and any text are read as they were written', async () => {
    const { kysely } = await createTestDatabase(kind);
    const at = Date.parse('2105-12-31T23:59:59.999Z');
    const text = `O'Brien "x" \\ \n ß 漢字 😀 %_`;
    await kysely
      .insertInto('users')
      .values(createUserRow({ login: text, createdAt: at, decidedAt: null }))
      .execute();
    const row = await kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ login: text, createdAt: at, decidedAt: null, requestDate: null, version: 1 });
    const { most } = await kysely.selectFrom('users').select((e) => e.fn.max('createdAt').as('most')).executeTakeFirstOrThrow(); // prettier-ignore
    const { count } = await kysely.selectFrom('users').select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(); // prettier-ignore
    expect([most, count]).toEqual([at, 1]);
  });

  test.each([
    ['a status that there is not', sql`update users set status = 'sleeping'`],
    ['a flag of 2', sql`update users set can_receive_mail = 2`],
    ['a country by its name', sql`update users set country = 'Norway'`],
    ['a brand that there is not', sql`update users set brand_id = 'green'`],
    ['a word for a number', sql`update users set profile_id = 'seven'`],
  ])('%s is refused', async (_, wrong) => {
    const { kysely } = await createTestDatabase(kind);
    await addUser(kysely, 'ada@customer.example');
    await expect(wrong.execute(kysely)).rejects.toThrow();
    expect(await kysely.selectFrom('users').selectAll().executeTakeFirst()).toMatchObject(
      createUserRow({ login: 'ada@customer.example' }),
    );
  });

  test('an update reports how many rows it changed', async () => {
    const { kysely } = await createTestDatabase(kind);
    await put(kysely, 'one');
    expect((await change(kysely, 'one', 'new')).numUpdatedRows).toBe(1n);
    expect((await change(kysely, 'two', 'new')).numUpdatedRows).toBe(0n);
  });

  test('a transaction waits for the one that locked the user first', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const user = await addUser(kysely, 'ada@customer.example');
    const adding = (more: string) =>
      transact(async (trx) => {
        expect(await lockUser(trx, user)).toBe(true);
        const { phone } = await trx
          .selectFrom('users')
          .select('phone')
          .where('id', '=', user)
          .executeTakeFirstOrThrow();
        // Time for the other transactions to run in between, if the lock did not work.
        await new Promise((resolve) => setTimeout(resolve, 5));
        await trx
          .updateTable('users')
          .set({ phone: phone + more })
          .where('id', '=', user)
          .execute();
      });
    await Promise.all(Array.from('abcdefgh', adding));
    const { phone } = await kysely.selectFrom('users').select('phone').executeTakeFirstOrThrow();
    expect(Array.from(phone).toSorted().join('')).toBe('abcdefgh');
    expect(await transact((trx) => lockUser(trx, user + 1))).toBe(false);
  });

  test('two transactions in a deadlock both complete', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await put(kysely, 'a', '');
    await put(kysely, 'b', '');
    const both = (first: string, second: string, value: string) =>
      transact(async (trx) => {
        await change(trx, first, value);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await change(trx, second, value);
      });
    await Promise.all([both('a', 'b', 'one'), both('b', 'a', 'two')]);
    const values = await kysely.selectFrom('settings').select('value').distinct().execute();
    expect(values).toHaveLength(1);
  });
});

const grantFor = (userId: number) => ({ userId, toolId: 'basics', brandId: 'blue', configTools: '[]' });
