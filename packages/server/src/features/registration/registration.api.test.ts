import { registration } from '@basics/contract/registration/registration.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hours, days } from '#server/platform/clock/clock.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import {
  assignSalesman,
  listHistory,
  listLetters,
  openStaffedPortal,
  createUserBody,
  createApprovalBody,
  addStaff,
} from '#server/testing/records/staff.ts';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';

const createForm = (but: Record<string, unknown> = {}): Record<string, unknown> => ({
  login: 'mia@applicant.example',
  email: 'mia@applicant.example',
  firstName: 'Mia',
  lastName: 'Muster',
  phone: '',
  company: 'Muster AG',
  country: 'DE',
  brand: 'blue',
  tool: 'basics',
  reason: 'We build with Basics',
  comment: '',
  canReceiveMail: true,
  ...but,
});

const register = (portal: Portal, but: Record<string, unknown> = {}) =>
  portal.call(registration.register, { body: createForm(but) });

/** Issues a new confirmation link for the last registration, and returns the id of the registration and the token of the link. */
async function createLink({ database, now }: Portal): Promise<{ id: number; token: string }> {
  const { id } = await database.kysely.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const { token } = await database.transact((trx) =>
    issueOneTimeToken(trx, { purpose: 'confirm', userId: id, now: now() }),
  );
  return { id, token };
}

const confirm = (portal: Portal, token: string) => portal.call(registration.confirm, { body: { token } });

