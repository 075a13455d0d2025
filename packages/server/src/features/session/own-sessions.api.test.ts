import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { openPortal, password, readToken, type Portal } from '#server/testing/portal.ts';
import { createSessionToken } from '#server/testing/records/session-of.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { describeDevice } from './own-sessions.ts';
import type { Row } from '#server/database/schema.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const signIn = async (portal: Portal, login: string, agent: string) =>
  readToken((await portal.call(session.signIn, { body: { login, password }, headers: { 'user-agent': agent } })).body);
const listSessions = async (portal: Portal, token: string) =>
  session.list.reply.parse((await portal.call(session.list, { token })).body).items;

describe.each(databases)('the user’s own sessions (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the list of sessions shows the device, IP address and times of each session, and marks the current session (T364)', async () => {
    await portal().addUser({ login: 'listed@example.org' });
    await signIn(portal(), 'listed@example.org', 'basics/1.0.1 (linux)');
    const token = await signIn(portal(), 'listed@example.org', firefox);
    const at = new Date(portal().now()).toISOString();
    const items = await listSessions(portal(), token);
    expect(Object.fromEntries(items.map(({ device, current }) => [device, current]))).toEqual({
      'Basics on Linux': false,
      'Firefox on Windows': true,
    });
    for (const ownSession of items)
      expect(ownSession).toMatchObject({ address: '127.0.0.1', signedInAt: at, lastSeenAt: at });
  });

  test('a user can end one or all other sessions of the account, but never a session of another user (T363)', async () => {
    await portal().addUser({ login: 'ends@example.org' });
    await portal().addUser({ login: 'another@example.org' });
    const [a, b, c] = [
      await signIn(portal(), 'ends@example.org', 'a'),
      await signIn(portal(), 'ends@example.org', 'b'),
      await signIn(portal(), 'ends@example.org', 'c'),
    ];
    const foreignToken = await signIn(portal(), 'another@example.org', firefox);
    const [foreignSession] = await listSessions(portal(), foreignToken);
    const sessionOfB = (await listSessions(portal(), b)).find((ownSession) => ownSession.current)?.id ?? '';
    const endSession = (id: string) => portal().call(session.end, { token: a, params: { id } });
    const fetchStatus = async (token: string) => (await portal().call(users.current, { token })).status;

    expect((await endSession(foreignSession?.id ?? '')).status).toBe(404);
    expect((await endSession('no-such-session')).status).toBe(404);
    expect((await endSession(sessionOfB)).status).toBe(204);
    expect([await fetchStatus(a), await fetchStatus(b), await fetchStatus(c), await fetchStatus(foreignToken)]).toEqual(
      [200, 401, 200, 200],
    );
    expect((await endSession('others')).status).toBe(204);
    expect([await fetchStatus(a), await fetchStatus(c), await fetchStatus(foreignToken)]).toEqual([200, 401, 200]);
  });

  test('a password reset also ends a session that is extended at the same time', async () => {
    const database = await createTestDatabase(kind);
    const newPortal = await openPortal(slowDownDatabase(database, 10));
    const newPassword = { password: 'Granite-Harbour-91', confirmPassword: 'Granite-Harbour-91' };
    for (let round = 0; round < 8; round += 1) {
      const userId = await newPortal.addUser({ login: `race-${round}@example.org` });
      const token = await createSessionToken(newPortal, userId, 7);
      const link = await issueOneTimeToken(database.kysely, { purpose: 'reset', userId, now: newPortal.now() });
      const [reset] = await Promise.all([
        newPortal.call(session.resetPassword, { body: { token: link.token, ...newPassword } }),
        // In each round, the call to extend the session starts 10 ms later after the start of the password reset.
        delay(round * 10).then(() => newPortal.call(session.extend, { token })),
      ]);
      expect(reset.status).toBe(200);
    }
    const openSessions = await database.kysely
      .selectFrom('sessions')
      .select('userId')
      .where('endedAt', 'is', null)
      .execute();
    expect(openSessions).toEqual([]);
    await newPortal.close();
  });

  test('the time of last use is written at most every five minutes', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'seen@example.org' });
    const token = await signIn(newPortal, 'seen@example.org', firefox);
    const startTime = newPortal.now();
    const readLastSeen = async () => {
      await newPortal.call(users.current, { token });
      await newPortal.settled();
      const row = await newPortal.database.kysely.selectFrom('sessions').select('lastSeenAt').executeTakeFirstOrThrow();
      return row.lastSeenAt - startTime;
    };
    expect(await readLastSeen()).toBe(0);
    newPortal.pass(minutes(5) - 1);
    expect(await readLastSeen()).toBe(0);
    newPortal.pass(1);
    expect(await readLastSeen()).toBe(minutes(5));
    await newPortal.close();
  });

  test('a session ends one day after its sign-in, even if it is extended often (T362)', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'endless@example.org' });
    let token = await signIn(newPortal, 'endless@example.org', firefox);
    for (let index = 0; index < 3; index += 1) {
      newPortal.pass(hours(7));
      const response = await newPortal.call(session.extend, { token });
      expect((await newPortal.call(users.current, { token })).status).toBe(200);
      token = readToken(response.body);
    }
    expect((await listSessions(newPortal, token)).map((ownSession) => ownSession.signedInAt)).toEqual([
      '2026-03-10T12:00:00.000Z',
    ]);
    newPortal.pass(hours(3) - 1000);
    expect((await newPortal.call(users.current, { token })).status).toBe(200);
    newPortal.pass(1000);
    expect((await newPortal.call(users.current, { token })).status).toBe(401);
    await newPortal.close();
  });
});

