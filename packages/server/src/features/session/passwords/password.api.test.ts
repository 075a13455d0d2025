import { apiBase } from '@basics/contract/calls/limits.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { altcha, solveChallenge } from '#server/testing/records/human.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { readProblemCode, openPortal, password, readToken, type Portal } from '#server/testing/portal.ts';
import { createUserBody } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { answerResetRequests } from './reset-worker.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';

const newPassword = 'Granite-Harbour-91';
const toPasswordFields = (typedPassword: string) => ({ password: typedPassword, confirmPassword: typedPassword });
const readFields = (body: unknown): unknown => Object(body).fields;
const replaceRequestId = (body: unknown) => ({ ...Object(body), requestId: 'any' });

const forgotPassword = async (portal: Portal, email: string) => {
  const response = await portal.call(session.forgotPassword, { body: { email } });
  await portal.settled();
  return response;
};
const findLetters = (portal: Portal, login: string) =>
  portal.database.kysely.selectFrom('outbox').select('kind').where('toAddress', '=', login).orderBy('id').execute();

describe.each(databases)('a forgotten password (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a user can set one new password with the link in the e-mail, which ends all sessions (T369)', async () => {
    const userId = await portal().addUser({ login: 'forgot@example.org' });
    const token = await portal().signIn('forgot@example.org');
    expect((await forgotPassword(portal(), 'Forgot@Example.org')).body).toEqual({ received: true });
    const mail = await readNewestMail(portal(), 'passwordReset');
    expect([mail.to, mail.userId]).toEqual(['forgot@example.org', userId]);

    const checkResponse = await portal().call(session.checkLink, { body: { token: mail.token } });
    expect(checkResponse.body).toEqual({
      purpose: 'reset',
      login: 'forgot@example.org',
      validUntil: new Date(portal().now() + minutes(60)).toISOString(),
    });
    const body = { token: mail.token, ...toPasswordFields(newPassword) };
    expect((await portal().call(session.resetPassword, { body })).body).toEqual({ received: true });

    expect((await portal().call(users.current, { token })).status).toBe(401);
    for (const call of [session.resetPassword, session.checkLink]) {
      const response = await portal().call(call, { body: call === session.checkLink ? { token: mail.token } : body });
      expect([response.status, readProblemCode(response.body)]).toEqual([422, 'LINK_NOT_VALID']);
    }
    const credentials = { login: 'forgot@example.org', password: newPassword };
    expect((await portal().call(session.signIn, { body: credentials })).status).toBe(200);
    expect((await portal().call(session.signIn, { body: { ...credentials, password } })).status).toBe(422);
    const letterRows = await findLetters(portal(), 'forgot@example.org');
    expect(letterRows.map((letter) => letter.kind)).toEqual(['passwordReset', 'passwordChanged']);
  });

  test('known, unknown and suspended addresses get the same answer, but only an active user gets a link (T373)', async () => {
    await portal().addUser({ login: 'known@example.org' });
    await portal().addUser({ login: 'suspended@example.org', status: 'suspended' });
    await portal().addUser({ login: 'waiting@example.org', status: 'pending' });
    const addresses = ['known', 'suspended', 'waiting', 'nobody'].map((name) => `${name}@example.org`);
    const responses = [];
    for (const address of addresses) responses.push(await forgotPassword(portal(), address));
    for (const { status, body } of responses) expect([status, body]).toEqual([200, { received: true }]);
    const letters = await Promise.all(addresses.map((address) => findLetters(portal(), address)));
    expect(letters.map((foundLetters) => foundLetters.map((letter) => letter.kind))).toEqual([
      ['passwordReset'],
      ['accountState'],
      ['accountState'],
      [],
    ]);
  });

  test.each([
    ['pending', 'We are looking at your request of 10 March 2026, and will reply by e-mail.'],
    ['approved', 'was approved. Set a password, then sign in.'],
    ['suspended', 'You cannot sign in or set a password for now.'],
    ['rejected', 'We did not approve your request of 10 March 2026, so there is no account.'],
    ['withdrawn', 'You withdrew your request of 10 March 2026, so there is no account.'],
    ['expired', 'We could not decide on your request of 10 March 2026 in time.'],
  ] as const)(
    'a person with the status %s who registers again or has forgotten the password gets an e-mail that says what is true',
    async (status, sentence) => {
      const login = `${status}@state.example`;
      const userId = await portal().addUser({ login, status });
      await portal()
        .database.kysely.updateTable('users')
        .set({ requestDate: Date.parse('2026-03-10T12:00:00Z') })
        .where('id', '=', userId)
        .execute();
      const isHolder = status === 'pending' || status === 'approved' || status === 'suspended';
      const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();
      const body = { ...person, login, email: login, tool: 'basics', reason: 'Conveyors', comment: '' };
      expect((await portal().call(registration.register, { body })).body).toEqual({ received: true });
      const registered = await readNewestMail(portal(), isHolder ? 'accountState' : 'confirmAddress');
      expect(registered.to).toBe(login);
      if (isHolder) expect(registered.text).toContain(sentence);
      expect((await forgotPassword(portal(), login)).body).toEqual({ received: true });
      const forgotten = await readNewestMail(portal(), status === 'approved' ? 'passwordReset' : 'accountState');
      expect(forgotten.to).toBe(login);
      if (status !== 'approved') expect(forgotten.text).toContain(sentence);
    },
  );

  test('a request for a reset link writes the same rows for every address, and the link is created later in the background', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'held@example.org' });
    await newPortal.addUser({ login: 'suspended@example.org', status: 'suspended' });
    const countRows = async () =>
      Object.fromEntries(
        Object.entries(await allRows(newPortal.database)).map(([table, rows]) => [table, rows.length]),
      );
    for (const email of ['held@example.org', 'suspended@example.org', 'nobody@example.org']) {
      const countsBefore = await countRows();
      expect((await newPortal.call(session.forgotPassword, { body: { email } })).status).toBe(200);
      const { password_reset_requests: requestCount, throttles, ...others } = await countRows();
      expect([requestCount, throttles]).toEqual([
        (countsBefore['password_reset_requests'] ?? 0) + 1,
        (countsBefore['throttles'] ?? 0) + (email.startsWith('held') ? 3 : 2),
      ]);
      expect(countsBefore).toMatchObject(others);
    }
    await newPortal.settled();
    expect(await newPortal.database.kysely.selectFrom('passwordResetRequests').select('id').execute()).toEqual([]);
    expect(
      await newPortal.database.kysely
        .selectFrom('oneTimeTokens')
        .select('purpose')
        .where('userId', 'is not', null)
        .execute(),
    ).toHaveLength(1);
    expect(await newPortal.database.kysely.selectFrom('outbox').select('toAddress').execute()).toEqual([
      { toAddress: 'held@example.org' },
      { toAddress: 'suspended@example.org' },
    ]);
    await newPortal.close();
  });

  test('two processes together send only one link for one request', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'once@example.org' });
    await newPortal.call(session.forgotPassword, { body: { email: 'once@example.org' } });
    await Promise.all([newPortal.settled(), newPortal.settled()]);
    expect(await findLetters(newPortal, 'once@example.org')).toHaveLength(1);
    await newPortal.close();
  });

  test('if a reset link cannot be sent, the portal tries again after two minutes, and gives up after an hour', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'later@example.org' });
    const failingQueue: QueueLetter = () => Promise.reject(new Error('planted'));
    const dependencies = { database: newPortal.database, clock: newPortal.now, log: { error: () => {} } };
    const runWorker = (queueLetter: QueueLetter) =>
      answerResetRequests({ ...dependencies, queueLetter }, new AbortController().signal);
    const sentTo: string[] = [];
    const workingQueue: QueueLetter = async (_, letter) => void sentTo.push(letter.to);
    await newPortal.call(session.forgotPassword, { body: { email: 'later@example.org' } });
    await runWorker(failingQueue);
    await runWorker(workingQueue);
    expect(sentTo).toEqual([]);
    newPortal.pass(minutes(2));
    await runWorker(workingQueue);
    expect(sentTo).toEqual(['later@example.org']);

    await newPortal.call(session.forgotPassword, { body: { email: 'later@example.org' } });
    newPortal.pass(hours(1));
    await runWorker(workingQueue);
    expect(sentTo).toHaveLength(1);
    expect(await newPortal.database.kysely.selectFrom('passwordResetRequests').select('id').execute()).toEqual([]);
    await newPortal.close();
  });

  test('a request for a reset link is refused for every address while 1,000 requests wait', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'full@example.org' });
    const requestedAt = newPortal.now();
    const rows = Array.from({ length: 1000 }, (_, n) => ({ loginFold: `${n}@x.example`, requestId: 'r', requestedAt }));
    for (const chunk of [rows.slice(0, 500), rows.slice(500)])
      await newPortal.database.kysely.insertInto('passwordResetRequests').values(chunk).execute();
    for (const email of ['full@example.org', 'nobody@example.org']) {
      const { status, body, headers } = await newPortal.call(session.forgotPassword, { body: { email } });
      expect([status, readProblemCode(body), headers['retry-after']]).toEqual([503, 'BUSY', '30']);
    }
    await newPortal.close();
  });

  test('a network gets three reset links an hour for an e-mail address; strangers do not use up the links of the owner (T367)', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    await newPortal.addUser({ login: 'often@example.org' });
    const request = async (ipAddress: string, email = 'often@example.org'): Promise<number> => {
      const { method, path } = session.forgotPassword;
      const options = { method, url: `${apiBase}${path}`, payload: { email }, remoteAddress: ipAddress };
      const { statusCode } = await newPortal.http.inject(options);
      await newPortal.settled();
      return statusCode;
    };
    for (const emailAddress of ['often@example.org', 'nobody@example.org']) {
      const codes = [];
      for (let index = 0; index < 4; index += 1) codes.push(await request('192.0.2.1', emailAddress));
      expect(codes).toEqual([200, 200, 200, 429]);
    }
    const countLetters = async (): Promise<number> => (await findLetters(newPortal, 'often@example.org')).length;
    expect(await countLetters()).toBe(3);
    expect(await request('203.0.113.9'), 'the owner').toBe(200);
    expect(await countLetters()).toBe(4);
    for (let index = 0; index < 60; index += 1) {
      expect(await request(`198.51.100.${index}`), 'strangers of many networks').toBe(200);
      newPortal.pass(minutes(0.5));
    }
    expect(await countLetters(), 'the mailbox is not flooded').toBeLessThan(10);
    expect(await request('203.0.113.9')).toBe(200);
    const [newestLink] = await newPortal.database.kysely
      .selectFrom('oneTimeTokens')
      .select('expiresAt')
      .orderBy('expiresAt', 'desc')
      .execute();
    expect(Number(newestLink?.expiresAt) - newPortal.now(), 'the owner has a valid link').toBeGreaterThan(minutes(39));
    newPortal.pass(hours(1));
    expect(await request('192.0.2.1')).toBe(200);
    await newPortal.close();
  });

  test('a request for a reset link always requires human verification', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind), { humanSettings: altcha });
    const email = 'nobody@example.org';
    expect(readProblemCode((await newPortal.call(session.forgotPassword, { body: { email } })).body)).toBe(
      'HUMAN_VERIFICATION_NEEDED',
    );
    const humanVerification = await solveChallenge(newPortal);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => newPortal.call(session.forgotPassword, { body: { email, humanVerification } })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422]);
    await newPortal.close();
  });

  test.each(['issued for another purpose', 'made up', 'an hour old', 'sent to an account that was suspended since'])(
    'a link that is %s is refused (T366)',
    async (fault) => {
      const newPortal = await openPortal(await createTestDatabase(kind));
      const userId = await newPortal.addUser({ login: 'link@example.org' });
      const purpose = fault === 'issued for another purpose' ? 'confirm' : 'reset';
      const { token } = await issueOneTimeToken(newPortal.database.kysely, { purpose, userId, now: newPortal.now() });
      if (fault === 'an hour old') newPortal.pass(minutes(60));
      if (fault.startsWith('sent to an account'))
        await newPortal.database.kysely.updateTable('users').set({ status: 'suspended' }).execute();
      const sentToken = fault === 'made up' ? token.replaceAll(/./g, 'A') : token;
      const response = await newPortal.call(session.resetPassword, {
        body: { token: sentToken, ...toPasswordFields(newPassword) },
      });
      expect([response.status, readProblemCode(response.body)]).toEqual([422, 'LINK_NOT_VALID']);
      await newPortal.close();
    },
  );

  test('calls with guessed reset links are rate-limited (T372)', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const statuses = [];
    for (let index = 0; index < 40; index += 1)
      statuses.push((await newPortal.call(session.checkLink, { body: { token: `guess-${index}` } })).status);
    expect(statuses.filter((statusCode) => statusCode === 429).length).toBeGreaterThanOrEqual(9);
    await newPortal.close();
  });
});

