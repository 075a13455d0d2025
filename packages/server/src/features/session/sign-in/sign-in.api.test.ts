import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { altcha, solveChallenge } from '#server/testing/records/human.ts';
import {
  cheapHashCost,
  readProblemCode,
  openPortal,
  password,
  passwords as real,
  readToken,
  passwords,
} from '#server/testing/portal.ts';
import type { CallResponse, Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { createUserBody } from '#server/testing/records/staff.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';

const wrongPassword = 'Wrong-Guess-42';

/** Creates functions that hash and check passwords as in production, and records each call of them. */
function createCountedPasswords() {
  const hashCalls: ('hash' | 'matches')[] = [];
  return {
    done: hashCalls,
    passwords: {
      ...real,
      hash: (typedPassword: string) => {
        hashCalls.push('hash');
        return real.hash(typedPassword);
      },
      matches: (passwordHash: string | null, typedPassword: string) => {
        hashCalls.push('matches');
        return real.matches(passwordHash, typedPassword);
      },
    },
  };
}

const omitHeaders = (headers: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const replaceRequestId = (body: unknown) => ({ ...Object(body), requestId: 'any' });

describe.each(defaultDatabases)('signing in (%s)', (kind) => {
  const { passwords: countedPasswords, done: hashCalls } = createCountedPasswords();
  const portal = suitePortal(kind, { passwords: countedPasswords });
  const signIn = (login: string, typedPassword: string, fields = {}) =>
    portal().call(session.signIn, { body: { login, password: typedPassword, ...fields } });

  test('an unknown login and a wrong password get the same response after the same calculations (T407)', async () => {
    await portal().addUser({ login: 'known@example.org' });
    hashCalls.length = 0;
    const knownResponse = await signIn('known@example.org', wrongPassword);
    const callsForKnown = hashCalls.splice(0);
    const unknownResponse = await signIn('nobody@example.org', wrongPassword);
    expect(hashCalls.splice(0)).toEqual(callsForKnown);
    expect(callsForKnown).toEqual(['matches']);
    expect(unknownResponse.status).toBe(knownResponse.status);
    expect(knownResponse.status).toBe(422);
    expect(replaceRequestId(unknownResponse.body)).toEqual(replaceRequestId(knownResponse.body));
    expect(omitHeaders(unknownResponse.headers, 'x-request-id', 'date')).toEqual(
      omitHeaders(knownResponse.headers, 'x-request-id', 'date'),
    );
  });

  test('a suspended user learns of the suspension only after typing the correct password', async () => {
    await portal().addUser({ login: 'suspended@example.org', status: 'suspended' });
    expect(readProblemCode((await signIn('suspended@example.org', wrongPassword)).body)).toBe('WRONG_CREDENTIALS');
    const response = await signIn('suspended@example.org', password);
    expect([response.status, readProblemCode(response.body)]).toEqual([403, 'ACCOUNT_PROBLEM']);
  });

  test('a password of more than 1024 characters is refused without being hashed', async () => {
    hashCalls.length = 0;
    const response = await signIn('known@example.org', `Aa1!${'x'.repeat(1021)}`);
    expect(response.status).toBe(422);
    expect(hashCalls).toEqual([]);
  });

  test('a password does not expire (T405)', async () => {
    await portal().addUser({ login: 'faithful@example.org' });
    portal().pass(days(2000));
    expect((await signIn('faithful@example.org', password)).status).toBe(200);
  });

  test('a password hash with old cost parameters is replaced when the user signs in (T406)', async () => {
    const id = await portal().addUser({ login: 'old@example.org' });
    const oldHash = await hash(password, { ...cheapHashCost, timeCost: 2 });
    const kysely = portal().database.kysely;
    await kysely.updateTable('users').set({ passwordHash: oldHash }).where('id', '=', id).execute();
    await portal().signIn('old@example.org');
    const { passwordHash: storedHash } = await kysely
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([real.isOutdated(oldHash), real.isOutdated(storedHash ?? '')]).toEqual([true, false]);
    await portal().signIn('old@example.org');
  });

  test('signing in twice opens two sessions with different tokens (T408)', async () => {
    await portal().addUser({ login: 'twice@example.org' });
    const tokens = [await portal().signIn('twice@example.org'), await portal().signIn('twice@example.org')];
    expect(new Set(tokens).size).toBe(2);
    const { items } = session.list.reply.parse((await portal().call(session.list, { token: tokens[0] ?? '' })).body);
    expect(items).toHaveLength(2);
  });
});

describe.each(defaultDatabases)('human verification at sign-in (%s)', (kind) => {
  const openVerifyingPortal = async () => openPortal(await createTestDatabase(kind), { humanSettings: altcha });

  test('human verification is required after three failed sign-ins to a login, whether the login exists or not', async () => {
    const portal = await openVerifyingPortal();
    await portal.addUser({ login: 'known@example.org' });
    for (const login of ['known@example.org', 'nobody@example.org']) {
      const codes: unknown[] = [];
      for (let index = 0; index < 4; index += 1)
        codes.push(
          readProblemCode((await portal.call(session.signIn, { body: { login, password: wrongPassword } })).body),
        );
      expect(codes, login).toEqual([...Array<string>(3).fill('WRONG_CREDENTIALS'), 'HUMAN_VERIFICATION_NEEDED']);
    }
    const body = { login: 'known@example.org', password, humanVerification: await solveChallenge(portal) };
    expect((await portal.call(session.signIn, { body })).status).toBe(200);
    const bodyWithOtherLogin = { ...body, login: 'nobody@example.org' };
    expect(
      readProblemCode((await portal.call(session.signIn, { body: bodyWithOtherLogin })).body),
      'the answer to a challenge is accepted once',
    ).toBe('HUMAN_VERIFICATION_NEEDED');
    portal.pass(minutes(15));
    const bodyWithoutVerification = { login: bodyWithOtherLogin.login, password };
    expect(readProblemCode((await portal.call(session.signIn, { body: bodyWithoutVerification })).body)).toBe(
      'WRONG_CREDENTIALS',
    );
    await portal.close();
  });

  test('failed sign-ins of other users with the same address require no human verification', async () => {
    const portal = await openVerifyingPortal();
    for (let index = 0; index < 20; index += 1) {
      const body = { login: `colleague-${index}@example.org`, password: `${wrongPassword}-${index}` };
      expect(readProblemCode((await portal.call(session.signIn, { body })).body)).toBe('WRONG_CREDENTIALS');
    }
    await portal.addUser({ login: 'calm@example.org' });
    await portal.signIn('calm@example.org');
    await portal.close();
  });

  test('a user who signs in at the first attempt needs no human verification', async () => {
    const portal = await openVerifyingPortal();
    await portal.addUser({ login: 'calm@example.org' });
    for (let index = 0; index < 5; index += 1) await portal.signIn('calm@example.org');
    await portal.close();
  });
});

describe.each(defaultDatabases)('the end of a session (%s)', (kind) => {
  /** Opens two portals with one database, like two server processes. */
  async function openTwoPortals() {
    const database = await createTestDatabase(kind);
    const firstPortal = await openPortal(database);
    const secondPortal = await openPortal(database, { tokens: firstPortal.tokens, licenseKeys: null });
    return { database, first: firstPortal, second: secondPortal };
  }

  test.each([
    ['signing out', { status: 'active' }],
    ['a suspension', { status: 'suspended' }],
  ] as const)('after %s the next request with the token fails, also in another process', async (event, set) => {
    const { database, first, second } = await openTwoPortals();
    const id = await first.addUser({ login: 'gone@example.org' });
    const token = await first.signIn('gone@example.org');
    expect((await second.call(users.current, { token })).status).toBe(200);
    if (event === 'signing out') await first.call(session.signOut, { token });
    else await database.kysely.updateTable('users').set(set).where('id', '=', id).execute();
    for (const portal of [second, first]) expect((await portal.call(users.current, { token })).status).toBe(401);
    await Promise.all([first.close(), second.close()]);
  });

  test('a password change ends every session, and its response contains the token of a new session (T404)', async () => {
    const { first, second } = await openTwoPortals();
    await first.addUser({ login: 'changed@example.org' });
    const [token, elsewhere] = [await first.signIn('changed@example.org'), await second.signIn('changed@example.org')];
    const newPassword = 'Granite-Harbour-91';
    const body = { currentPassword: password, password: newPassword, confirmPassword: newPassword };
    const changeResponse = await first.call(session.changePassword, { token, body });
    expect(changeResponse.status).toBe(200);
    for (const oldToken of [token, elsewhere])
      expect((await second.call(users.current, { token: oldToken })).status).toBe(401);
    expect((await second.call(users.current, { token: readToken(changeResponse.body) })).status).toBe(200);
    await Promise.all([first.close(), second.close()]);
  });
});

const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();

/** The calls without a session that could show whether an address has an account. */
const calls: Record<string, (portal: Portal, login: string) => Promise<CallResponse>> = {
  'signing in': ({ call }, login) => call(session.signIn, { body: { login, password: 'Wrong-Password-1' } }),
  'a forgotten password': ({ call }, email) => call(session.forgotPassword, { body: { email } }),
  'opening a link by its code': ({ call }, email) => call(session.openLink, { body: { email, code: 'K7QF-2M9X' } }),
  'listing the tools that can be requested': ({ call }, userEmail) =>
    call(registration.configTool, { query: { userEmail } }),
  registering: ({ call }, login) =>
    call(registration.register, {
      body: { ...person, login, email: login, tool: 'basics', reason: 'We build with Basics', comment: '' },
    }),
};

const addresses = ['unknown', 'known', 'suspended', 'asks', 'KNOWN'].map((name) => `${name}@customer.example`);

const hashCalls = ['hash', 'check a hash'];

/** Opens a portal with several kinds of accounts, and records its SQL statements and password hashes in order. */
async function openWatchedPortal(kind: 'SQLite' | 'PostgreSQL') {
  const operations: string[] = [];
  const portal = await openPortal(
    watchDatabase(await createTestDatabase(kind), (sql) => operations.push(sql)),
    {
      passwords: {
        ...passwords,
        hash: (typedPassword) => (operations.push('hash'), passwords.hash(typedPassword)),
        matches: (passwordHash, typedPassword) => (
          operations.push('check a hash'),
          passwords.matches(passwordHash, typedPassword)
        ),
      },
    },
  );
  await portal.addUser({ login: 'known@customer.example' });
  await portal.addUser({ login: 'suspended@customer.example', status: 'suspended' });
  await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
  return { portal, done: operations };
}

describe.each(defaultDatabases)('the same answer for every address (%s)', (kind) => {
  test.each(Object.keys(calls))(
    '%s does the same work before the response, whatever the address (T403)',
    async (name) => {
      const { portal, done: operations } = await openWatchedPortal(kind);
      const answers = [];
      for (const address of addresses) {
        operations.length = 0;
        const response = await calls[name]?.(portal, address);
        // Only operations before the response are compared, because later work does not affect the response time.
        const operationsBefore = [...operations];
        await portal.settled();
        const body = { ...Object(response?.body), requestId: 'any' };
        answers.push({ status: response?.status, body, before: operationsBefore });
      }
      expect(answers[0]?.before.length).toBeGreaterThan(0);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    },
  );

  test('the background job for a forgotten password makes the same calculations for every address', async () => {
    const { portal, done: operations } = await openWatchedPortal(kind);
    const statementLists = [];
    for (const address of addresses.slice(0, 4)) {
      await portal.call(session.forgotPassword, { body: { email: address } });
      operations.length = 0;
      await portal.settled();
      statementLists.push([...operations]);
    }
    expect(statementLists[0]?.length).toBeGreaterThan(10);
    for (const statementList of statementLists) expect(statementList).toEqual(statementLists[0]);
    expect(
      await portal.database.kysely.selectFrom('outbox').select(['toAddress', 'kind']).orderBy('id').execute(),
    ).toEqual([
      { toAddress: 'known@customer.example', kind: 'passwordReset' },
      { toAddress: 'suspended@customer.example', kind: 'accountState' },
      { toAddress: 'asks@customer.example', kind: 'accountState' },
    ]);
  });

  test('a sign-in checks exactly one password hash, whatever the login', async () => {
    const { portal, done: operations } = await openWatchedPortal(kind);
    for (const address of addresses) {
      operations.length = 0;
      await calls['signing in']?.(portal, address);
      expect(operations.filter((call) => hashCalls.includes(call))).toEqual(['check a hash']);
    }
  });
});
