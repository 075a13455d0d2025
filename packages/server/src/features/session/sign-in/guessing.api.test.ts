import { session } from '@basics/contract/session/session.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppDependencies } from '#server/app.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Passwords } from '#server/platform/passwords/passwords.ts';
import { databases, defaultDatabases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const clockBeforeOpening = (): number => 0;

/** For this password, the tests act as if the queue of password checks became full after the attempt was counted. */
const passwordWhileBusy = 'while the portal is busy';

/** Checks passwords without hashing, and records when. Throws BUSY for `passwordWhileBusy`, as a busy portal does. */
function createPasswordCounter() {
  const at: number[] = [];
  let clock = clockBeforeOpening;
  const queueState = { isFull: false };
  const passwords: Passwords = {
    requireQueueCapacity() {
      if (queueState.isFull) throw problem('BUSY', { retryAfterSeconds: 5 });
    },
    hash: () => Promise.reject(new Error('hash must not be called')),
    matches: (_, password) =>
      password === passwordWhileBusy
        ? Promise.reject(problem('BUSY'))
        : Promise.resolve((at.push(clock()), password === 'right')),
    isOutdated: () => false,
  };
  return { passwords, at, queueState, tell: (now: () => number) => void (clock = now) };
}

/**
 * Opens a portal with one account, and records the password checks. The returned function clears earlier attempts and
 * returns the portal.
 */
function openGuardedSuite(
  kind: DatabaseKind,
  { trustedProxies = [], ...options }: Partial<AppDependencies> & { trustedProxies?: string[] } = {},
) {
  const passwordCounter = createPasswordCounter();
  const config = { demo: false, pocUrl: null, crmUrl: null, publicUrl: 'http://localhost:3000', trustedProxies };
  const portal = suitePortal(kind, { passwords: passwordCounter.passwords, config, ...options });
  beforeAll(async () => {
    passwordCounter.tell(portal().now);
    await portal().addUser({ login: 'ada@customer.example' });
  });
  return async () => {
    passwordCounter.at.splice(0);
    passwordCounter.queueState.isFull = false;
    await portal().database.kysely.deleteFrom('throttles').execute();
    return { portal: portal(), hashes: passwordCounter.at, queueState: passwordCounter.queueState };
  };
}

type Guess = {
  login?: string;
  password?: string;
  ipAddress?: string;
  forwardedFor?: string;
  humanVerification?: string;
};

let guessCount = 0;

/** Tries to sign in with the password of the test, otherwise with a password that was not tried before. */
async function guess(
  portal: Portal,
  { login = 'ada@customer.example', password, ipAddress, forwardedFor, humanVerification }: Guess = {},
) {
  guessCount += 1;
  const response = await portal.http.inject({
    method: session.signIn.method,
    url: `/core/api${session.signIn.path}`,
    payload: { login, password: password ?? `wrong ${guessCount}`, ...(humanVerification && { humanVerification }) },
    ...(ipAddress && { remoteAddress: ipAddress }),
    ...(forwardedFor && { headers: { 'x-forwarded-for': forwardedFor } }),
  });
  return {
    status: response.statusCode,
    code: readProblemCode(response.json()),
    wait: Number(response.headers['retry-after'] ?? 0),
  };
}

/** Returns the highest number of password checks in any 15 minutes. */
const findHighestCount = (at: readonly number[]): number =>
  Math.max(
    0,
    ...at.map((windowStart) => at.filter((time) => time >= windowStart && time < windowStart + minutes(15)).length),
  );

const manyGuesses: [name: string, addresses: number][] = [
  ['one address', 1],
  ['50 addresses', 50],
];

describe.each(databases)('limits for password guessing (%s)', (kind) => {
  const guardedPortal = openGuardedSuite(kind);
  const proxiedPortal = openGuardedSuite(kind, { trustedProxies: ['127.0.0.1'] });
  const verifiedPortal = openGuardedSuite(kind, {
    humanSettings: { kind: 'turnstile', siteKey: 'site', secret: 'for tests only' },
    fetch: () => Promise.resolve(Response.json({ success: true })),
  });

  // The tests with 1,000 guesses run on SQLite, and every night on both databases. Other tests below check the SQL of the
  // limit on both databases.
  test.each(defaultDatabases.includes(kind) ? manyGuesses : [])(
    '1,000 guesses at one account from %s in an hour calculate at most 20 hashes in any 15 minutes (T385)',
    async (_, addresses) => {
      const { portal, hashes } = await guardedPortal();
      const statuses = new Map<number, number>();
      for (let index = 0; index < 1000; index += 1) {
        const { status } = await guess(portal, { ipAddress: `192.0.2.${index % addresses}` });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        portal.pass(3600);
      }
      expect(new Set(statuses.keys())).toEqual(new Set([422, 429]));
      expect(statuses.get(422)).toBe(hashes.length);
      expect(findHighestCount(hashes)).toBeLessThanOrEqual(20);
      expect(hashes.length, 'the account is not blocked permanently').toBeGreaterThan(20);

      portal.pass(minutes(15));
      expect((await guess(portal, { password: 'right' })).status).toBe(200);
    },
  );

  test('somebody who guesses from 20 networks with human verification does not stop the owner on a new device (T390)', async () => {
    const { portal, hashes } = await verifiedPortal();
    for (let index = 0; index < 300; index += 1) {
      await guess(portal, { ipAddress: `192.0.2.${index % 20}`, humanVerification: `guess ${index}` });
      portal.pass(seconds(1));
    }
    expect(hashes.length, 'the guesses of each network are limited').toBeLessThan(200);
    for (let index = 0; index < 30; index += 1)
      await guess(portal, { ipAddress: `2001:db8:1:${index}::1`, humanVerification: `IPv6 ${index}` });
    expect(hashes.length, 'the networks of one site count as one').toBeLessThan(205);
    const owner = { ipAddress: '203.0.113.9', password: 'right' };
    expect((await guess(portal, owner)).code).toBe('HUMAN_VERIFICATION_NEEDED');
    const humanVerification = 'the proof of the owner';
    expect((await guess(portal, { ...owner, humanVerification })).status).toBe(200);
    expect((await guess(portal, { ...owner, humanVerification })).code, 'used').toBe('HUMAN_VERIFICATION_NEEDED');
  });

  test('a sign-in attempt does not count towards the limit if the portal was too busy to check the password', async () => {
    const { portal } = await guardedPortal();
    for (let index = 0; index < 10; index += 1)
      expect((await guess(portal, { password: passwordWhileBusy })).status).toBe(503);
    expect((await guess(portal, { password: 'right' })).status).toBe(200);
  });

  test('while the queue of password checks is full, a sign-in gets the same 503 for every login, and nothing is written', async () => {
    const { portal, queueState } = await guardedPortal();
    queueState.isFull = true;
    for (const login of ['ada@customer.example', 'nobody@customer.example'])
      expect(await guess(portal, { login, password: 'right' })).toEqual({ status: 503, code: 'BUSY', wait: 5 });
    await portal.settled();
    expect(await portal.database.kysely.selectFrom('throttles').selectAll().execute()).toEqual([]);
    queueState.isFull = false;
    expect((await guess(portal, { password: 'right' })).status).toBe(200);
  });

  test('a network stays rate-limited even if its attempts fill the queue of password checks', async () => {
    const { portal } = await guardedPortal();
    const statuses: number[] = [];
    for (let index = 0; index < 62; index += 1)
      statuses.push((await guess(portal, { ipAddress: '192.0.2.1', password: passwordWhileBusy })).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 503), 429, 429]);
    expect((await guess(portal, { ipAddress: '192.0.2.2', password: 'right' })).status, 'the account').toBe(200);
  });

  test('of 200 simultaneous guesses, only as many passwords are checked as the limit allows (T389)', async () => {
    const { portal, hashes } = await guardedPortal();
    const responses = await Promise.all(Array.from({ length: 200 }, () => guess(portal)));
    expect(hashes).toHaveLength(4);
    expect(responses.filter(({ code }) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(196);
  });

  test('a blocked client gets the time to wait, and can sign in after this time', async () => {
    const { portal } = await guardedPortal();
    for (let index = 0; index < 4; index += 1) await guess(portal);
    const blockedResponse = await guess(portal, { password: 'right' });
    expect(blockedResponse).toEqual({ status: 429, code: 'TOO_MANY_ATTEMPTS', wait: 5 });
    portal.pass(seconds(blockedResponse.wait));
    expect((await guess(portal, { password: 'right' })).status).toBe(200);
  });

  test('the correct password is accepted five minutes after any number of guesses (T391)', async () => {
    const { portal } = await guardedPortal();
    for (let index = 0; index < 300; index += 1) {
      await guess(portal);
      portal.pass(2900);
    }
    const blockedResponse = await guess(portal, { password: 'right' });
    expect(blockedResponse.status).toBe(429);
    expect(blockedResponse.wait).toBeLessThanOrEqual(300);
    portal.pass(seconds(blockedResponse.wait));
    expect((await guess(portal, { password: 'right' })).status).toBe(200);
  });

  test('a successful sign-in clears the failures of the account', async () => {
    const { portal } = await guardedPortal();
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 3; index += 1) expect((await guess(portal)).status).toBe(422);
      expect((await guess(portal, { password: 'right' })).status).toBe(200);
    }
  });

  test('an unknown login is rate-limited like a known one, in upper and lower case', async () => {
    const { portal, hashes } = await guardedPortal();
    const typedLogins = [
      'Nobody@customer.example',
      'nobody@CUSTOMER.example',
      ' nobody@customer.example',
      'NOBODY@customer.example',
    ];
    for (const login of typedLogins) expect((await guess(portal, { login })).status).toBe(422);
    expect(await guess(portal, { login: 'nobody@customer.example' })).toMatchObject({ status: 429, wait: 5 });
    expect(hashes).toHaveLength(4);
  });

  test('an IP address that tries many accounts is rate-limited, and other IP addresses are not (T387)', async () => {
    const { portal, hashes } = await guardedPortal();
    for (let index = 0; index < 200; index += 1)
      await guess(portal, { login: `user-${index}@customer.example`, ipAddress: '192.0.2.1' });
    expect(hashes).toHaveLength(60);
    expect((await guess(portal, { ipAddress: '192.0.2.2' })).status).toBe(422);
  });

  test('an IPv6 network is blocked with all of its addresses', async () => {
    const { portal, hashes } = await guardedPortal();
    for (let index = 0; index < 100; index += 1)
      await guess(portal, {
        login: `user-${index}@customer.example`,
        ipAddress: `2001:db8:1:2:${index.toString(16)}::1`,
      });
    expect(hashes).toHaveLength(60);
  });

  test('a network is not rate-limited when many of its users sign in correctly', async () => {
    const { portal, hashes } = await guardedPortal();
    for (let index = 0; index < 100; index += 1) {
      await portal.addUser({ login: `user-${index}@customer.example` });
      expect((await guess(portal, { login: `user-${index}@customer.example`, password: 'right' })).status).toBe(200);
    }
    expect(hashes).toHaveLength(100);
  });

  test('refused attempts from a blocked IP address do not count as attempts at the account', async () => {
    const { portal } = await guardedPortal();
    for (let index = 0; index < 60; index += 1)
      await guess(portal, { login: `user-${index}@customer.example`, ipAddress: '192.0.2.1' });
    for (let index = 0; index < 20; index += 1)
      expect((await guess(portal, { ipAddress: '192.0.2.1' })).status).toBe(429);
    for (let index = 0; index < 4; index += 1)
      expect((await guess(portal, { ipAddress: '192.0.2.9' })).status).toBe(422);
  });

  test('a forged X-Forwarded-For header has no effect (T386)', async () => {
    const { portal, hashes } = await guardedPortal();
    for (let index = 0; index < 100; index += 1)
      await guess(portal, { login: `user-${index}@customer.example`, forwardedFor: `198.51.100.${index}` });
    expect(hashes).toHaveLength(60);
  });

  test('behind a trusted proxy, attempts count for the address that the proxy adds, not for one that the client sends (T388)', async () => {
    const { portal, hashes } = await proxiedPortal();
    for (let index = 0; index < 100; index += 1)
      await guess(portal, {
        login: `user-${index}@customer.example`,
        forwardedFor: `203.0.113.${index}, 198.51.100.7`,
      });
    expect(hashes).toHaveLength(60);
    expect((await guess(portal, { forwardedFor: '198.51.100.8' })).status).toBe(422);
    expect(
      (await guess(portal, { ipAddress: '192.0.2.5', forwardedFor: '198.51.100.7' })).status,
      'not from a proxy',
    ).toBe(422);
  });

  test('the table of attempts contains no login and no password', async () => {
    const { portal } = await guardedPortal();
    await guess(portal, { login: 'My-Secret-Password-1', password: 'ada@customer.example' });
    await portal.settled();
    const rows = await portal.database.kysely.selectFrom('throttles').selectAll().execute();
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows).toLowerCase()).not.toMatch(/secret|ada@/);
  });
});
