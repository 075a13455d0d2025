import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, defaultDatabases } from '#server/testing/database/databases.ts';
import { readProblemCode, password } from '#server/testing/portal.ts';
import { session } from '@basics/contract/session/session.ts';
import { createUserBody, listHistory, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import type { StaffedPortal } from '#server/testing/records/staff.ts';
import { searchedNames } from '../user-fields.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { createCsvText, importFile } from '#server/testing/records/imports.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';

const readFields = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'fields' in body ? body.fields : null;

const railGrant = { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null };
const plainGrant = { ...railGrant, configTools: [] };

async function createUser({ portal }: StaffedPortal, token: string, changedFields: Record<string, unknown> = {}) {
  const response = await portal.call(users.create, { token, body: createUserBody(changedFields) });
  expect(response.status).toBe(200);
  return users.create.reply.parse(response.body);
}

const readUser = async ({ portal, asRoot }: StaffedPortal, id: number) =>
  users.get.reply.parse((await portal.call(users.get, { token: asRoot, params: { id } })).body);

describe.each(defaultDatabases)('writing users (%s)', (kind) => {
  test('a new account gets an invitation by e-mail, and an audit entry (T454)', async () => {
    const fixture = await openStaffedPortal(kind);
    const user = await createUser(fixture, fixture.asAda);
    expect(await listHistory(fixture.portal, user.userId)).toEqual(['nothing -> approved']);
    expect(await listLetters(fixture.portal)).toEqual(['accountCreated to new@customer.example']);
  });

  test('a new account with wrong values is refused with a message at each wrong field', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const emptyResponse = await portal.call(users.create, { token: asRoot, body: {} });
    expect(readFields(emptyResponse.body)).toMatchObject({
      login: 'Login is required.',
      email: 'Email is required.',
      firstName: 'First name is required.',
      lastName: 'Last name is required.',
      profileID: 'Profile is required.',
      brand: 'Brand is required.',
      tools: 'Tool is required.',
      country: 'Country is required.',
      canReceiveMail: 'Can Receive Mail is required.',
    });
    const readMessages = async (changedFields: Record<string, unknown>) =>
      readFields((await portal.call(users.create, { token: asRoot, body: createUserBody(changedFields) })).body);
    expect(await readMessages({ tools: [] })).toEqual({ tools: 'Tool is required.' });
    expect(await readMessages({ email: 'other@customer.example' })).toEqual({ email: "Login/Email's must match." });
    expect(await readMessages({ login: 'x', email: 'x' })).toMatchObject({ email: 'Invalid Email format.' });
    const unknownTool = { ...plainGrant, tool: 'saw', brand: 'green' };
    expect(await readMessages({ country: 'XX', brand: 'green', profileID: 4, tools: [unknownTool] })).toEqual({
      country: 'This value is not allowed.',
      brand: 'This value is not allowed.',
      profileID: 'This value is not allowed.',
      'tools.0.tool': 'This value is not allowed.',
      'tools.0.brand': 'This value is not allowed.',
    });
    expect(
      await readMessages({ tools: [plainGrant, { ...plainGrant, validFrom: '2026-05-01', validTo: '2026-04-01' }] }),
    ).toEqual({
      'tools.1.tool': 'This tool is listed twice for this brand.',
      'tools.1.validTo': 'The last day must not be before the first day.',
    });
    expect(await readMessages({ tools: [{ ...plainGrant, configTools: ['basics'] }] })).toEqual({
      'tools.0.configTools': 'This value is not allowed.',
    });
  });

  test('a new account is refused if an account or an open request has its login, in upper or lower case', async () => {
    const fixture = await openStaffedPortal(kind);
    await createUser(fixture, fixture.asRoot);
    await fixture.portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    for (const login of ['NEW@Customer.Example', 'asks@customer.example']) {
      const body = createUserBody({ login, email: login });
      const response = await fixture.portal.call(users.create, { token: fixture.asRoot, body });
      expect(readFields(response.body)).toEqual({ login: 'An account with this login/e-mail already exists.' });
    }
  });

  test('the login of a closed request can be used again', async () => {
    const fixture = await openStaffedPortal(kind);
    const id = await fixture.portal.addUser({ login: 'new@customer.example', status: 'pending', profileId: null });
    await fixture.portal.database.kysely
      .updateTable('users')
      .set({ status: 'rejected' })
      .where('id', '=', id)
      .execute();
    expect((await createUser(fixture, fixture.asRoot)).userId).not.toBe(id);
  });

  test('a salesman can create only customers', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    for (const profileID of [1, 2, 6, 10]) {
      const response = await portal.call(users.create, { token: asAda, body: createUserBody({ profileID }) });
      expect([response.status, readFields(response.body)]).toEqual([422, { profileID: 'This value is not allowed.' }]);
    }
  });

  test('only staff with the permissions for the add-on Config Rail can add and remove it (T459)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot, asAda } = fixture;
    const refusedFields = { 'tools.0.configTools': expect.stringContaining('Ask an administrator.') };
    const railBody = createUserBody({ tools: [railGrant] });
    const createResponse = await portal.call(users.create, { token: asAda, body: railBody });
    expect(readFields(createResponse.body)).toEqual(refusedFields);
    const { userId: id } = await createUser(fixture, asRoot, { tools: [railGrant] });
    const update = (body: Record<string, unknown>, token = asAda) =>
      portal.call(users.update, { token, params: { id }, body });
    expect(readFields((await update({ version: 1, tools: [plainGrant] })).body)).toEqual(refusedFields);
    expect(readFields((await update({ version: 1, tools: [{ ...plainGrant, brand: 'red' }] })).body)).toEqual({
      tools: expect.any(String),
    });
    expect((await update({ version: 1, tools: [railGrant, { ...plainGrant, brand: 'red' }] })).status).toBe(200);
    expect((await update({ version: 2, tools: [plainGrant] }, asRoot)).status).toBe(200);
    expect((await readUser(fixture, id)).tools).toEqual([plainGrant]);
  });

  test('a change of a user with an old row version is refused, and a change may also contain unchanged values or no version (T452)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const { userId: id, version, tools } = await createUser(fixture, asAda);
    const update = (body: Record<string, unknown>) => portal.call(users.update, { token: asAda, params: { id }, body });
    expect(await update({ version, company: 'Alt GmbH', profileID: 7, tools, country: 'DE' })).toMatchObject({
      status: 200,
      body: { company: 'Alt GmbH', version: version + 1 },
    });
    expect(readProblemCode((await update({ version, company: 'Late GmbH' })).body)).toBe('STALE');
    expect((await readUser(fixture, id)).company).toBe('Alt GmbH');
    expect((await update({ phone: '1' })).status).toBe(200);
    expect(await readUser(fixture, id)).toMatchObject({ company: 'Alt GmbH', phone: '1' });
    // The list finds each searched field after its change.
    for (const name of searchedNames) {
      const value = `Changed ${name}`;
      expect((await update({ [name]: value })).status).toBe(200);
      const { body } = await portal.call(users.search, { token: asAda, body: { keyword: value } });
      expect([name, body]).toEqual([name, expect.objectContaining({ total: 1 })]);
    }
  });

  test('users can change only preferences, phone, language and e-mail settings of their own account (T460)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, ada } = fixture;
    const id = await portal.addUser({ login: 'own@customer.example', country: 'US' });
    const token = await portal.signIn('own@customer.example');
    const update = (body: Record<string, unknown>) => portal.call(users.update, { token, params: { id }, body });
    const preferences = { ...usualPreferences, priceList: 'blue-usd' };
    expect((await update({ version: 1, preferences, phone: '+1', canReceiveMail: false })).status).toBe(200);
    expect((await portal.call(users.preferences, { token })).body).toMatchObject({ values: preferences, version: 2 });
    const response = await update({ version: 2, preferences: { ...usualPreferences, priceList: 'blue-eur' } });
    expect(readFields(response.body)).toEqual({ 'preferences.priceList': 'This value is not allowed.' });
    const changes = { firstName: 'X', lastName: 'X', company: 'X', brand: 'red', country: 'DE', crmAccount: 'X' };
    const refusedResponse = await update({ version: 2, ...changes, tools: [railGrant] });
    expect(Object.keys(Object(readFields(refusedResponse.body)))).toEqual(
      expect.arrayContaining([...Object.keys(changes), 'tools']),
    );
    expect(readProblemCode((await update({ version: 2, profileID: 1 })).body)).toBe('OWN_ACCOUNT');
    const adaResponse = await portal.call(users.update, {
      token,
      params: { id: ada },
      body: { version: 1, phone: '1' },
    });
    expect(adaResponse.status).toBe(404);
  });

  test('no one can set the preferences of another user', async () => {
    const fixture = await openStaffedPortal(kind);
    const { userId: id } = await createUser(fixture, fixture.asRoot);
    const body = { version: 1, preferences: { ...usualPreferences, weight: 'lb' } };
    const response = await fixture.portal.call(users.update, { token: fixture.asRoot, params: { id }, body });
    expect(readFields(response.body)).toEqual({ preferences: 'This value is not allowed.' });
  });

  test('only an administrator can change a profile; the change ends all sessions and removes a salesman’s countries (T458)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, ada, asRoot, asAda } = fixture;
    const { userId: id } = await createUser(fixture, asAda);
    const reply = await portal.call(users.update, { token: asAda, params: { id }, body: { version: 1, profileID: 5 } });
    expect(readFields(reply.body)).toEqual({ profileID: 'This value is not allowed.' });
    const demotion = { token: asRoot, params: { id: ada }, body: { version: 1, profileID: 7 } };
    expect((await portal.call(users.update, demotion)).status).toBe(200);
    expect((await portal.call(users.current, { token: asAda })).status).toBe(401);
    expect(await portal.database.kysely.selectFrom('countryBrandSalesmen').selectAll().execute()).toEqual([]);
  });

  test('a suspension of a user needs a reason, ends the sessions of the user at once, and can be reversed', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const id = await portal.addUser({ login: 'there@customer.example' });
    const token = await portal.signIn('there@customer.example');
    const suspend = (body: Record<string, unknown>) =>
      portal.call(users.suspend, { token: asAda, params: { id }, body });
    expect(readFields((await suspend({ version: 1, reason: ' ' })).body)).toEqual({ reason: 'Reason is required.' });
    expect(await suspend({ version: 1, reason: 'Left the firm' })).toMatchObject({
      status: 200,
      body: { status: 'suspended', version: 2 },
    });
    expect((await portal.call(users.current, { token })).status).toBe(401);
    expect(readProblemCode((await suspend({ version: 2, reason: 'again' })).body)).toBe('ALREADY_SUSPENDED');
    const signIn = await portal.call(session.signIn, { body: { login: 'there@customer.example', password } });
    expect(readProblemCode(signIn.body)).toBe('ACCOUNT_PROBLEM');
    const reinstateResponse = await portal.call(users.reinstate, {
      token: asAda,
      params: { id },
      body: { version: 2 },
    });
    expect(reinstateResponse).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await listHistory(portal, id)).toEqual(['active -> suspended: Left the firm', 'suspended -> active']);
    expect(await listLetters(portal)).toEqual([
      'accountSuspended to there@customer.example',
      'accountReinstated to there@customer.example',
    ]);
  });

  test('no one can suspend, delete or change the profile of their own account (T457)', async () => {
    const { portal, root, asRoot } = await openStaffedPortal(kind);
    await portal.addUser({ login: 'second@portal.example', profileId: 1 });
    const params = { id: root };
    const responses = [
      await portal.call(users.suspend, { token: asRoot, params, body: { version: 1, reason: 'no' } }),
      await portal.call(users.remove, { token: asRoot, params }),
      await portal.call(users.update, { token: asRoot, params, body: { version: 1, profileID: 7 } }),
    ];
    expect(responses.map(({ body }) => readProblemCode(body))).toEqual(['OWN_ACCOUNT', 'OWN_ACCOUNT', 'OWN_ACCOUNT']);
  });

  test('an invitation can be sent again five times an hour, and each new link replaces the previous link (T456)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const { userId: id } = await createUser(fixture, asAda);
    const inviteAgain = () => portal.call(users.invite, { token: asAda, params: { id } });
    portal.pass(3_600_000);
    expect(await inviteAgain()).toMatchObject({ status: 200, body: { invitedUntil: '2026-03-13T13:00:00.000Z' } });
    for (let index = 1; index < 5; index += 1) expect((await inviteAgain()).status).toBe(200);
    const sixthResponse = await inviteAgain();
    expect([sixthResponse.status, readProblemCode(sixthResponse.body)]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    const validLinks = await portal.database.kysely
      .selectFrom('oneTimeTokens')
      .select('hash')
      .where('usedAt', 'is', null)
      .where('userId', '=', id)
      .execute();
    expect(validLinks).toHaveLength(1);
    const activeUserId = await portal.addUser({ login: 'in@customer.example' });
    const activeUserResponse = await portal.call(users.invite, { token: asAda, params: { id: activeUserId } });
    expect(readProblemCode(activeUserResponse.body)).toBe('HAS_PASSWORD');
  });

  test('a deleted user leaves only an id without personal data, and the login can be used again (T453)', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot } = fixture;
    const { userId: id } = await createUser(fixture, asRoot);
    expect((await portal.call(users.remove, { token: asRoot, params: { id } })).status).toBe(204);
    expect((await portal.call(users.get, { token: asRoot, params: { id } })).status).toBe(404);
    expect((await portal.call(users.remove, { token: asRoot, params: { id } })).status).toBe(404);
    const row = await portal.database.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ login: `deleted:${id}`, firstName: '', company: '', phone: '', status: 'deleted' });
    expect(JSON.stringify(row)).not.toMatch(/neu|nele/i);
    expect(await listLetters(portal), 'the e-mails to the user are deleted').toEqual([]);
    expect((await createUser(fixture, asRoot)).userId).not.toBe(id);
    expect(await listHistory(portal, id)).toEqual(['nothing -> approved', 'approved -> deleted']);
  });

  test('a bulk deletion returns the outcome of each id, in the order of the request (T451)', async () => {
    const { portal, root, asRoot } = await openStaffedPortal(kind);
    const deletedUser = await portal.addUser({ login: 'one@customer.example' });
    const token = await portal.signIn('one@customer.example');
    const body = [999_999, root, deletedUser, deletedUser];
    expect((await portal.call(users.removeMany, { token: asRoot, body })).body).toEqual({
      results: [
        { id: 999_999, outcome: 'notFound' },
        { id: root, outcome: 'refused', message: 'You cannot do this to your own account. Ask an administrator.' },
        { id: deletedUser, outcome: 'deleted' },
      ],
    });
    expect((await portal.call(users.current, { token })).status).toBe(401);
  });

  test('a user who may delete only requests can delete pending and rejected requests', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    const activeUser = await portal.addUser({ login: 'active@customer.example' });
    const pendingUser = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const response = await portal.call(users.removeMany, { token: asAda, body: [activeUser, pendingUser] });
    expect(response.body).toEqual({
      results: [
        { id: activeUser, outcome: 'refused', message: 'Only pending and rejected requests can be deleted here.' },
        { id: pendingUser, outcome: 'deleted' },
      ],
    });
    expect((await portal.call(users.remove, { token: asAda, params: { id: activeUser } })).status).toBe(403);
  });

  test('an id that is too large for the column is refused before the database is queried (T455)', async () => {
    const { portal, root, asRoot } = await openStaffedPortal(kind);
    const idTooLarge = 2 ** 40;
    const params = { id: root };
    const responses = [
      await portal.call(users.removeMany, { token: asRoot, body: [idTooLarge] }),
      await portal.call(users.search, { token: asRoot, body: { profileID: idTooLarge } }),
      await portal.call(users.create, { token: asRoot, body: createUserBody({ profileID: idTooLarge }) }),
      await portal.call(users.update, { token: asRoot, params, body: { version: idTooLarge, phone: '1' } }),
      await portal.call(users.search, { token: asRoot, body: { keyword: '\0' } }),
      await portal.call(users.create, { token: asRoot, body: createUserBody({ firstName: 'A\0B' }) }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
  });

  test('no audit entry contains a password, a link or its hash', async () => {
    const fixture = await openStaffedPortal(kind);
    const { userId: id } = await createUser(fixture, fixture.asRoot);
    await fixture.portal.call(users.invite, { token: fixture.asRoot, params: { id } });
    const rows = await selectAuditEntries(fixture.portal.database.kysely)
      .selectAll()
      .where('subjectId', '=', String(id))
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['user.create', 'user.invite']);
    expect(JSON.stringify(rows)).not.toMatch(/password|token|hash|\$argon2/i);
  });
});

