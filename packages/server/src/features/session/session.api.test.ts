import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { currentUser } from '@basics/contract/session/current-user.ts';
import { users } from '@basics/contract/users/users.ts';
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { hours } from '#server/platform/clock/clock.ts';
import type { Passwords } from '#server/platform/passwords/passwords.ts';
import { createTokens } from '#server/platform/security/session-token.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import {
  databases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { noon, openPortal, password, readToken, type CallResponse, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const signIn = (portal: Portal, login: string, typedPassword = password) =>
  portal.call(session.signIn, { body: { login, password: typedPassword } });

const isSessionValid = async (portal: Portal, token: string): Promise<boolean> => {
  const { status } = await portal.call(users.current, { token });
  expect([200, 401]).toContain(status);
  return status === 200;
};

/** Returns the parts of an answer that an attacker could compare, without the values that differ in every answer. */
function pickComparable({ status, body, headers }: CallResponse) {
  const { 'x-request-id': _, date: __, ...said } = headers;
  return { status, said, body: JSON.stringify(body).replace(/"requestId":"[^"]+"/, '') };
}

const setProfile = (database: Database, userId: number, profileId: number | null) =>
  database.kysely.updateTable('users').set({ profileId }).where('id', '=', userId).execute();

const setStatus = (database: Database, userId: number, status: 'active' | 'suspended') =>
  database.kysely.updateTable('users').set({ status }).where('id', '=', userId).execute();

describe.each(databases)('sessions (%s)', (kind) => {
  const portal = suitePortal(kind);

  describe('the sign-in', () => {
    test('a sign-in opens a session for 8 hours, and the token contains exactly six claims (T381)', async () => {
      const ada = await addPerson(portal(), { profileId: 5 });
      const { status, body } = await signIn(portal(), ada.login);
      expect(status).toBe(200);
      const [head = '', claims = ''] = readToken(body).split('.');
      expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
        sub: String(ada.id),
        userName: ada.login,
        iat: noon / 1000,
        exp: noon / 1000 + 8 * 3600,
        jti: expect.stringMatching(/^[\w-]{32}$/),
        profileID: 5,
      });
    });

    test('the call for the current user returns the user who is signed in (T383)', async () => {
      const ada = await addPerson(portal());
      const { body } = await portal().call(users.current, {
        token: readToken((await signIn(portal(), ada.login)).body),
      });
      expect(currentUser.parse(body)).toEqual({
        userId: ada.id,
        profileID: 7,
        userFirstName: 'Test',
        userLastName: ada.login.split('@')[0],
        userEmail: ada.login,
        permissions: ['license.menu', 'license.generate', 'account.view'],
        brand: 'blue',
      });
    });

    test('sign-in ignores case, Unicode composition and surrounding white space in the login', async () => {
      const login = `zoë-${kind.toLowerCase()}@customer.example`;
      await addPerson(portal(), { login });
      const typedLogins = [login.toUpperCase(), `  ${login}\n`, login.normalize('NFD')];
      for (const typedLogin of typedLogins) expect((await signIn(portal(), typedLogin)).status, typedLogin).toBe(200);
    });

    test('sign-in compares the password exactly: with its case and surrounding white space (T382)', async () => {
      const ada = await addPerson(portal());
      for (const typedPassword of [` ${password}`, `${password} `, password.toLowerCase(), `${password}x`])
        expect((await signIn(portal(), ada.login, typedPassword)).status).toBe(422);
    });

    test('two sign-ins open two sessions, and one can be ended without the other (T384)', async () => {
      const ada = await addPerson(portal());
      const [one, two] = [
        readToken((await signIn(portal(), ada.login)).body),
        readToken((await signIn(portal(), ada.login)).body),
      ];
      expect(one).not.toBe(two);
      await portal().call(session.signOut, { token: one });
      expect([await isSessionValid(portal(), one), await isSessionValid(portal(), two)]).toEqual([false, true]);
    });

    test('a sign-in is written to the audit log with the IP address (T380)', async () => {
      const ada = await addPerson(portal());
      const { headers } = await signIn(portal(), ada.login);
      const rows = await selectAuditEntries(portal().database.kysely)
        .selectAll()
        .where('actorId', '=', ada.id)
        .execute();
      expect(rows.filter((row) => row.requestId === headers['x-request-id'])).toMatchObject([
        {
          action: 'session.signIn',
          subjectKind: 'user',
          subjectId: String(ada.id),
          after: '{"address":"127.0.0.1"}',
        },
      ]);
    });
  });

  test('a wrong password, an unknown login and an account without a password get the same refusal after one hash calculation', async () => {
    const checkedHashes: (string | null)[] = [];
    const passwords: Passwords = {
      requireQueueCapacity: () => undefined,
      hash: () => Promise.reject(new Error('nothing is to be hashed')),
      matches: (storedHash) => Promise.resolve((checkedHashes.push(storedHash), false)),
      isOutdated: () => false,
    };
    const guardedPortal = await openPortal(await createTestDatabase(kind), { passwords });
    await guardedPortal.addUser({ login: 'known@customer.example' });
    await guardedPortal.addUser({ login: 'suspended@customer.example', status: 'suspended' });
    await guardedPortal.addUser({ login: 'pending@customer.example', status: 'pending' });
    await guardedPortal.database.kysely
      .updateTable('users')
      .set({ passwordHash: null })
      .where('login', 'like', 'pending%')
      .execute();
    const logins = ['known', 'unknown', 'suspended', 'pending', '"; drop table users; --', 'a'.repeat(254 - 17)];
    const answers: ReturnType<typeof pickComparable>[] = [];
    for (const login of logins)
      answers.push(pickComparable(await signIn(guardedPortal, `${login}@customer.example`, 'wrong')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 422, body: expect.stringContaining('WRONG_CREDENTIALS') });
    expect(
      checkedHashes.map((storedHash) => storedHash !== null),
      'one hash check each, even without a stored hash',
    ).toEqual([true, false, true, false, false, false]);
    await guardedPortal.close();
  });

  test('a blocked account shows its status only after the correct password (T375)', async () => {
    const logins = await Promise.all([
      addPerson(portal(), { status: 'suspended' }),
      addPerson(portal(), { status: 'pending' }),
      addPerson(portal(), { profileId: null }),
    ]);
    for (const { login } of logins) {
      expect(await signIn(portal(), login, 'wrong')).toMatchObject({
        status: 422,
        body: { code: 'WRONG_CREDENTIALS' },
      });
      const { status, body } = await signIn(portal(), login);
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { code: 'ACCOUNT_PROBLEM', message: 'Something is wrong with your account, contact for support.' },
      });
    }
    const sessions = await portal()
      .database.kysely.selectFrom('sessions')
      .select('userId')
      .where(
        'userId',
        'in',
        logins.map(({ id }) => id),
      )
      .execute();
    expect(sessions, 'each has the one session that the test itself has opened').toHaveLength(3);
  });

  describe('the end of a session', () => {
    test('a session ends after exactly 8 hours (T377)', async () => {
      const newPortal = await openPortal(await createTestDatabase(kind));
      await newPortal.addUser({ login: 'ada@customer.example' });
      const token = await newPortal.signIn('ada@customer.example');
      newPortal.pass(hours(8) - 1000);
      expect(await isSessionValid(newPortal, token)).toBe(true);
      newPortal.pass(1000);
      expect(await isSessionValid(newPortal, token)).toBe(false);
      await newPortal.close();
    });

    test('an extended session gets a token for 8 hours from now, and the old token stays valid', async () => {
      const newPortal = await openPortal(await createTestDatabase(kind));
      const id = await newPortal.addUser({ login: 'ada@customer.example' });
      const oldToken = await newPortal.signIn('ada@customer.example');
      newPortal.pass(hours(7));
      const { status, body } = await newPortal.call(session.extend, { token: oldToken });
      expect(status).toBe(200);
      const newToken = readToken(body);
      expect(newPortal.tokens.read(newToken, newPortal.now())).toMatchObject({
        sub: String(id),
        exp: (noon + hours(15)) / 1000,
      });
      expect(newPortal.tokens.read(newToken, newPortal.now())?.jti, 'the same session').toBe(
        newPortal.tokens.read(oldToken, newPortal.now())?.jti,
      );
      expect([await isSessionValid(newPortal, oldToken), await isSessionValid(newPortal, newToken)]).toEqual([
        true,
        true,
      ]);
      expect((await newPortal.call(session.extend, { token: oldToken })).status).toBe(200);
      newPortal.pass(hours(1));
      expect([await isSessionValid(newPortal, oldToken), await isSessionValid(newPortal, newToken)]).toEqual([
        false,
        true,
      ]);
      await newPortal.call(session.signOut, { token: newToken });
      expect(await isSessionValid(newPortal, newToken)).toBe(false);
      await newPortal.close();
    });

    test('a session that is extended by ten simultaneous requests is still one session', async () => {
      const ada = await addPerson(portal());
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => portal().call(session.extend, { token: ada.token })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
      const { body } = await portal().call(session.list, { token: ada.token });
      expect(session.list.reply.parse(body).items).toHaveLength(1);
    });

    test('a session ends at once when the user signs out, and signing out again finds no session (T378)', async () => {
      const ada = await addPerson(portal());
      const signOutResponse = await portal().call(session.signOut, { token: ada.token });
      expect({ status: signOutResponse.status, body: signOutResponse.body }).toEqual({ status: 204, body: '' });
      expect(await isSessionValid(portal(), ada.token)).toBe(false);
      expect((await portal().call(session.signOut, { token: ada.token })).status).toBe(401);
    });

    test('a session cannot be used while the account is suspended (T376)', async () => {
      const ada = await addPerson(portal());
      await setStatus(portal().database, ada.id, 'suspended');
      expect(await isSessionValid(portal(), ada.token)).toBe(false);
    });

    test.each([1, 2, 3, null])('a session ends when the profile changes to %s', async (profileId) => {
      const ada = await addPerson(portal(), { profileId: 7 });
      expect(await isSessionValid(portal(), ada.token)).toBe(true);
      await setProfile(portal().database, ada.id, profileId);
      expect(await isSessionValid(portal(), ada.token)).toBe(false);
    });

    test('a session ends when the account is deleted (T379)', async () => {
      const ada = await addPerson(portal(), { grants: [] });
      await portal().database.kysely.deleteFrom('users').where('id', '=', ada.id).execute();
      expect(await isSessionValid(portal(), ada.token)).toBe(false);
    });
  });

  test('a session that is ended on one server has ended on the other server too', async () => {
    const location = await createTestLocation(kind);
    const openedDatabases = [await openWithLongTimeouts(location), await openWithLongTimeouts(location)];
    const tokens = createTokens(randomBytes(32));
    const servers: Portal[] = [];
    for (const openedDatabase of openedDatabases) servers.push(await openPortal(openedDatabase, { tokens }));
    onTestFinished(async () => {
      for (const server of servers) await server.close();
      for (const openedDatabase of openedDatabases) await openedDatabase.close();
    });
    const [one, other] = servers;
    if (!one || !other) throw new Error('two servers are needed');
    const sessionEndings: ((database: Database, id: number, token: string) => Promise<unknown>)[] = [
      (_, __, token) => one.call(session.signOut, { token }),
      (database, id) => setStatus(database, id, 'suspended'),
      (database, id) => setProfile(database, id, 1),
    ];
    for (const endSession of sessionEndings) {
      const ada = await addPerson(one);
      expect(await isSessionValid(other, ada.token)).toBe(true);
      await endSession(one.database, ada.id, ada.token);
      expect(await isSessionValid(other, ada.token)).toBe(false);
      expect((await other.call(licenses.list, { token: ada.token, params: { id: ada.id } })).status).toBe(401);
    }
  });
});
