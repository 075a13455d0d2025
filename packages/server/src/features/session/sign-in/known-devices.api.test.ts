import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { defaultDatabases, databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal, password, type Portal } from '#server/testing/portal.ts';

const ada = 'ada@customer.example';
const bob = 'bob@customer.example';

type Attempt = { login?: string; typedPassword?: string; ipAddress?: string; cookie?: string | undefined };

/** Tries to sign in from an address, with the cookie of a browser. */
async function signIn(
  { http }: Portal,
  { login = ada, typedPassword = password, ipAddress = '192.0.2.1', cookie }: Attempt = {},
) {
  const response = await http.inject({
    method: session.signIn.method,
    url: `/core/api${session.signIn.path}`,
    payload: { login, password: typedPassword },
    remoteAddress: ipAddress,
    headers: { ...(cookie !== undefined && { cookie }) },
  });
  return { status: response.statusCode, cookie: readCookie(response.headers['set-cookie']) };
}

const readCookie = (header: unknown): string | undefined =>
  typeof header === 'string' ? /^[^;]+/.exec(header)?.[0] : undefined;

async function findUserId({ database }: Portal, login: string): Promise<number> {
  const row = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  return row.id;
}

const openWithTwoUsers = async (kind: 'SQLite' | 'PostgreSQL'): Promise<Portal> => {
  const portal = await openPortal(await createTestDatabase(kind));
  for (const login of [ada, bob]) await portal.addUser({ login });
  return portal;
};

/** Sends wrong passwords from the given addresses until the limit is reached. */
async function guessUntilBlocked(portal: Portal, findAddress: (attempt: number) => string): Promise<void> {
  for (let index = 0; index < 40; index += 1)
    await signIn(portal, { typedPassword: 'Wrong-Guess-42', ipAddress: findAddress(index) });
  expect((await signIn(portal, { ipAddress: findAddress(0) })).status, 'an unknown device has to wait').toBe(429);
}

describe.each(databases)('password guessing from other devices (%s)', (kind) => {
  test('password guesses never block the owner of the account on a known device, not even guesses from the same network (T400)', async () => {
    const portal = await openWithTwoUsers(kind);
    const { cookie } = await signIn(portal);
    await guessUntilBlocked(portal, () => '192.0.2.1');
    expect((await signIn(portal, { cookie })).status).toBe(200);
    expect((await signIn(portal, { ipAddress: '203.0.113.9' })).status, 'from another network').toBe(200);
    await guessUntilBlocked(portal, (attempt) => `198.51.100.${attempt}`);
    expect((await signIn(portal, { cookie })).status).toBe(200);
    await portal.close();
  });

  test('after a password reset, password guesses by others do not block the owner on the device of the reset (T399)', async () => {
    const portal = await openWithTwoUsers(kind);
    const knownCookie = (await signIn(portal)).cookie;
    await guessUntilBlocked(portal, (attempt) => `198.51.100.${attempt}`);
    const userId = await findUserId(portal, ada);
    const link = await issueOneTimeToken(portal.database.kysely, { purpose: 'reset', userId, now: portal.now() });
    const newPassword = 'Granite-Harbour-91';
    const body = { token: link.token, password: newPassword, confirmPassword: newPassword };
    const { headers, body: answered } = await portal.call(session.resetPassword, { body });
    expect(answered).toEqual({ received: true });
    const cookie = readCookie(headers['set-cookie']);
    expect((await signIn(portal, { typedPassword: newPassword, cookie })).status).toBe(200);
    expect(
      (await signIn(portal, { typedPassword: newPassword, cookie: knownCookie })).status,
      'older devices are unknown again',
    ).toBe(429);
    await portal.close();
  });
});