const usualPreferences = {
  temperature: 'F',
  weight: 'kg',
  measure: 'in',
  packed: true,
  priceList: null,
  graphThickness: 1.25,
};

describe.each(databases)('the first and last day of a tool with an add-on (%s)', (kind) => {
  test('only staff with the permissions for an add-on can change the first and last day of its grant, which adds or removes the add-on for some days', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const grantOfJanuary = { ...railGrant, validFrom: '2026-01-01', validTo: '2026-02-01' };
    const createResponse = await portal.call(users.create, {
      token: asRoot,
      body: createUserBody({ tools: [grantOfJanuary] }),
    });
    const { userId: id } = users.create.reply.parse(createResponse.body);
    const update = (changedDays: Record<string, unknown>, token: string) =>
      portal.call(users.update, {
        token,
        params: { id },
        body: { version: 1, tools: [{ ...grantOfJanuary, ...changedDays }] },
      });
    for (const changedDays of [
      { validTo: null },
      { validTo: '2026-12-31' },
      { validFrom: null },
      { validTo: '2026-01-02' },
      { validFrom: '2026-01-31' },
      { validFrom: '2027-01-01', validTo: null },
    ])
      expect((await update(changedDays, asAda)).body).toMatchObject({
        fields: { 'tools.0.configTools': expect.stringContaining('Ask an administrator.') },
      });
    expect((await update({}, asAda)).status).toBe(200);
    expect((await update({ validTo: null }, asRoot)).status).toBe(200);
  });
});

