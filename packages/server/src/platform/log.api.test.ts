import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDatabase, type DatabaseLocation } from '#server/database/database.ts';
import { createMetrics } from '#server/metrics.ts';
import {
  defaultDatabases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon, openPortal, password, readToken } from '#server/testing/portal.ts';
import { createLog } from './log.ts';
import { createTokens, type Tokens } from './security/session-token.ts';

/** Creates a log whose lines the test can read. */
function createRecordedLog(level = 'trace') {
  const lines: string[] = [];
  return { log: createLog(level, { write: (line) => void lines.push(line) }), lines };
}

describe('logged errors', () => {
  test('a log entry of an error contains its message, stack and cause, and no other data of the error (T522)', () => {
    const { log, lines } = createRecordedLog();
    const cause = Object.assign(new Error('clash'), {
      code: '23505',
      detail: 'Key (login)=(CANARY)',
      parameters: ['CANARY'],
    });
    log.error({ err: new Error('outer', { cause }) }, 'failed');
    log.error({ err: 'CANARY' }, 'failed');
    const [first, second] = lines.map((line) => JSON.parse(line));
    expect(first.err).toMatchObject({ type: 'Error', message: 'outer', cause: { message: 'clash', code: '23505' } });
    expect(first.err.stack).toContain('log.api.test.ts');
    expect(second.err).toEqual({ type: 'string' });
    expect(lines.join('')).not.toContain('CANARY');
  });

  test('an error is logged as one line, even if its message has several lines (T523)', () => {
    const { log, lines } = createRecordedLog();
    log.error({ err: new Error('a\r\nb\u001b[31m\u2028{"level":60}') }, 'x\n{"level":60}');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, time: expect.stringMatching(/^\d{4}-.*Z$/) });
  });
});

describe('fields that are not on the list of permitted fields', () => {
  test('a field that is not in the list of log fields is removed from an entry, and an object is removed even from a listed field (T521)', () => {
    const { log, lines } = createRecordedLog();
    log.info({
      password: 'CANARY',
      sessionKey: 'CANARY',
      user: { phrase: 'CANARY' },
      name: { of: 'CANARY' },
      status: 200,
    });
    expect(lines.join('')).not.toContain('CANARY');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, status: 200 });
  });

  test('a field that is not in the list of log fields is removed from the fields that a child log adds to each entry', () => {
    const { log, lines } = createRecordedLog();
    log.child({ reqId: 'r1', authorization: 'CANARY' }).info('answered');
    expect(lines.join('')).not.toContain('CANARY');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: 'r1', msg: 'answered' });
  });
});

