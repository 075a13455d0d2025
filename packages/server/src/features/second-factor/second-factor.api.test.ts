import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { days, minutes, seconds } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal, password, readToken, type NewUser, type Portal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

const proof = { currentPassword: password };
const readFields = (body: unknown): unknown => Object(body).fields;

/** Returns the code that an authenticator app shows now. */
const createCurrentCode = (portal: Portal, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: portal.now() });

/** Returns a code that is wrong now, and also two time steps before and after. */
function findWrongCode(portal: Portal, secret: string): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codes = ['000000', '000001', '000002', '000003', '000004', '000005'];
  return codes.find((token) => app.validate({ token, timestamp: portal.now(), window: 2 }) === null) ?? '';
}

const signIn = (portal: Portal, login: string, fields: Record<string, unknown> = {}) =>
  portal.call(session.signIn, { body: { login, password, ...fields } });

/** Adds a signed-in user with an authenticator app, and moves the clock by one time step, so that the app's next code is unused. */
async function addUserWithApp(portal: Portal, user: NewUser) {
  const userId = await portal.addUser(user);
  const token = await portal.signIn(user.login);
  const setup = await portal.call(secondFactor.beginTotp, { token, body: proof });
  const { id, secret } = secondFactor.beginTotp.reply.parse(setup.body);
  const body = { code: createCurrentCode(portal, secret), name: 'Phone' };
  const confirmResponse = await portal.call(secondFactor.confirmTotp, { token, params: { id }, body });
  const { recoveryCodes } = secondFactor.confirmTotp.reply.parse(confirmResponse.body);
  portal.pass(seconds(30));
  return { userId, token, id, secret, recoveryCodes: recoveryCodes ?? [] };
}

async function listChangeEmails({ database }: Portal) {
  const emails = database.kysely.selectFrom('outbox').select('subject').where('kind', '=', 'twoStepChanged');
  return (await emails.orderBy('id').execute()).map(({ subject }) => subject);
}