test.each([
  [firefox, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
])('%s is shown as %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

type ChangedColumns = Partial<Pick<Row<'users'>, 'status' | 'profileId'>>;

/** The changes of an account that an operator can make with SQL, each with the original values. */
const changes: [name: string, changed: ChangedColumns, before: ChangedColumns][] = [
  ['suspended', { status: 'suspended' }, { status: 'active' }],
  ['demoted', { profileId: 7 }, { profileId: 1 }],
  ['left without a profile', { profileId: null }, { profileId: 1 }],
];

describe.each(defaultDatabases)('sessions of an account that is changed in the database (%s)', (kind) => {
  test.each(changes)(
    'a session ends at the next request when %s, and does not continue if the change is undone (T361)',
    async (...change) => {
      const [, changed, before] = change;
      const { kysely, ...database } = await createTestDatabase(kind);
      const portal = await openPortal({ kysely, ...database });
      const id = await portal.addUser({ login: 'root@portal.example', profileId: 1 });
      const token = await portal.signIn('root@portal.example');
      const setColumns = (columns: ChangedColumns) =>
        kysely.updateTable('users').set(columns).where('id', '=', id).execute();
      const fetchStatus = async () => (await portal.call(users.current, { token })).status;
      expect(await fetchStatus()).toBe(200);
      await setColumns(changed);
      expect(await fetchStatus()).toBe(401);
      await setColumns(before);
      expect(await fetchStatus()).toBe(401);
      const [endedSession] = await kysely.selectFrom('sessions').select('endedAt').where('userId', '=', id).execute();
      expect(endedSession?.endedAt).toBe(portal.now());
      const newToken = await portal.signIn('root@portal.example');
      expect((await portal.call(users.current, { token: newToken })).status).toBe(200);
    },
  );
});

test.each(defaultDatabases)(
  'a suspension ends a session that is not used before the user is reinstated (%s)',
  async (kind) => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'there@customer.example' });
    const token = await portal.signIn('there@customer.example');
    const reason = 'On leave';
    await portal.call(users.suspend, { token: asRoot, params: { id }, body: { version: 1, reason } });
    const reinstateResponse = await portal.call(users.reinstate, {
      token: asRoot,
      params: { id },
      body: { version: 2 },
    });
    expect(reinstateResponse).toMatchObject({ status: 200, body: { status: 'active' } });
    expect((await portal.call(users.current, { token })).status).toBe(401);
  },
);