describe.each(defaultDatabases)('known devices (%s)', (kind) => {
  test.each([null, bob])(
    'a device id that an attacker put into a browser gives no extra attempts (device of the account %s)',
    async (knownAt) => {
      const portal = await openWithTwoUsers(kind);
      const plantedCookie =
        knownAt === null ? `basics-device=${'A'.repeat(43)}` : (await signIn(portal, { login: bob })).cookie;
      const { status, cookie } = await signIn(portal, { cookie: plantedCookie });
      expect(status).toBe(200);
      const { token } = await issueOneTimeToken(portal.database.kysely, {
        purpose: 'reset',
        userId: await findUserId(portal, ada),
        now: portal.now(),
      });
      const newPassword = 'Granite-Harbour-91';
      const body = { token, password: newPassword, confirmPassword: newPassword };
      const { headers } = await portal.call(session.resetPassword, { body, headers: { cookie: plantedCookie ?? '' } });
      const cookieAfterReset = readCookie(headers['set-cookie']);
      expect(new Set([plantedCookie, cookie, cookieAfterReset]).size, 'the browser gets a new id each time').toBe(3);
      await guessUntilBlocked(portal, (attempt) => `198.51.100.${attempt}`);
      expect((await signIn(portal, { typedPassword: newPassword, cookie: plantedCookie })).status).toBe(429);
      expect((await signIn(portal, { typedPassword: newPassword, cookie: cookieAfterReset })).status).toBe(200);
      await portal.close();
    },
  );

  test('a browser keeps its device id at each sign-in of the same user', async () => {
    const portal = await openWithTwoUsers(kind);
    const { cookie } = await signIn(portal);
    expect((await signIn(portal, { cookie })).cookie).toBe(cookie);
    await portal.close();
  });

  test('a device counts as known only for users who signed in on it, and password guesses on a known device are limited separately', async () => {
    const portal = await openWithTwoUsers(kind);
    const { cookie } = await signIn(portal, { login: bob });
    await guessUntilBlocked(portal, (attempt) => `198.51.100.${attempt}`);
    expect((await signIn(portal, { cookie })).status, 'the device of another user').toBe(429);
    expect((await signIn(portal, { cookie: `basics-device=${'A'.repeat(43)}` })).status, 'an invented device id').toBe(
      429,
    );
    const statuses = [];
    for (let index = 0; index < 6; index += 1)
      statuses.push((await signIn(portal, { login: bob, typedPassword: 'Wrong-Guess-42', cookie })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429]);
    await portal.close();
  });

  test('a device gets a cookie for the sign-in calls only, and the database stores only a hash of the device id (T398)', async () => {
    const portal = await openWithTwoUsers(kind);
    const { headers } = await portal.call(session.signIn, { body: { login: ada, password } });
    expect(headers['set-cookie']).toMatch(
      /^basics-device=[\w-]{43}; Path=\/core\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const rows = await portal.database.kysely.selectFrom('knownDevices').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(/=([\w-]{43})/.exec(String(headers['set-cookie']))?.[1]);
    await portal.close();
  });

  test('the device cookie of a portal with an HTTPS address is sent over TLS only (T401)', async () => {
    const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'https://portal.example', trustedProxies: [] };
    const portal = await openPortal(await createTestDatabase(kind), { config });
    await portal.addUser({ login: ada });
    const { headers } = await portal.call(session.signIn, { body: { login: ada, password } });
    expect(headers['set-cookie']).toMatch(/; SameSite=Strict; Secure$/);
    await portal.close();
  });

  test('in any 15 minutes, at most 20 password guesses from unknown devices are checked', async () => {
    const portal = await openWithTwoUsers(kind);
    const hashedAt: number[] = [];
    // The first guess starts a window of the limit; the other guesses come at the end of this window and at the start
    // of the next window.
    for (let at = 0; at < 60; at += 1) {
      for (let index = 0; index < 8; index += 1) {
        const { status } = await signIn(portal, { typedPassword: 'Wrong-Guess-42', ipAddress: `198.51.100.${at}` });
        if (status === 422) hashedAt.push(portal.now());
        if (at === 0) break;
      }
      portal.pass(at === 0 ? minutes(14) + 59_000 : minutes(0.5));
    }
    const countInWindow = (windowStart: number) =>
      hashedAt.filter((at) => at >= windowStart && at < windowStart + minutes(15)).length;
    expect(hashedAt.length).toBeGreaterThan(20);
    expect(Math.max(...hashedAt.map(countInWindow))).toBeLessThanOrEqual(20);
    await portal.close();
  });
});
