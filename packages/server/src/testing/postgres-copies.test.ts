import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWithLongTimeouts } from './databases.ts';
import { giveBackCopy, takeCopy } from './postgres-copies.ts';
import { createUserRow } from './rows.ts';
import { allRows } from './tables.ts';

/** What the next test sees after this has happened in a copy; null if the next test gets another copy. */
async function readAfter(statements: readonly string[]) {
  const url = await takeCopy();
  const database = await openWithLongTimeouts({ url });
  for (const statement of statements) await sql.raw(statement).execute(database.kysely);
  await database.close();
  await giveBackCopy(url);
  const next = await takeCopy();
  const again = await openWithLongTimeouts({ url: next });
  const rows = await allRows(again);
  const { id } = await again.kysely
    .insertInto('users')
    .values(createUserRow({ login: 'first@customer.example' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await again.close();
  await giveBackCopy(next);
  return { isSameCopy: next === url, rows, firstUserId: id };
}

const insertUser = `insert into users (login, login_fold, first_name, last_name, phone, company, country, language, can_receive_mail, status, preferences, created_at)
  values ('x', 'x', '', '', '', '', 'DE', 'en', 1, 'active', '{}', 0)`;

test('a returned copy has only the rows of the migrations, and its ids start at 1 again', async () => {
  const untouched = await readAfter([]);
  const used = await readAfter([
    insertUser,
    insertUser.replaceAll(`'x'`, `'y'`),
    `delete from brands where id = 'red'`,
    `update brands set name = 'Other'`,
  ]);
  expect(used).toEqual({ ...untouched, isSameCopy: true });
  expect(untouched.rows['brands']).toHaveLength(2);
  expect(untouched.rows['users']).toEqual([]);
});

test.each([
  ['a column', 'alter table users add column more text'],
  ['a default', `alter table users alter column phone set default 'x'`],
  ['a column that must be filled', 'alter table users alter column created_by set not null'],
  ['a constraint', 'alter table users add constraint users_test check (id > 0)'],
  ['an index', 'create index users_test on users (phone)'],
  ['a table', 'create table more (id integer)'],
  ['a view', 'create view more as select id from users'],
  [
    'a trigger',
    `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create trigger fail before delete on users for each row execute function fail()`,
  ],
  ['statistics', 'analyze brands'],
])('a copy is dropped after a test has changed %s', async (_, statement) => {
  expect(await readAfter([statement])).toMatchObject({ isSameCopy: false, firstUserId: 1 });
});

test('rows that an open connection wrote without a commit are gone', async () => {
  const url = await takeCopy();
  const left = await openWithLongTimeouts({ url });
  const waiting = Promise.withResolvers<void>();
  const transaction = left.transact(async (trx) => {
    await trx.insertInto('settings').values({ key: 'left', value: '' }).execute();
    waiting.resolve();
    await new Promise(() => {});
  });
  await waiting.promise;
  await giveBackCopy(url);
  const next = await takeCopy();
  const again = await openWithLongTimeouts({ url: next });
  expect(next).toBe(url);
  expect(await again.kysely.selectFrom('settings').select('key').where('key', '=', 'left').execute()).toEqual([]);
  await again.close();
  await giveBackCopy(next);
  void transaction;
});
