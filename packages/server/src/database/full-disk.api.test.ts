import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '#server/testing/databases.ts';
import { openPortal, password } from '#server/testing/portal.ts';
import { named } from './dialects/postgres-errors.ts';
import { diskFaultOf } from './dialects/sqlite-driver.ts';
import { DatabaseBusy } from './failures.ts';

test('on a full disk writes get 503 with Retry-After and reads work, and writes work again when space is free', async () => {
  const database = await freshDatabase('SQLite');
  const portal = await openPortal(database);
  await portal.addUser({ login: 'ada@customer.example' });
  const token = await portal.signIn('ada@customer.example');
  // SQLite returns SQLITE_FULL when a file would grow beyond this number of pages; a number below the current one means
  // the current one.
  const limitPages = (most: number) => sql.raw(`pragma max_page_count = ${most}`).execute(database.kysely);
  await limitPages(1);
  const signIn = () =>
    portal.ask(session.signIn, {
      body: { login: 'ada@customer.example', password },
      headers: { 'user-agent': 'x'.repeat(300) },
    });
  let answer = await signIn();
  for (let each = 0; each < 200 && answer.status === 200; each += 1) answer = await signIn();
  expect(answer).toMatchObject({ status: 503, body: { code: 'BUSY' }, headers: { 'retry-after': '2' } });
  expect((await portal.ask(users.current, { token })).status).toBe(200);
  await limitPages(1_000_000);
  expect((await signIn()).status).toBe(200);
  await portal.close();
});

describe('disk faults', () => {
  // https://sqlite.org/rescode.html: SQLITE_FULL, SQLITE_IOERR, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC.
  test.each([13, 10, 778, 1034])('the SQLite code %i counts as a disk fault', (errcode) => {
    expect(diskFaultOf(Object.assign(new Error('disk'), { errcode }))).toBeInstanceOf(DatabaseBusy);
  });

  // https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full, io_error.
  test.each(['53100', '58030'])('the PostgreSQL code %s counts as a disk fault', (code) => {
    expect(named(Object.assign(new Error('disk'), { code }))).toBeInstanceOf(DatabaseBusy);
  });
});
