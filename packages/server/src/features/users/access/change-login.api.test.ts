import { session } from '@basics/contract/session/session.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
import { hours, days } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { readProblemCode, openPortal, password, type Portal } from '#server/testing/portal.ts';
import { listHistory, listLetters, openStaffedPortal, createUserBody } from '#server/testing/records/staff.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';
import { addPerson } from '#server/testing/records/people.ts';

const newPassword = 'Granite-Harbour-91';
const oldLogin = 'old@customer.example';
const newLogin = 'New@Customer.example';

type LoginRequest = { token: string; id: number; login: string; currentPassword?: string | undefined };

const requestLoginChange = (portal: Portal, { token, id, ...body }: LoginRequest) =>
  portal.call(users.changeLogin, { token, params: { id }, body: { currentPassword: password, ...body } });
const confirmLogin = (portal: Portal, token: string) => portal.call(session.confirmLogin, { body: { token } });
const signIn = async (portal: Portal, login: string) =>
  (await portal.call(session.signIn, { body: { login, password } })).status;
const readFields = (body: unknown): unknown => Object(body).fields;

describe.each(databases)('a login change (%s)', (kind) => {
  const openWithCustomer = async () => {
    const staffed = await openStaffedPortal(kind);
    const { portal } = staffed;
    const id = await portal.addUser({ login: oldLogin });
    return { ...staffed, id, token: await portal.signIn(oldLogin) };
  };

  test('a user changes the login with the password, and the new login is valid after the new address is confirmed (T427)', async () => {
    const { portal, id, token, asRoot } = await openWithCustomer();
    expect(
      readFields((await requestLoginChange(portal, { token, id, login: newLogin, currentPassword: undefined })).body),
    ).toEqual({
      currentPassword: fieldMessages.password,
    });
    const wrongResponse = await requestLoginChange(portal, {
      token,
      id,
      login: newLogin,
      currentPassword: 'Not-The-One-1',
    });
    expect([wrongResponse.status, readFields(wrongResponse.body)]).toEqual([
      422,
      { currentPassword: serverMessages.currentPassword },
    ]);
    expect(await listLetters(portal)).toEqual([]);

    const askResponse = await requestLoginChange(portal, { token, id, login: newLogin });
    expect([askResponse.status, askResponse.body]).toEqual([200, { received: true }]);
    expect(await listLetters(portal)).toEqual([`loginChangeAsked to ${oldLogin}`, `confirmLogin to ${newLogin}`]);
    expect(await signIn(portal, oldLogin), 'until it is confirmed').toBe(200);
    expect(await signIn(portal, newLogin)).toBe(422);

    const resetLink = await issueOneTimeToken(portal.database.kysely, {
      purpose: 'reset',
      userId: id,
      now: portal.now(),
    });
    const { token: link } = await readNewestMail(portal, 'confirmLogin');
    const responses = await Promise.all([
      confirmLogin(portal, link),
      confirmLogin(portal, link),
      confirmLogin(portal, link),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(responses.find(({ status }) => status === 200)?.body).toMatchObject({ login: newLogin });
    expect((await portal.call(users.current, { token })).status, 'all sessions have ended').toBe(401);
    const passwords = { password: newPassword, confirmPassword: newPassword };
    const lateResponse = await portal.call(session.resetPassword, { body: { token: resetLink.token, ...passwords } });
    expect(readProblemCode(lateResponse.body), 'a link to the old address').toBe('LINK_NOT_VALID');
    expect([await signIn(portal, oldLogin), await signIn(portal, newLogin)]).toEqual([422, 200]);
    expect((await listLetters(portal)).at(-1)).toBe(`loginChanged to ${oldLogin}`);
    expect((await readNewestMail(portal, 'loginChanged')).text).not.toContain(newLogin);
    expect(await listHistory(portal, id)).toEqual(['active -> active']);

    const searchResponse = await portal.call(users.search, { token: asRoot, body: { keyword: 'new@customer' } });
    expect(searchResponse.body).toMatchObject({
      items: [{ userId: id, login: newLogin, userDomain: 'customer.example' }],
    });
    const { body } = await portal.call(users.get, { token: asRoot, params: { id } });
    expect(body).toMatchObject({ version: 2 });
    await portal.addUser({ login: oldLogin });
    const auditRows = (await findAuditEntries(portal, 'user')).filter(({ action }) => action.endsWith('Login'));
    const expectedEntry = {
      actorId: id,
      subjectId: String(id),
      before: { login: oldLogin },
      after: { login: newLogin },
    };
    expect(auditRows).toEqual([
      { action: 'user.askLogin', ...expectedEntry },
      { action: 'user.changeLogin', ...expectedEntry },
    ]);
    await portal.close();
  });

  test('staff can change the login of a customer in scope, with their own password (T428)', async () => {
    const { portal, id, asAda } = await openWithCustomer();
    const foreignUserId = await portal.addUser({ login: 'far@customer.example', country: 'JP' });
    expect(
      readProblemCode((await requestLoginChange(portal, { token: asAda, id: foreignUserId, login: newLogin })).body),
    ).toBe('USER_NOT_FOUND');
    const wrongResponse = await requestLoginChange(portal, {
      token: asAda,
      id,
      login: newLogin,
      currentPassword: 'Not-The-One-1',
    });
    expect([wrongResponse.status, readFields(wrongResponse.body)]).toEqual([
      422,
      { currentPassword: serverMessages.currentPassword },
    ]);
    expect((await requestLoginChange(portal, { token: asAda, id, login: newLogin })).status).toBe(200);
    expect((await confirmLogin(portal, (await readNewestMail(portal, 'confirmLogin')).token)).status).toBe(200);
    expect([await signIn(portal, oldLogin), await signIn(portal, newLogin)]).toEqual([422, 200]);
    const { body } = await portal.call(timeline.timeline, { token: asAda, params: { id } });
    const events = timeline.timeline.reply.parse(body).items.filter(({ kind: eventKind }) => eventKind !== 'letter');
    expect(events, 'one entry for the change').toMatchObject([{ kind: 'account', from: 'active', to: 'active' }]);
    await portal.close();
  });

  test.each([
    ['the salesman is suspended', { user: 'ada', change: { status: 'suspended' } }],
    ['the user is an administrator', { user: 'customer', change: { profileId: 1 } }],
    ['the user has moved to another country', { user: 'customer', change: { country: 'JP' } }],
  ] as const)(
    'a login change that a salesman requested cannot be confirmed after %s (T426)',
    async (_, { user, change }) => {
      const { portal, id, ada, asAda } = await openWithCustomer();
      await requestLoginChange(portal, { token: asAda, id, login: newLogin });
      const changedUser = user === 'ada' ? ada : id;
      await portal.database.kysely.updateTable('users').set(change).where('id', '=', changedUser).execute();
      const { token: link } = await readNewestMail(portal, 'confirmLogin');
      expect(readProblemCode((await confirmLogin(portal, link)).body)).toBe('LINK_NOT_VALID');
      const { login } = await portal.database.kysely.selectFrom('users').select('login').where('id', '=', id).executeTakeFirstOrThrow(); // oxfmt-ignore
      expect(login).toBe(oldLogin);
      await portal.close();
    },
  );

  test('an account that was never activated gets a new invitation at its new address', async () => {
    const { portal, id, asAda } = await openWithCustomer();
    const { kysely } = portal.database;
    await kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', id).execute();
    await issueOneTimeToken(kysely, { purpose: 'activate', userId: id, now: portal.now() });
    expect((await requestLoginChange(portal, { token: asAda, id, login: newLogin })).status).toBe(200);
    expect((await confirmLogin(portal, (await readNewestMail(portal, 'confirmLogin')).token)).status).toBe(200);
    expect((await listLetters(portal)).slice(-2)).toEqual([
      `loginChanged to ${oldLogin}`,
      `invitationAgain to ${newLogin}`,
    ]);
    const { token } = await readNewestMail(portal, 'invitationAgain');
    const checkResponse = await portal.call(session.checkLink, { body: { token } });
    expect(checkResponse.body).toMatchObject({ purpose: 'activate', login: newLogin });
    await portal.close();
  });

  test('a change to a login in use gets the same response and the same SQL statements as one to a free login, and the owner of the login gets an e-mail', async () => {
    const statements: string[] = [];
    const portal = await openPortal(watchDatabase(await createTestDatabase(kind), (sql) => statements.push(sql)));
    await portal.addUser({ login: 'taken@customer.example', country: 'JP' });
    const responses = [];
    for (const [index, login] of ['free@customer.example', 'Taken@customer.example'].entries()) {
      const requesterLogin = `asker${index}@customer.example`;
      const id = await portal.addUser({ login: requesterLogin });
      const token = await portal.signIn(requesterLogin);
      statements.length = 0;
      const { status, body } = await requestLoginChange(portal, { token, id, login });
      responses.push({ status, body, done: [...statements] });
    }
    expect(responses[1]).toEqual(responses[0]);
    expect((await listLetters(portal)).slice(-2)).toEqual([
      'loginChangeAsked to asker1@customer.example',
      'loginInUse to taken@customer.example',
    ]);
    await portal.close();
  });

  test('a login change is refused if an account with the new login was created before the confirmation', async () => {
    const { portal, id, token } = await openWithCustomer();
    await requestLoginChange(portal, { token, id, login: newLogin });
    await portal.addUser({ login: newLogin });
    const { token: link } = await readNewestMail(portal, 'confirmLogin');
    expect(readProblemCode((await confirmLogin(portal, link)).body)).toBe('LINK_NOT_VALID');
    expect(await signIn(portal, oldLogin)).toBe(200);
    await portal.close();
  });

  test('the link that confirms a new login stops working after a new request, a new password, or two days', async () => {
    const { portal, id, token } = await openWithCustomer();
    const request = { token, id };
    await requestLoginChange(portal, { ...request, login: 'first@customer.example' });
    const firstToken = (await readNewestMail(portal, 'confirmLogin')).token;
    await requestLoginChange(portal, { ...request, login: newLogin });
    const secondToken = (await readNewestMail(portal, 'confirmLogin')).token;
    expect(readProblemCode((await confirmLogin(portal, firstToken)).body)).toBe('LINK_REPLACED');
    const body = { currentPassword: password, password: newPassword, confirmPassword: newPassword };
    const changeResponse = await portal.call(session.changePassword, { token, body });
    expect(readProblemCode((await confirmLogin(portal, secondToken)).body)).toBe('LINK_NOT_VALID');

    const renewedRequest = { ...request, token: Object(changeResponse.body).token, currentPassword: newPassword };
    await requestLoginChange(portal, { ...renewedRequest, login: newLogin });
    portal.pass(hours(48));
    expect(
      readProblemCode((await confirmLogin(portal, (await readNewestMail(portal, 'confirmLogin')).token)).body),
    ).toBe('LINK_NOT_VALID');
    await portal.close();
  });

  test('a login change can be requested five times an hour, and the current login is refused', async () => {
    const { portal, id, token } = await openWithCustomer();
    const request = { token, id };
    expect(readFields((await requestLoginChange(portal, { ...request, login: 'OLD@customer.example' })).body)).toEqual({
      login: serverMessages.loginSame,
    });
    const statuses = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await requestLoginChange(portal, { ...request, login: `n${n}@customer.example` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await portal.close();
  });
});

const login = 'hidden@customer.example';

test.each(databases)(
  'a salesman who creates an account with a login out of scope sees nothing about its owner, and administrators get an e-mail (%s)',
  async (kind) => {
    const { portal, asRoot, asAda, ada } = await openStaffedPortal(kind);
    const createUser = async (token: string, address: string) => {
      const body = createUserBody({ login: address, email: address });
      return Object(await portal.call(users.create, { token, body })).body;
    };
    const foreignPerson = await addPerson(portal, { login, country: 'NO' });
    await addPerson(portal, { login: 'own@customer.example', country: 'DE' });
    const takenReply = { fields: { login: 'An account with this login/e-mail already exists.' } };
    expect(await createUser(asAda, 'own@customer.example')).toMatchObject(takenReply);
    expect(await listLetters(portal)).toEqual([]);
    const hiddenMessage = 'An account with this login/e-mail cannot be created here. The administrators were told.';
    expect(await createUser(asAda, login.toUpperCase())).toMatchObject({
      code: 'INVALID',
      fields: { login: hiddenMessage },
    });
    await createUser(asAda, login);
    expect(await listLetters(portal), 'once a day').toEqual(['accountOutOfScope to root@portal.example']);
    const { text } = await readNewestMail(portal, 'accountOutOfScope');
    for (const letterPart of [login, 'ada@portal.example', `/users/${foreignPerson.id}/edit`])
      expect(text).toContain(letterPart);
    const refusalEntries = (await findAuditEntries(portal, 'user')).filter(
      ({ action }) => action === 'user.refuseLogin',
    );
    expect(refusalEntries).toMatchObject([{ actorId: ada, subjectId: String(foreignPerson.id) }]);
    expect(await createUser(asRoot, login)).toMatchObject(takenReply);
    portal.pass(days(1));
    await createUser(await portal.signIn('ada@portal.example'), login);
    expect(await listLetters(portal)).toHaveLength(2);
    await portal.close();
  },
);
