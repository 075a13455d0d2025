import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { execFile } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { openPortal, password, type Portal } from '#server/testing/portal.ts';
import { startProcess } from '#server/testing/processes/process.ts';
import { translateError } from './dialects/postgres-errors.ts';
import { toDiskFault } from './dialects/sqlite-driver.ts';
import { DiskFault } from './failures.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const ada = 'ada@customer.example';

const signIn = (portal: Portal) =>
  portal.call(session.signIn, { body: { login: ada, password }, headers: { 'user-agent': 'x'.repeat(300) } });

const fetchHealth = async ({ http }: Portal, path: string) => {
  const { statusCode: status, body, headers } = await http.inject(path);
  return { status, body, wait: headers['retry-after'] };
};

const notReadyResponse = {
  status: 503,
  wait: '60',
  body: '{"status":"disk","reason":"The disk of the database is full or failing. Nothing can be stored. Free space, or replace the disk."}',
};

/**
 * Expects that, after `breakDisk`, writes are answered with 503, reads succeed and the portal is not ready, and that, after `repairDisk`,
 * writes succeed and the portal is ready.
 */
async function expectOutage(
  portal: Portal,
  { breakDisk, repairDisk }: { breakDisk: () => Promise<unknown>; repairDisk: () => Promise<unknown> },
) {
  await portal.addUser({ login: ada });
  const token = await portal.signIn(ada);
  await breakDisk();
  let response = await signIn(portal);
  for (let attempt = 0; attempt < 200 && response.status === 200; attempt += 1) response = await signIn(portal);
  expect(response).toMatchObject({ status: 503, body: { code: 'BUSY' }, headers: { 'retry-after': '2' } });
  expect((await portal.call(users.current, { token })).status).toBe(200);
  for (const path of ['/health/ready', '/healthz']) expect(await fetchHealth(portal, path)).toEqual(notReadyResponse);
  expect(await fetchHealth(portal, '/health/live')).toMatchObject({ status: 200 });
  await repairDisk();
  expect(await fetchHealth(portal, '/health/ready')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  expect((await signIn(portal)).status).toBe(200);
  await portal.close();
}

// SQLite returns SQLITE_FULL when a file would grow beyond a number of pages (if the number is below the current number of pages, the
// current number is the limit), and SQLITE_READONLY when a connection may only read.
test.each([
  ['full', 'max_page_count = 1', 'max_page_count = 1000000'],
  ['read-only', 'query_only = 1', 'query_only = 0'],
])(
  'while the disk of SQLite is %s, writes are answered 503 and the portal is not ready',
  async (_, breakingPragma, repairingPragma) => {
    const database = await createTestDatabase('SQLite');
    const setPragma = (pragma: string) => sql.raw(`pragma ${pragma}`).execute(database.kysely);
    await expectOutage(await openPortal(database), {
      breakDisk: () => setPragma(breakingPragma),
      repairDisk: () => setPragma(repairingPragma),
    });
  },
);

// 53100 is disk_full, 58030 is io_error: https://www.postgresql.org/docs/current/errcodes-appendix.html
test.each(['53100', '58030'])(
  'while PostgreSQL reports %s, writes are answered 503 and the portal is not ready',
  async (code) => {
    const database = await createTestDatabase('PostgreSQL');
    const runStatements = async (...statements: string[]) => {
      for (const statement of statements) await sql.raw(statement).execute(database.kysely);
    };
    const tables = ['sessions', 'settings'];
    const repairDisk = () =>
      runStatements(
        ...tables.map((table) => `drop trigger if exists failing_disk on ${table}`),
        'drop function if exists failing_disk',
      );
    onTestFinished(repairDisk);
    const breakDisk = () =>
      runStatements(
        `create function failing_disk() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
        ...tables.map(
          (table) => `create trigger failing_disk before insert on ${table} execute function failing_disk()`,
        ),
      );
    await expectOutage(await openPortal(database), { breakDisk, repairDisk });
  },
);

// The test runs only on Linux, where the limits of a running process can be changed. If the file size of a process is limited, its writes
// fail with SQLITE_IOERR_WRITE.
test.skipIf(process.platform !== 'linux')(
  'a running portal whose writes to the disk fail, also those of its log, answers 503 and is not ready until they succeed',
  async () => {
    const cwd = await createFolder();
    const logFile = await open(join(cwd, 'portal.log'), 'a');
    onTestFinished(() => logFile.close());
    const portal = startProcess({ cwd, pages: pages.folder, logFile: logFile.fd, env: { LOG_LEVEL: 'info' } });
    const address = await portal.ready();
    const limitFileSize = (bytes: string) =>
      promisify(execFile)('prlimit', ['--pid', String(portal.pid), `--fsize=${bytes}:unlimited`]);
    const trySignIn = () =>
      fetch(`${address}/core/api${session.signIn.path}`, {
        method: session.signIn.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: ada, password }),
      });
    const readReadiness = async () => {
      const response = await fetch(`${address}/health/ready`);
      return { status: response.status, body: await response.text(), wait: response.headers.get('retry-after') };
    };
    expect((await trySignIn()).status).toBe(422);
    await limitFileSize('1');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await trySignIn();
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await response.json()).toMatchObject({ code: 'BUSY', message: expect.any(String) });
    }
    expect(await readReadiness()).toEqual(notReadyResponse);
    await limitFileSize('unlimited');
    expect(await readReadiness()).toMatchObject({ status: 200 });
    expect((await trySignIn()).status).toBe(422);
    portal.kill('SIGTERM');
    await portal.exited;
    expect(await readFile(join(cwd, 'portal.log'), 'utf8'), 'the log is written later').toContain(
      'The disk of the database',
    );
  },
);

describe('disk faults', () => {
  // The codes SQLITE_FULL, SQLITE_IOERR, SQLITE_IOERR_WRITE and SQLITE_IOERR_FSYNC of https://sqlite.org/rescode.html
  test.each([13, 10, 778, 1034])('the SQLite code %i counts as a disk fault', (errcode) => {
    expect(toDiskFault(Object.assign(new Error('disk'), { errcode }))).toBeInstanceOf(DiskFault);
  });

  // https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full, io_error.
  test.each(['53100', '58030'])('the PostgreSQL code %s counts as a disk fault', (code) => {
    expect(translateError(Object.assign(new Error('disk'), { code }))).toBeInstanceOf(DiskFault);
  });
});
