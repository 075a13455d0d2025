import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase, openWithLongTimeouts } from './databases.ts';
import { returnDatabaseCopy, takeDatabaseCopy } from './postgres-copies.ts';
import { createUserRow } from './rows.ts';
import { allRows } from './tables.ts';

/**
 * Runs the given statements in a database copy, returns the copy, takes the next copy, and returns the rows that the
 * next test would see.
 */
async function readAfter(statements: readonly string[]) {
  const url = await takeDatabaseCopy();
  const database = await openWithLongTimeouts({ url });
  for (const statement of statements) await sql.raw(statement).execute(database.kysely);
  await database.close();
  await returnDatabaseCopy(url);
  const nextUrl = await takeDatabaseCopy();
  const nextDatabase = await openWithLongTimeouts({ url: nextUrl });
  const rows = await allRows(nextDatabase);
  const { id } = await nextDatabase.kysely
    .insertInto('users')
    .values(createUserRow({ login: 'first@customer.example' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await nextDatabase.close();
  await returnDatabaseCopy(nextUrl);
  return { isSameCopy: nextUrl === url, rows, firstUserId: id };
}

const insertUser = `insert into users (login, login_fold, first_name, last_name, phone, company, country, language, can_receive_mail, status, preferences, created_at)
  values ('x', 'x', '', '', '', '', 'DE', 'en', 1, 'active', '{}', 0)`;

test('a database copy that a test has returned is reset: it has only the rows of the migrations, and its ids start at 1 again', async () => {
  const untouchedCopy = await readAfter([]);
  const reusedCopy = await readAfter([
    insertUser,
    insertUser.replaceAll(`'x'`, `'y'`),
    `delete from brands where id = 'red'`,
    `update brands set name = 'Other'`,
  ]);
  expect(reusedCopy).toEqual({ ...untouchedCopy, isSameCopy: true });
  expect(untouchedCopy.rows['brands']).toHaveLength(2);
  expect(untouchedCopy.rows['users']).toEqual([]);
});

test.each([
  ['a column', 'alter table users add column more text'],
  ['a default', `alter table users alter column phone set default 'x'`],
  ['a column with a not-null constraint', 'alter table users alter column created_by set not null'],
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

test('rows that an open connection has written without a commit are not in the database copy that the next test gets', async () => {
  const url = await takeDatabaseCopy();
  const abandonedDatabase = await openWithLongTimeouts({ url });
  const inserted = Promise.withResolvers<void>();
  const transaction = abandonedDatabase.transact(async (trx) => {
    await trx.insertInto('settings').values({ key: 'left', value: '' }).execute();
    inserted.resolve();
    await new Promise(() => {});
  });
  await inserted.promise;
  await returnDatabaseCopy(url);
  const nextUrl = await takeDatabaseCopy();
  const nextDatabase = await openWithLongTimeouts({ url: nextUrl });
  expect(nextUrl).toBe(url);
  expect(await nextDatabase.kysely.selectFrom('settings').select('key').where('key', '=', 'left').execute()).toEqual(
    [],
  );
  await nextDatabase.close();
  await returnDatabaseCopy(nextUrl);
  void transaction;
});

/** Runs `work` with the database of a test, ends the test, and returns the database of the next test. */
async function useBefore(work: (database: Database) => Promise<void>): Promise<Database> {
  const cleanUps: (() => Promise<void>)[] = [];
  const database = await createTestDatabase('PostgreSQL', (cleanUp) => cleanUps.unshift(cleanUp));
  await work(database);
  for (const cleanUp of cleanUps) await cleanUp();
  await expect(sql`select 1`.execute(database.kysely)).rejects.toThrow('The test has closed this database.');
  await expect(database.transact(async () => {})).rejects.toThrow('The test has closed this database.');
  return createTestDatabase('PostgreSQL');
}

const insertSetting = ({ kysely }: Pick<Database, 'kysely'>) =>
  kysely.insertInto('settings').values({ key: 'left', value: '' }).execute();
const readLeftSettings = ({ kysely }: Database) =>
  kysely.selectFrom('settings').select('key').where('key', '=', 'left').execute();
const readProcess = async ({ kysely }: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)).rows[0]?.pid;

test('the connection of a test is the connection of the next test, which finds no rows of the first', async () => {
  let firstProcess: unknown;
  const next = await useBefore(async (database) => {
    firstProcess = await readProcess(database);
    await insertSetting(database);
  });
  expect(await readProcess(next)).toBe(firstProcess);
  expect(await readLeftSettings(next)).toEqual([]);
});
