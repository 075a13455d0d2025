import { status } from '@basics/contract/status/status.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppDependencies } from '#server/app.ts';
import { DatabaseBusy } from '#server/database/failures.ts';
import { createLog } from '#server/platform/log.ts';
import { StartFault } from '#server/platform/problem.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal, type Portal } from '#server/testing/portal.ts';
import { createDrain } from '../http/create-http.ts';

async function openTestPortal(options: Partial<AppDependencies> = {}): Promise<Portal> {
  const portal = await openPortal(await createTestDatabase('SQLite'), options);
  onTestFinished(() => portal.close());
  return portal;
}

async function fetchReadiness({ http }: Portal, requestHeaders: Record<string, string> = {}) {
  const { statusCode, headers, body } = await http.inject({ url: '/health/ready', headers: requestHeaders });
  return { statusCode, wait: headers['retry-after'], connection: headers.connection, ...JSON.parse(body) };
}

test('a process that shuts down reports that it is not ready, and still answers requests, but closes each connection after its response', async () => {
  const drain = createDrain();
  const portal = await openTestPortal({ drain });
  expect(await fetchReadiness(portal)).toMatchObject({ statusCode: 200, status: 'ok', connection: 'keep-alive' });
  drain.begin();
  expect(await fetchReadiness(portal)).toEqual({
    statusCode: 503,
    wait: '5',
    connection: 'close',
    status: 'draining',
    reason: 'This process is about to stop.',
  });
  const { statusCode, headers } = await portal.http.inject('/core/api/brand/data');
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  expect((await portal.http.inject('/health/live')).statusCode).toBe(200);
});

test('a process whose database a newer version has changed goes on serving', async () => {
  const portal = await openTestPortal();
  await sql`insert into migrations (name, checksum, applied_at) values ('9999-next', '', '')`.execute(
    portal.database.kysely,
  );
  expect(await fetchReadiness(portal)).toMatchObject({ statusCode: 200, status: 'ok' });
});

test.each([
  [
    'into which another one is being copied',
    "insert into migrations (name, checksum, applied_at) values ('copy-in-progress', '', '')",
  ],
  ['of an older version', "delete from migrations where name = '0001-brands-and-tools'"],
])('a process is not ready with a database %s', async (_, statement) => {
  const portal = await openTestPortal();
  await sql.raw(statement).execute(portal.database.kysely);
  expect(await fetchReadiness(portal)).toMatchObject({ statusCode: 503, status: 'schema', wait: '60' });
});

test.each<[string, Partial<AppDependencies>]>([
  ['sealing', { useSealingKey: () => Promise.reject(new StartFault('gone')) }],
  ['licence', { licenseKeys: () => Promise.resolve(null) }],
])('a process without the current %s key is not ready, and names no file', async (key, options) => {
  expect(await fetchReadiness(await openTestPortal(options))).toMatchObject({
    statusCode: 503,
    status: 'keys',
    reason: `The current ${key} key is not on this machine. Copy its file from the machine that created it.`,
  });
});

test('a process whose database does not answer reports that it is not ready', async () => {
  const database = await createTestDatabase('SQLite');
  const portal = await openPortal(database);
  await database.close();
  expect(await fetchReadiness(portal)).toMatchObject({ statusCode: 503, wait: '5', status: 'database' });
});

test('a page whose answer may wait a second sees a database that is back meanwhile, and asks no more often than others; a monitor is answered at once (T1012)', async () => {
  const database = await createTestDatabase('SQLite');
  const requireWritable = vi.fn<() => Promise<void>>(() => Promise.reject(new DatabaseBusy('stopped')));
  const portal = await openPortal({ ...database, requireWritable });
  onTestFinished(() => portal.close());
  const waiting = { prefer: 'wait=1' };
  expect(await fetchReadiness(portal)).toMatchObject({ statusCode: 503, wait: '5', status: 'database' });
  expect(requireWritable).toHaveBeenCalledOnce();
  expect(await fetchReadiness(portal, waiting)).toMatchObject({
    statusCode: 503,
    wait: expect.stringMatching(/^[1-4]$/),
    status: 'database',
  });
  requireWritable.mockRejectedValueOnce(new DatabaseBusy('stopped')).mockResolvedValue();
  expect(await fetchReadiness(portal, waiting)).toMatchObject({ statusCode: 200, status: 'ok' });
});

