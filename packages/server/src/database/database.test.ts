import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  databases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { isUniqueViolation } from './failures.ts';
import { lockUser, afterCommit, together } from './database.ts';
import type { Db } from './foundation.ts';
import { migrations } from './migrations.ts';
import { camelCase, snakeCase } from './names.ts';
import type { MigrationStep } from './queries/statements.ts';

const insertSetting = (db: Db, key: string, value = 'here') =>
  db.insertInto('settings').values({ key, value }).execute();
const readKeys = async (db: Db) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map((row) => row.key);

const updateSetting = (db: Db, key: string, value: string) =>
  db.updateTable('settings').set({ value }).where('key', '=', key).executeTakeFirst();

const addUser = async (db: Db, login: string): Promise<number> =>
  (await db.insertInto('users').values(createUserRow({ login })).returning('id').executeTakeFirstOrThrow()).id;

describe.each(databases)('transactions and stored values (%s)', (kind) => {
  test('a reader sees committed rows, and nothing of an open transaction', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await insertSetting(kysely, 'before');
    await transact(async (trx) => {
      await insertSetting(trx, 'during');
      expect(await readKeys(trx)).toEqual(['before', 'during']);
      expect(await readKeys(kysely)).toEqual(['before']);
    });
    expect(await readKeys(kysely)).toEqual(['before', 'during']);
  });

  test('a transaction that throws writes nothing (T243)', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const failingTransaction = transact(async (trx) => {
      await insertSetting(trx, 'gone');
      throw new Error('rolled back');
    });
    await expect(failingTransaction).rejects.toThrow('rolled back');
    expect(await readKeys(kysely)).toEqual([]);
    await insertSetting(kysely, 'next');
    expect(await readKeys(kysely)).toEqual(['next']);
  });

  test('statements that run together are all stored or, if one fails, none of them', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const insertTogether = (...keys: string[]) =>
      transact((trx) => together(...keys.map((key) => insertSetting(trx, key)), readKeys(trx)));
    await insertTogether('a', 'b');
    expect(await readKeys(kysely)).toEqual(['a', 'b']);
    const failure = await insertTogether('c', 'a', 'd').catch((error: unknown) => error);
    expect(isUniqueViolation(failure, 'settings', ['key']), String(failure)).toBe(true);
    expect(await readKeys(kysely)).toEqual(['a', 'b']);
  });

  test('rows that another server wrote can be read at once', async () => {
    const location = await createTestLocation(kind);
    const [first, second] = [await openWithLongTimeouts(location), await openWithLongTimeouts(location)];
    onTestFinished(async () => {
      await Promise.all([first.close(), second.close()]);
    });
    expect(await readKeys(second.kysely)).toEqual([]);
    await insertSetting(first.kysely, 'news');
    expect(await readKeys(second.kysely)).toEqual(['news']);
  });

  test('a violation of a unique constraint is recognised, with its columns', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await addUser(kysely, 'ada@customer.example');
    const duplicateLogin = await transact((trx) => addUser(trx, 'ada@customer.example')).catch(
      (error: unknown) => error,
    );
    expect(isUniqueViolation(duplicateLogin)).toBe(true);
    expect(isUniqueViolation(duplicateLogin, 'users', ['loginFold'])).toBe(true);
    expect(isUniqueViolation(duplicateLogin, 'users', ['login'])).toBe(false);
    await insertSetting(kysely, 'same');
    const duplicateKey = await insertSetting(kysely, 'same').catch((error: unknown) => error);
    expect(isUniqueViolation(duplicateKey, 'settings', ['key'])).toBe(true);
    const grantForUnknownUser = kysely.insertInto('toolGrants').values(grantFor(4711)).execute();
    expect(isUniqueViolation(await grantForUnknownUser.catch((error: unknown) => error))).toBe(false);
  });

  test('the id of a deleted record is never used again (T244)', async () => {
    const { kysely } = await createTestDatabase(kind);
    const deletedId = await addUser(kysely, 'gone@customer.example');
    await kysely.deleteFrom('users').where('id', '=', deletedId).execute();
    expect(await addUser(kysely, 'new@customer.example')).toBeGreaterThan(deletedId);
  });

  test('moments, 32-bit values, null and any text are read as they were written', async () => {
    const { kysely } = await createTestDatabase(kind);
    const at = Date.parse('2105-12-31T23:59:59.999Z');
    const unusualText = `O'Brien "x" \\ \n ß 漢字 😀 %_`;
    await kysely
      .insertInto('users')
      .values(createUserRow({ login: unusualText, createdAt: at, decidedAt: null }))
      .execute();
    const row = await kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ login: unusualText, createdAt: at, decidedAt: null, requestDate: null, version: 1 });
    const { latest } = await kysely.selectFrom('users').select((e) => e.fn.max('createdAt').as('latest')).executeTakeFirstOrThrow(); // oxfmt-ignore
    const { count } = await kysely.selectFrom('users').select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(); // oxfmt-ignore
    expect([latest, count]).toEqual([at, 1]);
  });

  test.each([
    ['a status that does not exist', sql`update users set status = 'sleeping'`],
    ['a flag of 2', sql`update users set can_receive_mail = 2`],
    ['a country given by its name', sql`update users set country = 'Norway'`],
    ['a brand that does not exist', sql`update users set brand_id = 'green'`],
    ['a text in a number column', sql`update users set profile_id = 'seven'`],
  ])('the database refuses %s', async (_, invalidStatement) => {
    const { kysely } = await createTestDatabase(kind);
    await addUser(kysely, 'ada@customer.example');
    await expect(invalidStatement.execute(kysely)).rejects.toThrow();
    expect(await kysely.selectFrom('users').selectAll().executeTakeFirst()).toMatchObject(
      createUserRow({ login: 'ada@customer.example' }),
    );
  });

  test('an update reports how many rows it changed', async () => {
    const { kysely } = await createTestDatabase(kind);
    await insertSetting(kysely, 'one');
    expect((await updateSetting(kysely, 'one', 'new')).numUpdatedRows).toBe(1n);
    expect((await updateSetting(kysely, 'two', 'new')).numUpdatedRows).toBe(0n);
  });

  test('a transaction waits for another transaction that locked the same user before', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const user = await addUser(kysely, 'ada@customer.example');
    const appendLetter = (letter: string) =>
      transact(async (trx) => {
        expect(await lockUser(trx, user)).toBe(true);
        const { phone } = await trx
          .selectFrom('users')
          .select('phone')
          .where('id', '=', user)
          .executeTakeFirstOrThrow();
        // The transaction waits, so that the other transactions would run in between if the lock did not work.
        await new Promise((resolve) => setTimeout(resolve, 5));
        await trx
          .updateTable('users')
          .set({ phone: phone + letter })
          .where('id', '=', user)
          .execute();
      });
    await Promise.all(Array.from('abcdefgh', appendLetter));
    const { phone } = await kysely.selectFrom('users').select('phone').executeTakeFirstOrThrow();
    expect(Array.from(phone).toSorted().join('')).toBe('abcdefgh');
    expect(await transact((trx) => lockUser(trx, user + 1))).toBe(false);
  });

  test('two transactions in a deadlock both complete', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    await insertSetting(kysely, 'a', '');
    await insertSetting(kysely, 'b', '');
    const updateBoth = (firstKey: string, secondKey: string, value: string) =>
      transact(async (trx) => {
        await updateSetting(trx, firstKey, value);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await updateSetting(trx, secondKey, value);
      });
    await Promise.all([updateBoth('a', 'b', 'one'), updateBoth('b', 'a', 'two')]);
    const distinctValues = await kysely.selectFrom('settings').select('value').distinct().execute();
    expect(distinctValues).toHaveLength(1);
  });
});

const grantFor = (userId: number) => ({ userId, toolId: 'basics', brandId: 'blue', configTools: '[]' });

const listNames = (step: MigrationStep): string[] => {
  if (step.do === 'createTable') return [step.table, ...Object.keys(step.columns)];
  return step.do === 'addColumn' ? [step.name] : [];
};

test('the name of every table and column can be converted to camelCase and back', () => {
  const databaseNames = migrations.flatMap(({ steps }) => steps.flatMap(listNames));
  expect(databaseNames).toContain('country_brand_salesmen');
  expect(databaseNames.map((name) => snakeCase(camelCase(name)))).toEqual(databaseNames);
  expect(camelCase('country_brand_salesmen')).toBe('countryBrandSalesmen');
});

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