describe.each(databases)('an authenticator app (%s)', (kind) => {
  const openTestPortal = async (options = {}) => openPortal(await createTestDatabase(kind), options);

  test('after an authenticator app is set up, a sign-in with a password also needs a code of the app, and each code is accepted once (T348)', async () => {
    const portal = await openTestPortal();
    const { secret } = await addUserWithApp(portal, { login: 'two@example.org' });
    const passwordResponse = await signIn(portal, 'two@example.org');
    expect([
      passwordResponse.status,
      readProblemCode(passwordResponse.body),
      readFields(passwordResponse.body),
    ]).toEqual([422, 'SECOND_STEP_NEEDED', { secondFactor: serverMessages.authenticatorCode }]);
    const code = createCurrentCode(portal, secret);
    const responses = await Promise.all([1, 2, 3].map(() => signIn(portal, 'two@example.org', { secondFactor: code })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(readProblemCode((await signIn(portal, 'two@example.org', { secondFactor: code })).body)).toBe(
      'WRONG_SECOND_STEP',
    );
    await portal.close();
  });

  test('a wrong password is refused before the second step is checked, even with a correct code', async () => {
    const portal = await openTestPortal();
    const { secret } = await addUserWithApp(portal, { login: 'two@example.org' });
    for (const fields of [{}, { secondFactor: createCurrentCode(portal, secret) }])
      expect(
        readProblemCode((await signIn(portal, 'two@example.org', { password: 'Wrong-Guess-42', ...fields })).body),
      ).toBe('WRONG_CREDENTIALS');
    await portal.close();
  });

  test('an authenticator app is not used for sign-in until its setup is finished with one of its codes', async () => {
    const portal = await openTestPortal();
    await portal.addUser({ login: 'begun@example.org' });
    const token = await portal.signIn('begun@example.org');
    const setup = await portal.call(secondFactor.beginTotp, { token, body: proof });
    const { id, secret } = secondFactor.beginTotp.reply.parse(setup.body);
    const wrongCode = findWrongCode(portal, secret);
    expect((await signIn(portal, 'begun@example.org')).status).toBe(200);
    const wrongResponse = await portal.call(secondFactor.confirmTotp, {
      token,
      params: { id },
      body: { code: wrongCode },
    });
    expect(readProblemCode(wrongResponse.body)).toBe('WRONG_SECOND_STEP');
    await portal.addUser({ login: 'another@example.org' });
    const foreignToken = await portal.signIn('another@example.org');
    const foreignResponse = await portal.call(secondFactor.confirmTotp, {
      token: foreignToken,
      params: { id },
      body: { code: wrongCode },
    });
    expect(foreignResponse.status).toBe(404);
    await portal.close();
  });

  test('after five wrong codes on other devices, only other devices must wait, not a known device or a session (T349)', async () => {
    const portal = await openTestPortal();
    const { secret, token } = await addUserWithApp(portal, { login: 'two@example.org' });
    const first = await signIn(portal, 'two@example.org', { secondFactor: createCurrentCode(portal, secret) });
    const cookie = /^[^;]+/.exec(String(first.headers['set-cookie']))?.[0] ?? '';
    portal.pass(seconds(30));
    const wrongCode = findWrongCode(portal, secret);
    const codes = [];
    for (let index = 0; index < 7; index += 1)
      codes.push(readProblemCode((await signIn(portal, 'two@example.org', { secondFactor: wrongCode })).body));
    expect(codes).toEqual([...Array<string>(5).fill('WRONG_SECOND_STEP'), 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
    const body = { login: 'two@example.org', password, secondFactor: createCurrentCode(portal, secret) };
    expect((await portal.call(session.signIn, { body, headers: { cookie } })).status).toBe(200);
    portal.pass(seconds(30));
    const freshProof = { secondFactor: createCurrentCode(portal, secret) };
    expect((await portal.call(secondFactor.renewRecoveryCodes, { token, body: freshProof })).status).toBe(200);
    await portal.close();
  });

  test('a recovery code is accepted once; new recovery codes replace the old ones (T346)', async () => {
    const portal = await openTestPortal();
    const { recoveryCodes, token } = await addUserWithApp(portal, { login: 'two@example.org' });
    expect(recoveryCodes).toHaveLength(10);
    const [firstCode = '', secondCode = ''] = recoveryCodes;
    const signIns = [1, 2].map(() => signIn(portal, 'two@example.org', { secondFactor: firstCode }));
    const responses = await Promise.all(signIns);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const listResponse = await portal.call(secondFactor.list, { token });
    expect(listResponse.body).toMatchObject({
      recoveryCodesLeft: 9,
      required: false,
      items: [{ kind: 'totp', name: 'Phone' }],
    });
    expect((await portal.call(secondFactor.renewRecoveryCodes, { token, body: proof })).status).toBe(200);
    expect((await signIn(portal, 'two@example.org', { secondFactor: secondCode })).status).toBe(422);
    expect(await listChangeEmails(portal)).toEqual([
      'Two-step sign-in is on',
      'A recovery code was used',
      'You have new recovery codes',
    ]);
    await portal.close();
  });

  test('factors cannot be changed without the password or a new second step (T350)', async () => {
    const portal = await openTestPortal();
    const { token, id, secret } = await addUserWithApp(portal, { login: 'two@example.org' });
    const removeFactor = (body: Record<string, unknown>) =>
      portal.call(secondFactor.remove, { token, params: { id }, body });
    expect(readFields((await removeFactor({})).body)).toEqual({ currentPassword: serverMessages.proofNeeded });
    expect(readFields((await removeFactor({ currentPassword: 'Wrong-Guess-42' })).body)).toEqual({
      currentPassword: serverMessages.currentPassword,
    });
    expect(readProblemCode((await removeFactor({ secondFactor: findWrongCode(portal, secret) })).body)).toBe(
      'WRONG_SECOND_STEP',
    );
    for (const call of [secondFactor.beginTotp, secondFactor.beginPasskey, secondFactor.renewRecoveryCodes])
      expect((await portal.call(call, { token, body: {} })).status).toBe(422);
    expect((await removeFactor({ secondFactor: createCurrentCode(portal, secret) })).status).toBe(204);
    expect((await signIn(portal, 'two@example.org')).status).toBe(200);
    const recoveryCodeRows = await portal.database.kysely.selectFrom('recoveryCodes').selectAll().execute();
    expect(recoveryCodeRows).toEqual([]);
    await portal.close();
  });

  test('a password reset does not turn off the second step (T345)', async () => {
    const portal = await openTestPortal();
    const { userId } = await addUserWithApp(portal, { login: 'two@example.org' });
    const resetLink = await issueOneTimeToken(portal.database.kysely, { purpose: 'reset', userId, now: portal.now() });
    const newPassword = 'Granite-Harbour-91';
    await portal.call(session.resetPassword, {
      body: { token: resetLink.token, password: newPassword, confirmPassword: newPassword },
    });
    expect(readProblemCode((await signIn(portal, 'two@example.org', { password: newPassword })).body)).toBe(
      'SECOND_STEP_NEEDED',
    );
    await portal.close();
  });

  test('the secret of an authenticator app is stored encrypted, recovery codes are stored as hashes, and the audit log contains none of them (T353)', async () => {
    const portal = await openTestPortal();
    const { secret, recoveryCodes } = await addUserWithApp(portal, { login: 'two@example.org' });
    const db = portal.database.kysely;
    const storedRows = JSON.stringify([
      await db.selectFrom('secondFactors').selectAll().execute(),
      await db.selectFrom('recoveryCodes').selectAll().execute(),
      await selectAuditEntries(db).selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
    ]);
    for (const secretText of [secret, ...recoveryCodes]) expect(storedRows).not.toContain(secretText);
    await portal.close();
  });

  test('a secret that was sealed for one user cannot be opened for another user', async () => {
    const portal = await openTestPortal();
    const { userId, secret } = await addUserWithApp(portal, { login: 'two@example.org' });
    const otherId = await portal.addUser({ login: 'other@example.org' });
    const db = portal.database.kysely;
    await db.updateTable('secondFactors').set({ userId: otherId }).where('userId', '=', userId).execute();
    const response = await signIn(portal, 'other@example.org', { secondFactor: createCurrentCode(portal, secret) });
    expect(readProblemCode(response.body)).toBe('WRONG_SECOND_STEP');
    await portal.close();
  });
});

const resetFactors = (portal: Portal, token: string, id: number, body: Record<string, unknown> = {}) =>
  portal.call(secondFactor.reset, {
    token,
    params: { id },
    body: { reason: 'The phone is lost.', currentPassword: password, ...body },
  });

describe.each(databases)('a lost factor (%s)', (kind) => {
  test('staff can reset the second factor of a user in scope; the user gets an e-mail and is signed out (T351)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { userId, token } = await addUserWithApp(portal, { login: 'lost@example.org', country: 'NO' });
    const salesmanId = await portal.addUser({ login: 'salesman@example.org', profileId: 2 });
    const administratorId = await portal.addUser({ login: 'administrator@example.org', profileId: 1 });
    await portal.addUser({ login: 'customer@example.org' });
    const signInAs = (name: string) => portal.signIn(`${name}@example.org`);
    const [salesman, administrator, customerToken] = [
      await signInAs('salesman'),
      await signInAs('administrator'),
      await signInAs('customer'),
    ];
    expect((await resetFactors(portal, customerToken, userId)).status).toBe(403);
    expect((await resetFactors(portal, salesman, userId)).status, 'a country outside the territory').toBe(404);
    expect((await resetFactors(portal, salesman, administratorId)).status).toBe(404);
    expect(readProblemCode((await resetFactors(portal, administrator, administratorId)).body)).toBe('OWN_ACCOUNT');
    await assignSalesman(portal.database, salesmanId, 'NO', 'blue');
    const wrongResponse = await resetFactors(portal, salesman, userId, {
      reason: ' ',
      currentPassword: 'Not-The-One-1',
    });
    expect(readFields(wrongResponse.body)).toEqual({ reason: fieldMessages.reason });
    const wrongPasswordResponse = await resetFactors(portal, salesman, userId, { currentPassword: 'Not-The-One-1' });
    expect(readFields(wrongPasswordResponse.body)).toEqual({ currentPassword: serverMessages.currentPassword });
    expect((await portal.call(users.current, { token })).status, 'nothing was changed').toBe(200);
    expect((await resetFactors(portal, salesman, userId)).body).toEqual({ removed: 1 });
    expect((await portal.call(users.current, { token })).status).toBe(401);
    expect((await signIn(portal, 'lost@example.org')).status).toBe(200);
    const auditRows = await selectAuditEntries(portal.database.kysely)
      .select(['actorId', 'subjectId', 'after'])
      .where('action', '=', 'secondFactor.reset')
      .execute();
    expect(auditRows.map((row) => ({ ...row }))).toEqual([
      {
        actorId: salesmanId,
        subjectId: String(userId),
        after: JSON.stringify({ change: 'offByStaff', reason: 'The phone is lost.' }),
      },
    ]);
    expect((await resetFactors(portal, salesman, userId)).body, 'there is nothing left to remove').toEqual({
      removed: 0,
    });
    expect((await listChangeEmails(portal)).at(-1)).toBe('Two-step sign-in is off');
    await portal.close();
  });

  test('a salesman cannot both change the login and reset the second factor of the same customer within 7 days (T347)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const salesmanId = await portal.addUser({ login: 'salesman@example.org', profileId: 2 });
    await portal.addUser({ login: 'administrator@example.org', profileId: 1 });
    await assignSalesman(portal.database, salesmanId, 'NO', 'blue');
    const signInStaff = async () => ({
      salesman: await portal.signIn('salesman@example.org'),
      administrator: await portal.signIn('administrator@example.org'),
    });
    const addCustomerWithApp = (name: string) =>
      addUserWithApp(portal, { login: `${name}@example.org`, country: 'NO' });
    const changeLogin = (token: string, id: number) => {
      const body = { login: `new-${id}@example.org`, currentPassword: password };
      return portal.call(users.changeLogin, { token, params: { id }, body });
    };
    const { userId: resetId } = await addCustomerWithApp('reset');
    const { userId: renamedId } = await addCustomerWithApp('renamed');
    const { salesman, administrator } = await signInStaff();
    expect((await resetFactors(portal, salesman, resetId)).status).toBe(200);
    expect((await changeLogin(salesman, renamedId)).status).toBe(200);
    expect(readFields((await changeLogin(salesman, resetId)).body)).toEqual({ login: serverMessages.changedByStaff });
    expect((await resetFactors(portal, salesman, renamedId)).body).toMatchObject({
      code: 'NOT_PERMITTED',
      message: serverMessages.changedByStaff,
    });
    expect((await changeLogin(administrator, resetId)).status).toBe(200);
    portal.pass(days(7));
    const { salesman: laterSalesman } = await signInStaff();
    expect((await resetFactors(portal, laterSalesman, renamedId)).body).toEqual({ removed: 1 });
    await portal.close();
  });
});

describe.each(databases)('staff who must have a second factor (%s)', (kind) => {
  test('staff without a second factor can only set up a factor; customers are not affected (T352)', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { secondFactorPolicy: 'staff' });
    const administratorId = await portal.addUser({ login: 'administrator@example.org', profileId: 1 });
    await portal.addUser({ login: 'customer@example.org' });
    const customerToken = await portal.signIn('customer@example.org');
    expect((await portal.call(users.current, { token: customerToken })).body).not.toHaveProperty('mustAct');

    const token = await portal.signIn('administrator@example.org');
    expect((await portal.call(users.current, { token })).body).toMatchObject({ mustAct: 'secondFactor' });
    const refusedResponse = await portal.call(users.search, { token, body: {} });
    expect([refusedResponse.status, refusedResponse.body]).toEqual([
      403,
      expect.objectContaining({ code: 'NOT_PERMITTED', message: serverMessages.secondFactorFirst }),
    ]);
    expect((await portal.call(users.get, { token, params: { id: administratorId } })).status).toBe(403);
    for (const call of [session.list, secondFactor.list]) expect((await portal.call(call, { token })).status).toBe(200);

    const setup = await portal.call(secondFactor.beginTotp, { token, body: proof });
    const { id, secret } = secondFactor.beginTotp.reply.parse(setup.body);
    const body = { code: createCurrentCode(portal, secret) };
    expect((await portal.call(secondFactor.confirmTotp, { token, params: { id }, body })).status).toBe(200);
    expect((await portal.call(users.current, { token })).body).not.toHaveProperty('mustAct');
    expect((await portal.call(users.search, { token, body: {} })).status).toBe(200);

    portal.pass(minutes(1));
    const signInResponse = await signIn(portal, 'administrator@example.org', {
      secondFactor: createCurrentCode(portal, secret),
    });
    expect((await portal.call(users.current, { token: readToken(signInResponse.body) })).body).not.toHaveProperty(
      'mustAct',
    );
    await portal.close();
  });
});