describe.each(defaultDatabases)('registration (%s)', (kind) => {
  test('an applicant confirms the address, the request is in the list of the salesman, and the salesman gets an e-mail (T328)', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    expect(await register(portal)).toMatchObject({ status: 200, body: { received: true } });
    const { id, token } = await createLink(portal);
    expect((await portal.call(requests.search, { token: asAda, body: {} })).body).toMatchObject({ total: 0 });
    expect((await portal.call(requests.get, { token: asAda, params: { id } })).status).toBe(404);
    portal.pass(hours(1));
    expect(await confirm(portal, token)).toMatchObject({ status: 200, body: { received: true } });
    expect(await portal.call(requests.get, { token: asAda, params: { id } })).toMatchObject({
      status: 200,
      body: {
        login: 'mia@applicant.example',
        status: 'pending',
        requestDate: '2026-03-10T13:00:00.000Z',
        reason: 'We build with Basics',
        tools: [{ tool: 'basics', brand: 'blue' }],
      },
    });
    expect(await listHistory(portal, id)).toEqual(['nothing -> unverified', 'unverified -> pending']);
    expect(await listLetters(portal)).toEqual([
      'confirmAddress to mia@applicant.example',
      'newRequest to ada@portal.example',
    ]);
  });

  test('the e-mail about a new request goes to all salesmen of the country and brand, else to those of the country, else to the administrators', async () => {
    const { portal } = await openStaffedPortal(kind);
    const bo = await portal.addUser({ login: 'bo@portal.example', profileId: 2 });
    await assignSalesman(portal.database, bo, 'DE', 'blue');
    const listNewRequestLetters = async (login: string, but: Record<string, unknown>): Promise<string[]> => {
      await register(portal, { login, email: login, ...but });
      await confirm(portal, (await createLink(portal)).token);
      const letters = await listLetters(portal);
      await portal.database.kysely.deleteFrom('outbox').execute();
      return letters.filter((letter) => letter.startsWith('newRequest'));
    };
    const lettersToBothSalesmen = ['newRequest to ada@portal.example', 'newRequest to bo@portal.example'];
    expect(await listNewRequestLetters('a@applicant.example', {})).toEqual(lettersToBothSalesmen);
    expect(await listNewRequestLetters('b@applicant.example', { brand: 'red' })).toEqual(lettersToBothSalesmen);
    expect(await listNewRequestLetters('c@applicant.example', { country: 'NO' })).toEqual([
      'newRequest to root@portal.example',
    ]);
  });

  test('each recipient of the e-mail about a new request sees the request in the list, even if only the country matches', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    const bo = await portal.addUser({ login: 'bo@portal.example', profileId: 2 });
    await assignSalesman(portal.database, bo, 'NO', 'red');
    const asBo = await portal.signIn('bo@portal.example');
    await register(portal, { brand: 'red' });
    const { id, token } = await createLink(portal);
    await confirm(portal, token);
    expect(await listLetters(portal)).toContain('newRequest to ada@portal.example');
    const readRequest = async (who: string) => [
      (await portal.call(requests.search, { token: who, body: {} })).body,
      (await portal.call(requests.get, { token: who, params: { id } })).status,
    ];
    const [foundRequest, hiddenRequest] = [
      [expect.objectContaining({ total: 1 }), 200],
      [expect.objectContaining({ total: 0 }), 404],
    ];
    expect([await readRequest(asAda), await readRequest(asBo)]).toEqual([foundRequest, hiddenRequest]);

    // As soon as a salesman is assigned to the country and brand of the request, salesmen with another brand no longer see it.
    await assignSalesman(portal.database, bo, 'DE', 'red');
    expect([await readRequest(asAda), await readRequest(asBo)]).toEqual([hiddenRequest, foundRequest]);
    await portal.database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', bo).execute();
    expect(await readRequest(asAda)).toEqual(foundRequest);
    expect(
      (await portal.call(requests.reject, { token: asAda, params: { id }, body: { id, reason: 'no' } })).status,
    ).toBe(200);
    expect(await listHistory(portal, id)).toHaveLength(3);

    // A salesman sees no active account of another brand, even in an assigned country.
    const activeUserId = await portal.addUser({ login: 'red@customer.example', brandId: 'red' });
    expect((await portal.call(requests.get, { token: asAda, params: { id: activeUserId } })).status).toBe(404);
  });

  test('the answer to a wrong form has a validation message for each wrong field', async () => {
    const { portal } = await openStaffedPortal(kind);
    const emptyResponse = await portal.call(registration.register, { body: {} });
    expect(emptyResponse).toMatchObject({
      status: 422,
      body: {
        fields: {
          login: 'Login is required.',
          email: 'Email is required.',
          firstName: 'First name is required.',
          lastName: 'Last name is required.',
          country: 'Country is required.',
          brand: 'Brand is required.',
          tool: 'Tool is required.',
          reason: 'Reason is required.',
          canReceiveMail: 'Can Receive Mail is required.',
        },
      },
    });
    const otherEmailResponse = await register(portal, { email: 'other@applicant.example' });
    expect(otherEmailResponse.body).toMatchObject({ fields: { email: "Login/Email's must match." } });
    const malformedResponse = await register(portal, { login: 'mia@', email: 'mia@' });
    expect(malformedResponse.body).toMatchObject({ fields: { email: 'Invalid Email format.' } });
    const unknownChoicesResponse = await register(portal, { country: 'XX', brand: 'green', tool: 'configRail' });
    expect(Object.keys(Object(unknownChoicesResponse.body).fields)).toEqual(['country', 'brand', 'tool']);
  });

  test('known and unknown addresses get the same answer after the same calculations (T330)', async () => {
    const { portal } = await openStaffedPortal(kind);
    await portal.addUser({ login: 'known@customer.example' });
    await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const logins = [
      'unknown@customer.example',
      'known@customer.example',
      'KNOWN@customer.example',
      'asks@customer.example',
    ];
    const comparedAnswers = [];
    for (const login of logins) {
      const countsBefore = await countRows(portal);
      const { status, body, headers } = await register(portal, { login, email: login });
      const countsAfter = await countRows(portal);
      const { 'x-request-id': _, date: __, ...same } = headers;
      comparedAnswers.push({
        status,
        body,
        same,
        rows: countsAfter.map((count, index) => count - (countsBefore[index] ?? 0)),
      });
    }
    expect(new Set(comparedAnswers.map((answerSeen) => JSON.stringify(answerSeen))).size).toBe(1);
    expect(await listLetters(portal)).toEqual([
      'confirmAddress to unknown@customer.example',
      'alreadyRegistered to known@customer.example',
      'alreadyRegistered to known@customer.example',
      'accountState to asks@customer.example',
    ]);
  });

  test('a registration with a known address does not change the account', async () => {
    const { portal } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'known@customer.example' });
    const readRow = () =>
      portal.database.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    const rowBefore = await readRow();
    await register(portal, { login: 'known@customer.example', email: 'known@customer.example', firstName: 'Mallory' });
    expect(await readRow()).toEqual(rowBefore);
  });

  test('an address gets at most three e-mails an hour, and the answer does not reveal this limit (T327)', async () => {
    const { portal } = await openStaffedPortal(kind);
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await register(portal)).status).toBe(200);
    expect(await listLetters(portal)).toHaveLength(3);
  });

  test('the registrations from one network address are rate-limited (T332)', async () => {
    const { portal } = await openStaffedPortal(kind);
    const statuses = [];
    for (let index = 0; index < 22; index += 1) {
      const login = `p${index}@applicant.example`;
      statuses.push((await register(portal, { login, email: login })).status);
    }
    expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429]);
  });

  test('a confirmation link can be used within two days, and a link that the portal did not send is refused', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    await register(portal);
    const { token } = await createLink(portal);
    expect((await confirm(portal, token)).body).toEqual({ received: true });
    expect((await confirm(portal, token)).body, 'again').toEqual({ received: true, state: 'pending' });
    const [item] = requests.search.reply.parse(
      (await portal.call(requests.search, { token: asAda, body: {} })).body,
    ).items;
    const id = item?.userId ?? 0;
    await portal.call(requests.reject, { token: asAda, params: { id }, body: { id, reason: 'no' } });
    expect((await confirm(portal, token)).body, 'after the decision').toEqual({ received: true, state: 'rejected' });
    await register(portal, { login: 'late@applicant.example', email: 'late@applicant.example' });
    const expiredLink = await createLink(portal);
    portal.pass(hours(48));
    const refusedTokens = [expiredLink.token, randomBytes(32).toString('base64url'), ''];
    for (const bad of refusedTokens) expect(readProblemCode((await confirm(portal, bad)).body)).toBe('LINK_NOT_VALID');
  });

  test('a rejected applicant can register again', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    await register(portal);
    const { id, token } = await createLink(portal);
    await confirm(portal, token);
    await portal.call(requests.reject, { token: asAda, params: { id }, body: { id, reason: 'Not now' } });
    await register(portal);
    const linkOfSecondRequest = await createLink(portal);
    expect((await confirm(portal, linkOfSecondRequest.token)).status).toBe(200);
    expect((await portal.call(requests.get, { token: asAda, params: { id: linkOfSecondRequest.id } })).status).toBe(
      200,
    );
    expect((await portal.call(requests.get, { token: asAda, params: { id } })).body).toMatchObject({
      status: 'rejected',
    });
  });

  test('without a solved challenge a registration is refused when human verification is on, except for signed-in staff', async () => {
    const humanSettings = { kind: 'altcha', siteKey: null, secret: 'for this test alone' } as const;
    const { portal, asAda } = await openStaffedPortal(kind, { humanSettings });
    await portal.addUser({ login: 'customer@customer.example' });
    const asCustomer = await portal.signIn('customer@customer.example');
    for (const token of [undefined, asCustomer]) {
      const { email: _, ...body } = createForm();
      const response = await portal.call(registration.register, { body, ...(token !== undefined && { token }) });
      expect(readProblemCode(response.body)).toBe('HUMAN_VERIFICATION_NEEDED');
      expect(Object(response.body).fields).toEqual({
        humanVerification:
          'Get a challenge with GET /core/api/auth/human-verification, solve it, and send the answer in this field.',
      });
    }
    expect(await listLetters(portal)).toEqual([]);
    const staffResponse = await portal.call(registration.register, { token: asAda, body: createForm() });
    expect(staffResponse.status).toBe(200);
    expect(await listLetters(portal)).toEqual(['confirmAddress to mia@applicant.example']);
  });

  test('the offered tools are the same for every address, except when staff ask about users in scope (T331)', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    await portal.addUser({ login: 'mine@customer.example', grants: [{ brand: 'red', configTools: ['configRail'] }] });
    await portal.addUser({ login: 'far@customer.example', country: 'NO', grants: [{ brand: 'red' }] });
    const customerToken = await portal.signIn('mine@customer.example');
    const readToolOffer = async (userEmail: string, token?: string) =>
      (await portal.call(registration.configTool, { query: { userEmail }, ...(token && { token }) })).body;
    const allTools = {
      tools: [
        {
          id: 'basics',
          name: 'Basics',
          brands: [
            { id: 'blue', name: 'Basics Blue' },
            { id: 'red', name: 'Basics Red' },
          ],
          configTools: [{ id: 'configRail', name: 'Config Rail' }],
        },
      ],
    };
    expect(await readToolOffer('mine@customer.example')).toEqual(allTools);
    expect(await readToolOffer('nobody@customer.example')).toEqual(allTools);
    expect(await readToolOffer('mine@customer.example', customerToken)).toEqual(allTools);
    expect(await readToolOffer('far@customer.example', asAda)).toEqual(allTools);
    expect(await readToolOffer('MINE@customer.example', asAda)).toMatchObject({ tools: [{ brands: [{ id: 'red' }] }] });
  });

  test('everyone can read the list of countries (T329)', async () => {
    const { portal } = await openStaffedPortal(kind);
    const { items } = registration.countries.reply.parse((await portal.call(registration.countries)).body);
    expect(items).toContainEqual({ code: 'NO', name: 'Norway', continent: 'Europe' });
  });

  test('only the hash of the token of a confirmation link is stored', async () => {
    const { portal } = await openStaffedPortal(kind);
    await register(portal);
    const { token } = await createLink(portal);
    const tokenRows = await portal.database.kysely.selectFrom('oneTimeTokens').selectAll().execute();
    expect(JSON.stringify(tokenRows)).not.toContain(token);
    expect(tokenRows.map(({ hash }) => hash)).toContain(createHash('sha256').update(token).digest('hex'));
  });
});