describe.each(defaultDatabases)('changing a password (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a wrong current password shows an error at its field and changes nothing (T370)', async () => {
    await portal().addUser({ login: 'wrong@example.org' });
    const token = await portal().signIn('wrong@example.org');
    const body = { currentPassword: 'Not-The-One-1', ...toPasswordFields(newPassword) };
    const response = await portal().call(session.changePassword, { token, body });
    expect([response.status, readFields(response.body)]).toEqual([
      422,
      { currentPassword: serverMessages.currentPassword },
    ]);
    expect((await portal().call(users.current, { token })).status).toBe(200);
  });

  test('a reset link that was sent before a password change is refused', async () => {
    await portal().addUser({ login: 'link@example.org' });
    const token = await portal().signIn('link@example.org');
    await forgotPassword(portal(), 'link@example.org');
    const link = await readNewestMail(portal(), 'passwordReset');
    const body = { currentPassword: password, ...toPasswordFields(newPassword) };
    expect((await portal().call(session.changePassword, { token, body })).status).toBe(200);
    const resetResponse = await portal().call(session.resetPassword, {
      body: { token: link.token, ...toPasswordFields('Basalt-Meadow-17') },
    });
    expect([resetResponse.status, readProblemCode(resetResponse.body)]).toEqual([422, 'LINK_NOT_VALID']);
  });

  test('wrong entries of the current password are rate-limited', async () => {
    await portal().addUser({ login: 'guessed@example.org' });
    const token = await portal().signIn('guessed@example.org');
    const body = { currentPassword: 'Not-The-One-1', ...toPasswordFields(newPassword) };
    const statuses = [];
    for (let index = 0; index < 7; index += 1)
      statuses.push((await portal().call(session.changePassword, { token, body })).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  test.each<[string, string, string]>([
    ['too short', 'Ab1!xyz', fieldMessages.passwordRule],
    ['without a number', 'Granite-Harbour', fieldMessages.passwordRule],
    ['without a capital', 'granite-harbour-91', fieldMessages.passwordRule],
    ['without a small letter', 'GRANITE-HARBOUR-91', fieldMessages.passwordRule],
    ['without a special sign', 'GraniteHarbour91', fieldMessages.passwordRule],
    ['with a space at its end', 'Granite-Harbour-91 ', fieldMessages.passwordEnds],
    ['of 129 characters', `Aa1!${'x'.repeat(125)}`, fieldMessages.passwordLong],
    ['a common word in disguise', 'P4$$word2026!', serverMessages.passwordCommon],
    ["the user's company", 'Nordfjell#2026', serverMessages.passwordCommon],
    ["the user's name", 'L1ndqvist!9', serverMessages.passwordCommon],
    ["the user's address", 'T.Lindqvist-99', serverMessages.passwordCommon],
    ['the brand', 'BasicsBlue1!', serverMessages.passwordCommon],
  ])('a new password that is %s is refused (T368)', async (why, typedPassword, message) => {
    const login = `t.lindqvist@${why.replaceAll(/\W/g, '-')}.example`;
    const id = await portal().addUser({ login });
    await portal()
      .database.kysely.updateTable('users')
      .set({ company: 'Nordfjell Rack AS', lastName: 'Lindqvist' })
      .where('id', '=', id)
      .execute();
    const token = await portal().signIn(login);
    const response = await portal().call(session.changePassword, {
      token,
      body: { currentPassword: password, ...toPasswordFields(typedPassword) },
    });
    expect([response.status, readFields(response.body)]).toEqual([422, { password: message }]);
  });

  test.each([
    ['128 characters', `Kq7!${'vx'.repeat(62)}`],
    ['emoji and any script', 'Ω-Грань-٣-🦊-x'],
    ['a phrase with spaces', 'nine Grey herons, one lamp'],
    ['eight characters', 'kV7#qz2W'],
  ])('%s are accepted, and the user can sign in with them (T365)', async (_, typedPassword) => {
    const login = `${Buffer.from(typedPassword).toString('hex').slice(0, 20)}@example.org`;
    await portal().addUser({ login });
    const token = await portal().signIn(login);
    const passwordWithNumber = /\p{Nd}/u.test(typedPassword) ? typedPassword : `${typedPassword} 4`;
    const body = { currentPassword: password, ...toPasswordFields(passwordWithNumber) };
    expect((await portal().call(session.changePassword, { token, body })).status).toBe(200);
    const decomposedPassword = passwordWithNumber.normalize('NFD');
    expect((await portal().call(session.signIn, { body: { login, password: decomposedPassword } })).status).toBe(200);
  });

  test('two passwords that differ only after their 72nd byte are different (T374)', async () => {
    await portal().addUser({ login: 'long@example.org' });
    const token = await portal().signIn('long@example.org');
    const longPassword = `Kq7!${'vx'.repeat(50)}`;
    const body = { currentPassword: password, ...toPasswordFields(`${longPassword}a`) };
    const changeResponse = await portal().call(session.changePassword, { token, body });
    expect((await portal().call(users.current, { token: readToken(changeResponse.body) })).status).toBe(200);
    const otherCredentials = { login: 'long@example.org', password: `${longPassword}b` };
    expect(replaceRequestId((await portal().call(session.signIn, { body: otherCredentials })).body)).toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
  });
});

describe.each(databases)('three simultaneous requests for a forgotten password (%s)', (kind) => {
  test('after simultaneous requests for a reset link, only the link in the newest e-mail is valid', async () => {
    const database = await createTestDatabase(kind);
    const portal = await openPortal(slowDownDatabase(database, 20));
    await portal.addUser({ login: 'twice@example.org' });
    const body = { email: 'twice@example.org' };
    await Promise.all(Array.from({ length: 3 }, () => portal.call(session.forgotPassword, { body })));
    await Promise.all([portal.settled(), portal.settled()]);
    const openLinks = await database.kysely
      .selectFrom('oneTimeTokens')
      .select('hash')
      .where('purpose', '=', 'reset')
      .where('usedAt', 'is', null)
      .execute();
    expect(openLinks).toHaveLength(1);
    expect(await database.kysely.selectFrom('outbox').select('id').execute()).toHaveLength(3);
    const { token } = await readNewestMail(portal, 'passwordReset');
    expect((await portal.call(session.checkLink, { body: { token } })).status).toBe(200);
  });
});

describe.each(defaultDatabases)('an activation (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('an activation sets the first password, activates the account, and adds an entry to the history of the account (T371)', async () => {
    const db = portal().database.kysely;
    const userId = await portal().addUser({ login: 'invited@example.org' });
    await db.updateTable('users').set({ status: 'approved', passwordHash: null }).where('id', '=', userId).execute();
    const { token } = await issueOneTimeToken(db, { purpose: 'activate', userId, now: portal().now() });
    const checkResponse = await portal().call(session.checkLink, { body: { token } });
    expect(checkResponse.body).toMatchObject({ purpose: 'activate', login: 'invited@example.org' });
    const resetResponse = await portal().call(session.resetPassword, {
      body: { token, ...toPasswordFields(newPassword) },
    });
    expect(resetResponse.status).toBe(200);
    const currentResponse = await portal().call(users.current, { token: readToken(resetResponse.body) });
    expect(currentResponse).toMatchObject({ status: 200, body: { userId, userEmail: 'invited@example.org' } });
    const historyRows = await db.selectFrom('userHistory').selectAll().where('userId', '=', userId).execute();
    expect(historyRows).toMatchObject([{ fromStatus: 'approved', toStatus: 'active', actorId: userId }]);
    const body = { login: 'invited@example.org', password: newPassword };
    expect((await portal().call(session.signIn, { body })).status).toBe(200);
    const auditRow = await selectAuditEntries(db)
      .selectAll()
      .where('action', '=', 'session.activate')
      .where('actorId', '=', userId)
      .execute();
    expect(auditRow).toHaveLength(1);
    expect(JSON.stringify(auditRow)).not.toContain(token);
  });

  test('an activation opens no session for a user with a second factor', async () => {
    const db = portal().database.kysely;
    const userId = await portal().addUser({ login: 'two@example.org' });
    await db.updateTable('users').set({ status: 'approved', passwordHash: null }).where('id', '=', userId).execute();
    const factor = { userId, kind: 'totp' as const, name: 'app', secret: 'sealed', transports: '[]' };
    await db
      .insertInto('secondFactors')
      .values({ ...factor, createdAt: 0, confirmedAt: 0 })
      .execute();
    const { token } = await issueOneTimeToken(db, { purpose: 'activate', userId, now: portal().now() });
    const resetResponse = await portal().call(session.resetPassword, {
      body: { token, ...toPasswordFields(newPassword) },
    });
    expect(resetResponse.body).toEqual({ received: true });
    const sessions = db.selectFrom('sessions').select('id').where('userId', '=', userId);
    expect(await sessions.execute()).toEqual([]);
  });
});
