import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makePages } from '#server/testing/built-pages.ts';
import { createTestDatabase } from '#server/testing/databases.ts';
import { newFolder } from '#server/testing/folders.ts';
import { openPortal, password } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { startProcess } from '#server/testing/process.ts';
import { translateError } from './dialects/postgres-errors.ts';
import { toDiskFault } from './dialects/sqlite-driver.ts';
import { DiskFault } from './failures.ts';

const pages = await makePages();
afterAll(() => pages.remove());

const ada = 'ada@customer.example';

const signIn = (portal: Portal) =>
  portal.ask(session.signIn, { body: { login: ada, password }, headers: { 'user-agent': 'x'.repeat(300) } });

const health = async ({ http }: Portal, path: string) => {
  const { statusCode: status, body, headers } = await http.inject(path);
  return { status, body, wait: headers['retry-after'] };
};

const notReady = {
  status: 503,
  wait: '60',
  body: '{"status":"disk","reason":"The disk of the database is full or failing. Nothing can be stored. Free space, or replace the disk."}',
};

/** Writes are answered 503 after `fail`, reads go on, and the portal is not ready; after `mend` all is well again. */
async function expectOutage(
  portal: Portal,
  { fail, mend }: { fail: () => Promise<unknown>; mend: () => Promise<unknown> },
) {
  await portal.addUser({ login: ada });
  const token = await portal.signIn(ada);
  await fail();
  let answer = await signIn(portal);
  for (let each = 0; each < 200 && answer.status === 200; each += 1) answer = await signIn(portal);
  expect(answer).toMatchObject({ status: 503, body: { code: 'BUSY' }, headers: { 'retry-after': '2' } });
  expect((await portal.ask(users.current, { token })).status).toBe(200);
  for (const path of ['/health/ready', '/healthz']) expect(await health(portal, path)).toEqual(notReady);
  expect(await health(portal, '/health/live')).toMatchObject({ status: 200 });
  await mend();
  expect(await health(portal, '/health/ready')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  expect((await signIn(portal)).status).toBe(200);
  await portal.close();
}

// SQLite returns SQLITE_FULL when a file would grow beyond a number of pages (a number below the current one means the current one), and
// SQLITE_READONLY when a connection may only read.
test.each([
  ['full', 'max_page_count = 1', 'max_page_count = 1000000'],
  ['read-only', 'query_only = 1', 'query_only = 0'],
])('while the disk of SQLite is %s, writes are answered 503 and the portal is not ready', async (_, broken, mended) => {
  const database = await createTestDatabase('SQLite');
  const set = (pragma: string) => sql.raw(`pragma ${pragma}`).execute(database.kysely);
  await expectOutage(await openPortal(database), { fail: () => set(broken), mend: () => set(mended) });
});

// https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full, io_error.
test.each(['53100', '58030'])(
  'while PostgreSQL reports %s, writes are answered 503 and the portal is not ready',
  async (code) => {
    const database = await createTestDatabase('PostgreSQL');
    const run = async (...statements: string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(database.kysely);
    };
    const tables = ['sessions', 'settings'];
    const mend = () =>
      run(
        ...tables.map((table) => `drop trigger if exists failing_disk on ${table}`),
        'drop function if exists failing_disk',
      );
    onTestFinished(mend);
    const fail = () =>
      run(
        `create function failing_disk() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
        ...tables.map(
          (table) => `create trigger failing_disk before insert on ${table} execute function failing_disk()`,
        ),
      );
    await expectOutage(await openPortal(database), { fail, mend });
  },
);

// Linux alone can change the limits of a running process: its writes then fail, and SQLite says SQLITE_IOERR_WRITE.
test.skipIf(process.platform !== 'linux')(
  'a running portal whose writes to the disk fail answers 503 and is not ready until they succeed',
  async () => {
    const portal = startProcess({ cwd: await newFolder(), pages: pages.folder });
    const address = await portal.ready();
    const limitFiles = (bytes: string) =>
      promisify(execFile)('prlimit', ['--pid', String(portal.pid), `--fsize=${bytes}:unlimited`]);
    const tryPassword = () =>
      fetch(`${address}/core/api${session.signIn.path}`, {
        method: session.signIn.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: ada, password }),
      });
    const ready = async () => {
      const answer = await fetch(`${address}/health/ready`);
      return { status: answer.status, body: await answer.text(), wait: answer.headers.get('retry-after') };
    };
    expect((await tryPassword()).status).toBe(422);
    await limitFiles('1');
    const { status, headers } = await tryPassword();
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect(await ready()).toEqual(notReady);
    await limitFiles('unlimited');
    expect(await ready()).toMatchObject({ status: 200 });
    expect((await tryPassword()).status).toBe(422);
  },
);

describe('disk faults', () => {
  // https://sqlite.org/rescode.html: SQLITE_FULL, SQLITE_IOERR, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC.
  test.each([13, 10, 778, 1034])('the SQLite code %i counts as a disk fault', (errcode) => {
    expect(toDiskFault(Object.assign(new Error('disk'), { errcode }))).toBeInstanceOf(DiskFault);
  });

  // https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full, io_error.
  test.each(['53100', '58030'])('the PostgreSQL code %s counts as a disk fault', (code) => {
    expect(translateError(Object.assign(new Error('disk'), { code }))).toBeInstanceOf(DiskFault);
  });
});
