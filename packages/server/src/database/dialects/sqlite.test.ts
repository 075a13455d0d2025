import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { CompiledQuery, sql } from 'kysely';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { inject, expect, onTestFinished, test } from 'vitest';
import { DatabaseBusy } from '../failures.ts';
import type { Db, OpenOptions } from '../foundation.ts';
import { openSqlite } from './sqlite.ts';
import { createTestLocation } from '#server/testing/database/databases.ts';

/** Creates an empty folder for one test. */
const createEmptyFolder = () => mkdtemp(join(inject('testFolder'), 'sqlite-'));

async function openForTest(file: string, options: OpenOptions = {}) {
  const database = await openSqlite(file, options);
  onTestFinished(() => database.close());
  return database;
}

async function createDatabaseFile(): Promise<string> {
  const location = await createTestLocation('SQLite');
  return 'file' in location ? location.file : '';
}

/** Starts another process that begins a write transaction; the returned function ends the process. */
async function lockInOtherProcess(file: string): Promise<() => Promise<void>> {
  const program = `
    const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)});
    db.exec('begin immediate');
    process.stdout.write('held');
    process.stdin.resume().on('end', () => { db.exec('rollback'); process.exit(); });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const exit = once(child, 'exit');
  return async () => {
    child.stdin.end();
    await exit;
  };
}

const insertSetting = (db: Db, key: string) => db.insertInto('settings').values({ key, value: '' }).execute();

test('a write waits for another process, while reads and timers continue', async () => {
  const file = await createDatabaseFile();
  const { kysely } = await openForTest(file);
  const releaseLock = await lockInOtherProcess(file);
  let isWritten = false;
  const pendingWrite = insertSetting(kysely, 'patient').then(() => (isWritten = true));
  const pendingTransaction = kysely.transaction().execute((trx) => insertSetting(trx, 'as patient'));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await kysely.selectFrom('brands').select('id').execute()).toHaveLength(2);
  expect(isWritten).toBe(false);
  await releaseLock();
  await Promise.all([pendingWrite, pendingTransaction]);
  expect(await kysely.selectFrom('settings').select('key').execute()).toHaveLength(2);
});

test('a write that waits too long fails as "busy", and the next write succeeds', async () => {
  const file = await createDatabaseFile();
  const { kysely } = await openForTest(file, { patienceMs: 100 });
  const releaseLock = await lockInOtherProcess(file);
  await expect(insertSetting(kysely, 'vain')).rejects.toThrow(DatabaseBusy);
  await expect(kysely.transaction().execute((trx) => insertSetting(trx, 'vain'))).rejects.toThrow(DatabaseBusy);
  await releaseLock();
  await insertSetting(kysely, 'next');
  expect(await kysely.selectFrom('settings').select('key').execute()).toEqual([{ key: 'next' }]);
});

test('a write on another connection, made inside a transaction by mistake, fails with an error instead of waiting forever', async () => {
  const { kysely } = await openForTest(await createDatabaseFile(), { patienceMs: 50 });
  const mistakenTransaction = kysely.transaction().execute(() => insertSetting(kysely, 'outside'));
  await expect(mistakenTransaction).rejects.toThrow(DatabaseBusy);
  await insertSetting(kysely, 'next');
});

test('a read that begins with a common table expression does not wait for an open transaction, but a write does', async () => {
  const { kysely } = await openForTest(await createDatabaseFile(), { patienceMs: 50 });
  await insertSetting(kysely, 'stored');
  const readQuery = sql<{ key: string }>`with stored as (select key from settings) select key from stored`;
  const writeQuery = sql`with added (key) as (values ('added')) insert into settings (key, value) select key, '' from added`;
  await kysely.transaction().execute(async (trx) => {
    await insertSetting(trx, 'not committed');
    expect((await readQuery.execute(kysely)).rows).toEqual([{ key: 'stored' }]);
    await expect(writeQuery.execute(kysely)).rejects.toThrow(DatabaseBusy);
  });
});

test('a statement that was prepared before a migration also returns the columns that the migration added', async () => {
  const { kysely } = await openForTest(await createDatabaseFile());
  await insertSetting(kysely, 'stored');
  const readFirstRow = async () => (await kysely.selectFrom('settings').selectAll().execute())[0];
  expect(await readFirstRow()).toEqual({ key: 'stored', value: '' });
  await kysely.schema.alterTable('settings').addColumn('added_later', 'integer').execute();
  expect(await readFirstRow()).toEqual({ key: 'stored', value: '', addedLater: null });
});

test('each commit is written to the disk before it returns, foreign keys are enforced, and other users cannot read the file (T246)', async () => {
  const folder = await createEmptyFolder();
  const file = join(folder, 'new.db');
  const { kysely } = await openForTest(file);
  await kysely.schema.createTable('anything').addColumn('x', 'integer').execute();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(`${file}-wal`)).mode & 0o777).toBe(0o600);
  const readPragma = async (name: string) =>
    (await kysely.executeQuery<object>(createRawQuery(`pragma ${name}`))).rows[0];
  expect(await readPragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await readPragma('foreign_keys')).toEqual({ foreignKeys: 1 });
});

const createRawQuery = (sqlText: string) => CompiledQuery.raw(sqlText);

test('a deleted value leaves no bytes in the file', async () => {
  const file = await createDatabaseFile();
  const { kysely, close } = await openSqlite(file);
  const longValue = 'planted value '.repeat(2000);
  await kysely
    .insertInto('settings')
    .values([
      { key: 'small', value: 'planted value' },
      { key: 'large', value: longValue },
    ])
    .execute();
  await kysely.deleteFrom('settings').execute();
  await close();
  expect((await readFile(file)).includes('planted value')).toBe(false);
});

test('after a database is closed, only its file remains, even if the database was never used', async () => {
  const folder = await createEmptyFolder();
  const unusedDatabase = await openSqlite(join(folder, 'new.db'));
  await unusedDatabase.close();
  const usedDatabase = await openSqlite(join(folder, 'new.db'));
  await usedDatabase.kysely.schema.createTable('anything').addColumn('x', 'integer').execute();
  await usedDatabase.close();
  await usedDatabase.close();
  expect(await readdir(folder)).toEqual(['new.db']);
});

test('the query planner gets new statistics, and reads still succeed afterwards', async () => {
  const { kysely, refreshStatistics } = await openForTest(await createDatabaseFile());
  for (let index = 0; index < 100; index += 1) await insertSetting(kysely, `key ${index}`);
  await refreshStatistics();
  await refreshStatistics();
  const statistics = await kysely.executeQuery<object>(
    createRawQuery(`select stat from sqlite_stat1 where tbl = 'settings'`),
  );
  expect(statistics.rows).toEqual([{ stat: expect.stringMatching(/^100 /) }]);
  expect(await kysely.selectFrom('settings').select('key').execute()).toHaveLength(100);
});

test('a folder instead of a database file is refused', async () => {
  const folder = await createEmptyFolder();
  await expect(openSqlite(folder)).rejects.toThrow(`${folder} is not a file`);
});

test('a database file in a missing folder is refused', async () => {
  const folder = await createEmptyFolder();
  await expect(openSqlite(join(folder, 'none', 'a.db'))).rejects.toThrow('does not exist. Create it first');
});

test('a limit is part of the SQL text, and all other values are parameters of the statement', async () => {
  const { kysely } = await openForTest(await createDatabaseFile());
  const query = kysely.selectFrom('settings').select('key').where('key', '>', 'a').orderBy('key').limit(5).offset(2);
  expect(query.compile()).toMatchObject({
    sql: expect.stringMatching(/ limit 5 offset \?$/),
    parameters: ['a', 2],
  });
});

test('a file that is not a database is refused and not changed', async () => {
  const folder = await createEmptyFolder();
  const file = join(folder, 'letter.txt');
  await writeFile(file, 'Dear customer, '.repeat(100));
  await expect(openSqlite(file)).rejects.toThrow('is not an SQLite database');
  expect(await readFile(file, 'utf8')).toContain('Dear customer');
});

test('a database file or folder that the process may not access is refused', async () => {
  // The database file is not inside the folder of the test run, because only root may enter that folder.
  const folder = await mkdtemp(join(tmpdir(), 'basics-rights-'));
  onTestFinished(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'locked.db');
  await writeFile(file, '');
  await chmod(file, 0o400);
  await chmod(folder, 0o777);
  const refusal = 'cannot be read and written. Give this user read and write access to the file and to its folder.';
  expect(await openAsOrdinaryUser(file)).toContain(refusal);
  await chmod(folder, 0o555);
  expect(await openAsOrdinaryUser(join(folder, 'new.db'))).toContain(refusal);
  await chmod(folder, 0o000);
  expect(await openAsOrdinaryUser(file)).toContain(refusal);
});

/** Opens the file in a process of an ordinary user, because these tests may run as root. Returns the error message of the process. */
async function openAsOrdinaryUser(file: string): Promise<string> {
  const program = `
    const { openSqlite } = await import(${JSON.stringify(join(import.meta.dirname, 'sqlite.ts'))});
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    console.log(await openSqlite(${JSON.stringify(file)}).then(() => 'opened', (error) => error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return await readAll(child.stdout);
}