describe.each(defaultDatabases)('the log of a portal (%s)', (kind) => {
  test('the log at the level trace contains the routes of all requests, and no secret, name, code or e-mail address (T525)', async () => {
    const { log, lines } = createRecordedLog();
    const portal = await openPortal(await createTestDatabase(kind), { log });
    const login = 'canary.login@customer.example';
    const id = await portal.addUser({ login, grants: [{ brand: 'blue' }] });
    const { body, headers } = await portal.call(session.signIn, { body: { login, password } });
    const token = readToken(body);
    const code = createCode(createMachine('CANARY-PC'));
    const params = { id };
    await portal.call(session.signIn, { body: { login, password: 'CANARY-wrong' } });
    await portal.call(session.signIn, { body: { login: 'CANARY-unknown', password: 'x', extra: 'CANARY' } });
    await portal.call(users.current, {
      token,
      headers: { 'user-agent': 'CANARY-agent', cookie: 'CANARY=1', referer: 'http://CANARY' },
    });
    await portal.call(users.current, { token: 'CANARY-token' });
    await portal.call(licenses.issue, { token, params, body: { verificationCode: code, preview: true } });
    await portal.call(licenses.issue, { token, params, body: { verificationCode: code } });
    await portal.call(licenses.list, { token, params, query: { keyword: 'CANARY-keyword' } });
    await portal.call(licenses.list, { token, params, query: { keyword: 'CANARY', unknown: 'CANARY' } });
    await portal.call(licenses.download, { token, params: { id, licenseId: 1 } });
    for (const url of [
      `/core/api/CANARY?token=${token}`,
      '/core/api/user?CANARY=1',
      '/CANARY%',
      '/%',
      '/CANARY.js?x=CANARY',
      '/activation%23token=CANARY',
    ])
      await portal.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
    await portal.http.inject({
      method: 'POST',
      url: '/core/api/auth/token',
      payload: '{"CANARY',
      headers: { 'content-type': 'application/json' },
    });
    await portal.call(session.signOut, { token });
    await portal.http.inject('/health/ready');
    await portal.close();

    const text = lines.join('');
    const [licenceCode] = /BL-[0-9A-Z]{6}/.exec(text) ?? [];
    expect(licenceCode).toBeUndefined();
    expect(text).not.toMatch(/CANARY|canary/);
    for (const secret of [token, token.split('.')[2] ?? '', password, code, code.slice(3, 20), 'argon2'])
      expect(text.includes(secret), secret).toBe(false);

    const answeredEntries = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request answered');
    expect(answeredEntries[0]).toMatchObject({
      level: 30,
      reqId: headers['x-request-id'],
      method: 'POST',
      route: '/core/api/auth/token',
      status: 200,
      took: expect.any(Number),
      address: '127.0.0.1',
    });
    expect(answeredEntries.map(({ route }) => route)).toContain('/core/api/user/:id/licenses');
    expect(answeredEntries.at(-1), 'the level debug').toMatchObject({ level: 20, route: '/health/ready', status: 200 });
    expect(answeredEntries.map(({ route }) => route)).toContain('unknown');
  });

  test('an internal error is logged with its request id, and with the cause that the user does not see (T524)', async () => {
    const { log, lines } = createRecordedLog('info');
    const database = await createTestDatabase(kind);
    const portal = await openPortal(database, { log });
    await database.kysely.updateTable('brands').set({ tokens: 'not JSON' }).where('id', '=', 'red').execute();
    const { headers, statusCode, body } = await portal.http.inject('/brands/looks.css');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('JSON');
    const errorEntries = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(errorEntries).toMatchObject([
      { reqId: headers['x-request-id'], code: 'INTERNAL', err: { stack: expect.stringContaining('themes') } },
    ]);
    await portal.close();
  });
});

test('if a request is refused because the database is busy, one warning without a stack is logged, and the metrics count it', async () => {
  const location = await createTestLocation('SQLite');
  const tokens = createTokens(randomBytes(32));
  const token = await signInOn(location, tokens);
  const { log, lines } = createRecordedLog('warn');
  const database = await openDatabase(location, { patienceMs: 50, isDurable: false });
  const metrics = createMetrics({ database, clock: () => noon, log, readDisks: async () => [] });
  const portal = await openPortal(database, { log, tokens, metrics: { of: metrics, token: 'busy'.repeat(6) } });
  // While this transaction is open, nothing else can write. The transaction ends only after the request was refused.
  const { status } = await database.kysely.transaction().execute(() => portal.call(session.signOut, { token }));
  expect(status).toBe(503);
  const metricsText = await metrics.text();
  await portal.close();
  await database.close();

  expect(metricsText.split('\n')).toContain(
    'portal_http_requests_total{method="POST",route="/core/api/auth/sign-out",status="503"} 1',
  );
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 40,
      code: 'BUSY',
      err: { type: 'DatabaseBusy', message: 'The database was busy with other writes for 0.05 seconds.' },
    }),
  ]);
});

/**
 * Signs in through another portal on the same database, whose time limits are long: with a short limit, the sign-in itself could fail on a
 * slow disk.
 */
async function signInOn(location: DatabaseLocation, tokens: Tokens): Promise<string> {
  const database = await openWithLongTimeouts(location);
  const portal = await openPortal(database, { tokens });
  await portal.addUser({ login: 'ada@customer.example' });
  const token = await portal.signIn('ada@customer.example');
  await portal.close();
  await database.close();
  return token;
}