describe.each(databases)('simultaneous confirmations of an address (%s)', (kind) => {
  test('if an address is confirmed by two links, only one request is created', async () => {
    const { portal } = await openStaffedPortal(kind);
    await register(portal);
    const firstLink = await createLink(portal);
    await register(portal, { login: 'MIA@applicant.example', email: 'mia@applicant.example' });
    const secondLink = await createLink(portal);
    const responses = await Promise.all([confirm(portal, firstLink.token), confirm(portal, secondLink.token)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const pendingUsers = await portal.database.kysely
      .selectFrom('users')
      .select('id')
      .where('status', '=', 'pending')
      .execute();
    expect(pendingUsers).toHaveLength(1);
  });
});

/** Counts the rows of each table to which a registration writes. */
async function countRows({ database }: Portal): Promise<number[]> {
  const tables = ['users', 'requestedTools', 'userHistory', 'oneTimeTokens', 'audit', 'outbox'] as const;
  const counts = [];
  for (const table of tables) {
    const countRow = await database.kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts.push(countRow.count);
  }
  return counts;
}

const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();
const form = { ...person, tool: 'basics', reason: 'We build with Basics', comment: '' };

const withdraw = (portal: Portal, token: string) => portal.call(registration.withdraw, { body: { token } });

/** Registers a person, and confirms the address with the link. */
async function registerApplicant(portal: Portal): Promise<{ id: number; token: string }> {
  await portal.call(registration.register, { body: form });
  const { userId, token } = await readNewestMail(portal, 'confirmAddress');
  await portal.call(registration.confirm, { body: { token } });
  return { id: userId ?? 0, token };
}

describe.each(databases)('a withdrawn request (%s)', (kind) => {
  test('a withdrawn request is removed from the list with a history step and an audit entry, and the address can register again', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    const { id, token } = await registerApplicant(portal);
    expect(await withdraw(portal, token)).toMatchObject({ status: 200, body: { received: true } });

    expect((await portal.call(requests.search, { token: asAda, body: {} })).body).toMatchObject({ total: 0 });
    expect((await portal.call(requests.get, { token: asAda, params: { id } })).body).toMatchObject({
      status: 'withdrawn',
      decided: { by: 'The applicant', at: '2026-03-10T12:00:00.000Z', reason: null },
    });
    expect(await listHistory(portal, id)).toEqual([
      'nothing -> unverified',
      'unverified -> pending',
      'pending -> withdrawn',
    ]);
    const auditRow = await portal.database.kysely
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(auditRow).toMatchObject({ action: 'request.withdraw', actorId: null, subjectId: String(id) });
    const approveResponse = await portal.call(requests.approve, {
      token: asAda,
      params: { id },
      body: createApprovalBody(3),
    });
    expect(approveResponse).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The applicant withdrew') },
    });
    expect((await registerApplicant(portal)).id).not.toBe(id);
  });

  test('a request can be withdrawn only with the link that confirmed its address, even if the link has expired', async () => {
    const { portal } = await openStaffedPortal(kind);
    await portal.call(registration.register, { body: form });
    const { token } = await readNewestMail(portal, 'confirmAddress');
    const firstResponse = await withdraw(portal, token);
    expect(readProblemCode(firstResponse.body), 'nobody has confirmed it yet').toBe('LINK_NOT_VALID');
    await portal.call(registration.confirm, { body: { token } });
    for (const otherToken of ['', 'made-up', token.slice(1)])
      expect(readProblemCode((await withdraw(portal, otherToken)).body)).toBe('LINK_NOT_VALID');
    portal.pass(days(40));
    await purgeExpired({ ...portal, clock: portal.now, queueLetter: async () => {} });
    expect((await withdraw(portal, token)).status).toBe(200);
    expect(readProblemCode((await withdraw(portal, token)).body), 'once').toBe('LINK_NOT_VALID');
    const secondApplicant = await registerApplicant(portal);
    const rejection = { params: { id: secondApplicant.id }, body: { id: secondApplicant.id, reason: 'no' } };
    await portal.call(requests.reject, { token: await portal.signIn('ada@portal.example'), ...rejection });
    expect(readProblemCode((await withdraw(portal, secondApplicant.token)).body), 'somebody has decided').toBe(
      'LINK_NOT_VALID',
    );
  });

  test('a request that is withdrawn and approved at the same time is either withdrawn or approved, and both callers learn the outcome', async () => {
    const database = await createTestDatabase(kind);
    const { portal, asAda } = await addStaff(await openPortal(slowDownDatabase(database, 5)));
    const { id, token } = await registerApplicant(portal);
    const [approved, withdrawn] = await Promise.all([
      portal.call(requests.approve, { token: asAda, params: { id }, body: createApprovalBody(2) }),
      withdraw(portal, token),
    ]);
    const isApproved = approved.status === 200;
    expect([withdrawn.status, readProblemCode(approved.body)]).toEqual(
      isApproved ? [422, null] : [200, 'ALREADY_DECIDED'],
    );
    expect((await listHistory(portal, id)).slice(2)).toEqual([`pending -> ${isApproved ? 'approved' : 'withdrawn'}`]);
  });
});
