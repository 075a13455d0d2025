import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { inject, expect, onTestFinished, test } from 'vitest';
import { DatabaseBusy } from '../failures.ts';
import type { Db, Opening } from '../foundation.ts';
import { openSqlite } from './sqlite.ts';
import { createTestLocation } from '#server/testing/databases.ts';

/** An empty folder for one test. */
const emptyFolder = () => mkdtemp(join(inject('testFolder'), 'sqlite-'));

async function openTracked(file: string, opening: Opening = {}) {
  const database = await openSqlite(file, opening);
  onTestFinished(() => database.close());
  return database;
}

async function freshFile(): Promise<string> {
  const where = await createTestLocation('SQLite');
  return 'file' in where ? where.file : '';
}

/** Starts another process that begins a write and does not end it. */
async function holdLock(file: string): Promise<() => Promise<void>> {
  const program = `
    const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)});
    db.exec('begin immediate');
    process.stdout.write('held');
    process.stdin.resume().on('end', () => { db.exec('rollback'); process.exit(); });`;
  const other = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(other.stdout, 'data');
  const exit = once(other, 'exit');
  return async () => {
    other.stdin.end();
    await exit;
  };
}

const put = (db: Db, key: string) => db.insertInto('settings').values({ key, value: '' }).execute();

test('a write waits for another process, while reads and timers continue', async () => {
  const file = await freshFile();
  const { kysely } = await openTracked(file);
  const letGo = await holdLock(file);
  let written = false;
  const writing = put(kysely, 'patient').then(() => (written = true));
  const inTransaction = kysely.transaction().execute((trx) => put(trx, 'as patient'));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await kysely.selectFrom('brands').select('id').execute()).toHaveLength(2);
  expect(written).toBe(false);
  await letGo();
  await Promise.all([writing, inTransaction]);
  expect(await kysely.selectFrom('settings').select('key').execute()).toHaveLength(2);
});

test('a write that waits too long reports busy, and the next write succeeds', async () => {
  const file = await freshFile();
  const { kysely } = await openTracked(file, { patienceMs: 100 });
  const letGo = await holdLock(file);
  await expect(put(kysely, 'vain')).rejects.toThrow(DatabaseBusy);
  await expect(kysely.transaction().execute((trx) => put(trx, 'vain'))).rejects.toThrow(DatabaseBusy);
  await letGo();
  await put(kysely, 'next');
  expect(await kysely.selectFrom('settings').select('key').execute()).toEqual([{ key: 'next' }]);
});

test('a write inside a transaction but on another connection fails with a clear error instead of waiting forever', async () => {
  const { kysely } = await openTracked(await freshFile(), { patienceMs: 50 });
  const mistaken = kysely.transaction().execute(() => put(kysely, 'outside'));
  await expect(mistaken).rejects.toThrow(DatabaseBusy);
  await put(kysely, 'next');
});

test('every commit is on the disk before it is answered, foreign keys are enforced, and other users cannot read the file', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'new.db');
  const { kysely } = await openTracked(file);
  await kysely.schema.createTable('anything').addColumn('x', 'integer').execute();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(`${file}-wal`)).mode & 0o777).toBe(0o600);
  const pragma = async (name: string) => (await kysely.executeQuery<object>(raw(`pragma ${name}`))).rows[0];
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreignKeys: 1 });
});

const raw = (text: string) => CompiledQuery.raw(text);

test('a deleted value leaves no bytes in the file', async () => {
  const file = await freshFile();
  const { kysely, close } = await openSqlite(file);
  const value = 'planted value '.repeat(2000);
  await kysely
    .insertInto('settings')
    .values([
      { key: 'small', value: 'planted value' },
      { key: 'large', value },
    ])
    .execute();
  await kysely.deleteFrom('settings').execute();
  await close();
  expect((await readFile(file)).includes('planted value')).toBe(false);
});

test('a closed database leaves one file, also when it was never used', async () => {
  const folder = await emptyFolder();
  const unused = await openSqlite(join(folder, 'new.db'));
  await unused.close();
  const used = await openSqlite(join(folder, 'new.db'));
  await used.kysely.schema.createTable('anything').addColumn('x', 'integer').execute();
  await used.close();
  await used.close();
  expect(await readdir(folder)).toEqual(['new.db']);
});

test('the planner gets new statistics, and reads continue', async () => {
  const { kysely, refreshStatistics } = await openTracked(await freshFile());
  for (let at = 0; at < 100; at += 1) await put(kysely, `key ${at}`);
  await refreshStatistics();
  await refreshStatistics();
  const learnt = await kysely.executeQuery<object>(raw(`select stat from sqlite_stat1 where tbl = 'settings'`));
  expect(learnt.rows).toEqual([{ stat: expect.stringMatching(/^100 /) }]);
  expect(await kysely.selectFrom('settings').select('key').execute()).toHaveLength(100);
});

test('a folder in place of the file is refused', async () => {
  const folder = await emptyFolder();
  await expect(openSqlite(folder)).rejects.toThrow(`${folder} is not a file`);
});

test('a missing folder is refused', async () => {
  const folder = await emptyFolder();
  await expect(openSqlite(join(folder, 'none', 'a.db'))).rejects.toThrow('is not there. Make it first');
});

test('a file that is not a database is refused and not changed', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'letter.txt');
  await writeFile(file, 'Dear customer, '.repeat(100));
  await expect(openSqlite(file)).rejects.toThrow('is not an SQLite database');
  expect(await readFile(file, 'utf8')).toContain('Dear customer');
});

test('a file or folder without access rights is refused', async () => {
  // Not in the run's own folder, which a user other than root could not enter.
  const folder = await mkdtemp(join(tmpdir(), 'basics-rights-'));
  onTestFinished(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'locked.db');
  await writeFile(file, '');
  await chmod(file, 0o400);
  await chmod(folder, 0o777);
  const refused = 'cannot be read and written. Give this user the right to it and to its folder.';
  expect(await openAsOrdinaryUser(file)).toContain(refused);
  await chmod(folder, 0o555);
  expect(await openAsOrdinaryUser(join(folder, 'new.db'))).toContain(refused);
  await chmod(folder, 0o000);
  expect(await openAsOrdinaryUser(file)).toContain(refused);
});

/** The error of a process that opens the file as an ordinary user; these tests may run as root. */
async function openAsOrdinaryUser(file: string): Promise<string> {
  const program = `
    const { openSqlite } = await import(${JSON.stringify(join(import.meta.dirname, 'sqlite.ts'))});
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    console.log(await openSqlite(${JSON.stringify(file)}).then(() => 'opened', (error) => error.message));`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return await readAll(other.stdout);
}