/**
 * Adds a right-to-left override, a line separator and a byte-order mark to a name. The portal may store a space in
 * place of an invisible character, but no other character.
 */
const addInvisible = (name: string): string => `\uFEFF\u202E${name}\u2069\u2028`;
const namesWithInvisible = {
  firstName: addInvisible('Ada'),
  lastName: addInvisible('Berg'),
  company: addInvisible('Berg AG'),
  phone: addInvisible('+49 1'),
};
const cleanNames = { firstName: 'Ada', lastName: 'Berg', company: 'Berg AG', phone: '+49 1' };
const invisibleCharacters = /[\p{Bidi_Control}\p{Zl}\p{Zp}\uFEFF]/u;

describe.each(defaultDatabases)('invisible characters (%s)', (kind) => {
  test('invisible characters are removed from names of people and companies in each form and import', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const { body } = await portal.call(users.create, { token, body: createUserBody(namesWithInvisible) });
    const { userId } = users.create.reply.parse(body);
    const updateBody = { version: 1, ...namesWithInvisible, crmAccount: addInvisible('C-1') };
    expect((await portal.call(users.update, { token, params: { id: userId }, body: updateBody })).status).toBe(200);
    const { email, login, brand, country, canReceiveMail } = createUserBody({
      login: 'b@x.example',
      email: 'b@x.example',
    });
    const form = { login, email, brand, country, canReceiveMail, tool: 'basics', reason: 'work', comment: '' };
    expect((await portal.call(registration.register, { body: { ...form, ...namesWithInvisible } })).status).toBe(200);
    // The test exports one user, changes the login in the file, and imports the file.
    const exportedText = (
      await portal.call(users.export, { token, body: { keyword: 'new@customer.example' } })
    ).bytes.toString();
    const csv = exportedText
      .replaceAll('new@customer.example', 'c@x.example')
      .replace('"Ada"', `"${namesWithInvisible.firstName}"`);
    await importFile(portal, imports.users, csv.replace('"Berg AG"', `"${namesWithInvisible.company}"`), { token });
    const rows = await portal.database.kysely
      .selectFrom('users')
      .select(['firstName', 'lastName', 'company', 'phone', 'crmAccount'])
      .where('lastName', 'like', '%Berg%')
      .execute();
    expect(rows).toHaveLength(3);
    for (const { crmAccount, ...stored } of rows) {
      const trimmedFields = Object.entries(stored).map(([field, text]) => [field, text.trim()]);
      expect(Object.fromEntries(trimmedFields)).toEqual(cleanNames);
      expect(JSON.stringify({ ...stored, crmAccount })).not.toMatch(invisibleCharacters);
    }
    await portal.close();
  });

  test('invisible characters are removed from CRM accounts, and from the name of a PC in a verification code', async () => {
    const { portal, asRoot: token } = await openStaffedPortal(kind);
    const lines = [
      ['account', 'name', 'city'],
      [addInvisible('C-7'), addInvisible('Berg AG'), addInvisible('Ulm')],
    ];
    await importFile(portal, imports.crmAccounts, createCsvText(...lines), { token });
    await importFile(portal, imports.crmAccounts, createCsvText(...lines), { token });
    const accounts = portal.database.kysely.selectFrom('crmAccounts').select(['account', 'name', 'city']);
    expect(await accounts.execute()).toEqual([{ account: 'C-7', name: 'Berg AG', city: 'Ulm' }]);
    const ada = await addPerson(portal);
    const verificationCode = createCode(createMachine('DESK\u202E\u200F1'), { at: portal.now() });
    const params = { id: ada.id };
    expect((await portal.call(licenses.issue, { token: ada.token, params, body: { verificationCode } })).status).toBe(
      200,
    );
    expect(await portal.database.kysely.selectFrom('machines').select('name').execute()).toEqual([{ name: 'DESK1' }]);
    await portal.close();
  });
});
