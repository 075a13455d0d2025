import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { createMetrics } from '#server/metrics.ts';
import { createTokens, type Tokens } from '#server/platform/security/session-token.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { createTestLocation, databases, openWithLongTimeouts } from '#server/testing/database/databases.ts';
import { openForwarder } from '#server/testing/database/forwarder.ts';
import { findFreePort } from '#server/testing/database/free-port.ts';
import { runStatement } from '#server/testing/global-setup.ts';
import { noon, openPortal, password } from '#server/testing/portal.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { startProcess } from '#server/testing/processes/process.ts';
import { openDatabase } from './database.ts';
import { translateError } from './dialects/postgres-errors.ts';
import { DatabaseBusy } from './failures.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const login = 'ada@customer.example';

const readUrl = (location: { file: string } | { url: string }): string => ('url' in location ? location.url : '');

/** Opens a portal on a PostgreSQL database, with short time limits and a customer who is signed in. */
async function openImpatientPortal(url: string) {
  const tokens = createTokens(randomBytes(32));
  const token = await addSignedInUser(url, tokens);
  const database = await openDatabase({ url }, { patienceMs: 1000, silenceMs: 3000 });
  const log = pino({ level: 'silent' });
  const metrics = createMetrics({ database, clock: () => noon, log, readDisks: async () => [] });
  const portal = await openPortal(database, { tokens });
  const fetchHealth = async (kind: 'live' | 'ready') => {
    const { statusCode, body } = await portal.http.inject(`/health/${kind}`);
    return { status: statusCode, body };
  };
  return {
    database,
    read: () => portal.call(users.current, { token }),
    write: () => portal.call(session.signIn, { body: { login, password } }),
    fetchHealth,
    readUp: async () => /^portal_database_up (\d)$/m.exec(await metrics.text())?.[1],
    expectRecovery: () =>
      expect
        .poll(async () => [
          (await portal.call(session.signIn, { body: { login, password } })).status,
          (await fetchHealth('live')).status,
          (await fetchHealth('ready')).status,
        ])
        .toEqual([200, 200, 200]),
  };
}

/** Adds the customer through a portal with long time limits, because a busy machine would exceed the short ones. Returns the token of a session. */
async function addSignedInUser(url: string, tokens: Tokens): Promise<string> {
  const database = await openWithLongTimeouts({ url });
  const portal = await openPortal(database, { tokens });
  await portal.addUser({ login });
  const token = await portal.signIn(login);
  await portal.close();
  await database.close();
  return token;
}

test('a PostgreSQL that stops to answer, without closing its connections, is answered 503; the portal recovers on the server that takes its place, and ends its connections in each state', async () => {
  const forwarder = await openForwarder(readUrl(await createTestLocation('PostgreSQL')));
  onTestFinished(forwarder.close);
  const portal = await openImpatientPortal(forwarder.url);
  onTestFinished(() => portal.database.close());
  forwarder.hang();
  const responses = await Promise.all(Array.from({ length: 15 }, () => portal.read()));
  for (const { status, headers } of responses)
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 503, wait: '2' });
  expect(await portal.fetchHealth('ready')).toMatchObject({
    status: 503,
    body: expect.stringContaining('The database does not answer.'),
  });
  expect(await portal.readUp()).toBe('0');
  await expect
    .poll(async () => {
      await portal.read();
      return portal.fetchHealth('live');
    })
    .toMatchObject({ status: 503, body: expect.stringContaining('Restart') });
  forwarder.pass();
  await portal.expectRecovery();
  expect(await portal.readUp()).toBe('1');
  forwarder.hang();
  const lastRead = portal.read();
  await portal.database.close();
  expect((await lastRead).status).toBe(503);
});

test.each(databases)('a request that reaches a closed database is answered 503 (%s)', async (kind) => {
  const database = await openWithLongTimeouts(await createTestLocation(kind));
  onTestFinished(() => database.close());
  const portal = await openPortal(database);
  await portal.addUser({ login });
  const token = await portal.signIn(login);
  expect((await portal.call(users.current, { token })).status).toBe(200);
  await database.close();
  expect((await portal.call(users.current, { token })).status).toBe(503);
});

test('of several hosts, a portal uses one that answers and can be written, and another one when it stops', async () => {
  const url = readUrl(await createTestLocation('PostgreSQL'));
  const [first, second] = [await openForwarder(url), await openForwarder(url)];
  onTestFinished(first.close);
  onTestFinished(second.close);
  const hosts = ['127.0.0.1:1', ...[first, second].map((forwarder) => new URL(forwarder.url).host)].join(',');
  const portal = await openImpatientPortal(`${url.replace(new URL(url).host, hosts)}?target_session_attrs=read-write`);
  onTestFinished(() => portal.database.close());
  first.hang();
  expect((await portal.read()).status).toBe(503);
  await portal.expectRecovery();
});

test('a PostgreSQL that is read-only answers reads; writes get 503, the portal is not ready, and recovers when it can write again', async () => {
  const url = readUrl(await createTestLocation('PostgreSQL'));
  const name = new URL(url).pathname.slice(1);
  const alter = (change: string) => runStatement(inject('postgresUrl'), `alter database ${name} ${change}`);
  onTestFinished(() => alter('reset default_transaction_read_only'));
  const portal = await openImpatientPortal(url);
  onTestFinished(() => portal.database.close());
  await alter('set default_transaction_read_only = on');
  await runStatement(
    inject('postgresUrl'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await expect.poll(async () => (await portal.read()).status).toBe(200);
  const { status, headers } = await portal.write();
  expect({ status, wait: headers['retry-after'] }).toEqual({ status: 503, wait: '2' });
  expect(await portal.fetchHealth('ready')).toEqual({
    status: 503,
    body: '{"status":"database","reason":"The database is read-only."}',
  });
  expect(await portal.fetchHealth('live')).toMatchObject({ status: 200 });
  expect(await portal.readUp()).toBe('0');
  await alter('reset default_transaction_read_only');
  await portal.expectRecovery();
});

test('a portal that starts before PostgreSQL waits for it, and a signal ends the portal although PostgreSQL does not answer', async () => {
  const url = readUrl(await createTestLocation('PostgreSQL'));
  const port = await findFreePort();
  const lateUrl = Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  const options = { cwd: await createFolder(), pages: pages.folder, env: { DATABASE_URL: lateUrl } };
  const portal = startProcess({ ...options, graceMs: 400, databaseWaitMs: 240_000 });
  await expect
    .poll(() => portal.output.err)
    .toMatch(/^No PostgreSQL server answers .* The start tries again for 240 seconds\.\n$/);
  const forwarder = await openForwarder(url, { port });
  onTestFinished(forwarder.close);
  const address = await portal.ready();
  forwarder.hang();
  const answers = Array.from({ length: 12 }, () => fetch(`${address}/health/ready`).catch(() => null));
  portal.kill('SIGTERM');
  expect(await portal.exited).toEqual({ code: 1, signal: null });
  expect(portal.output.err).toContain('The stop took too long');
  await Promise.all(answers);
});

// https://www.postgresql.org/docs/current/errcodes-appendix.html
test.each([
  '08006',
  '40001',
  '40P01',
  '25006',
  '25P03',
  '28P01',
  '3D000',
  '53200',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P03',
  '57P05',
])('the PostgreSQL code %s means that the same request may succeed later', (code) => {
  expect(translateError(Object.assign(new Error('server'), { code }))).toBeInstanceOf(DatabaseBusy);
});