test.each([
  [
    'of a trusted proxy',
    ['10.0.0.0/8'],
    { protocol: 'https', hostname: 'portal.example.com', forwardedFor: 'trusted' },
  ],
  ['of any other machine', [], { protocol: 'http', hostname: 'inner.example', forwardedFor: 'ignored' }],
])('the call that "doctor" makes shows whether the portal uses the headers %s', async (_, trustedProxies, seen) => {
  const portal = await openTestPortal({
    config: { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'https://portal.example.com', trustedProxies },
  });
  const fetchProxyCheck = async (headers: Record<string, string>) =>
    (await portal.http.inject({ url: '/health/proxy', remoteAddress: '10.0.0.1', headers })).json();
  const forwardedHeaders = {
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'portal.example.com',
  };
  expect(await fetchProxyCheck({ host: 'inner.example:3000', ...forwardedHeaders })).toEqual(seen);
  expect(await fetchProxyCheck({ host: 'inner.example:3000' })).toMatchObject({
    protocol: 'http',
    forwardedFor: 'absent',
  });
});

const publicUrl = 'https://portal.example.com';
test('security.txt names the contact of the settings and expires within a year; without a contact there is no such file', async () => {
  const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [] };
  const url = '/.well-known/security.txt';
  const portal = await openTestPortal({ config: { ...config, securityContact: 'mailto:security@example.com' } });
  const { body, headers } = await portal.http.inject(url);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(
    `Contact: mailto:security@example.com\nExpires: 2026-09-06T00:00:00Z\nPreferred-Languages: en\nCanonical: ${publicUrl}${url}\n`,
  );
  expect((await (await openTestPortal({ config })).http.inject(url)).statusCode).toBe(404);
});

const readLoggedAddresses = (lines: readonly string[], level: number) =>
  lines.flatMap((line) => {
    const entry: { level: number; address?: string } = JSON.parse(line);
    return entry.level === level && entry.address !== undefined ? [entry.address] : [];
  });

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['<b>x</b>', '10.0.0.1'],
  ['198.51.100.7, <b>x</b>, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.1, 10.0.0.9', '192.0.2.1'],
])('of the header "X-Forwarded-For: %s" of a trusted proxy, only IP addresses count', async (forwardedFor, address) => {
  const lines: string[] = [];
  const portal = await openTestPortal({
    config: { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: ['10.0.0.0/8'] },
    log: createLog('info', { write: (line) => void lines.push(line) }),
  });
  const headers = { 'x-forwarded-for': forwardedFor };
  await portal.http.inject({ url: '/no-such-page', remoteAddress: '10.0.0.1', headers });
  expect(readLoggedAddresses(lines, 30)).toEqual([address]);
  expect(readLoggedAddresses(lines, 40)).toEqual([]);
});

test.each(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])(
  'a header %s from a proxy that is not trusted is reported once in the log, and on the status page',
  async (name) => {
    const lines: string[] = [];
    const portal = await openTestPortal({
      config: { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: ['10.0.0.0/8'] },
      log: createLog('warn', { write: (line) => void lines.push(line) }),
    });
    await portal.addUser({ login: 'ada@house.example', profileId: 1 });
    const token = await portal.signIn('ada@house.example');
    const readStatus = async () => (await portal.call(status.get, { token })).body;
    expect(await readStatus()).toMatchObject({ ignoredProxy: null });
    const request = { url: '/health/live', remoteAddress: '172.16.0.1', headers: { [name]: '192.0.2.1' } };
    await portal.http.inject(request);
    await portal.http.inject(request);
    expect(readLoggedAddresses(lines, 40)).toEqual(['172.16.0.1']);
    expect(lines.join('')).toContain(name);
    expect(await readStatus()).toMatchObject({ ignoredProxy: '172.16.0.1' });
  },
);
