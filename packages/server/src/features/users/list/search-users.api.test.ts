import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { databases } from '#server/testing/database/databases.ts';
import { testKey } from '#server/testing/portal.ts';
import { createLicenseRow, createMachineRow } from '#server/testing/database/rows.ts';
import { renewSearchTexts } from './search-users.repository.ts';
import { createUserBody, openStaffedPortal, type StaffedPortal } from '#server/testing/records/staff.ts';

const search = async ({ portal }: StaffedPortal, token: string, body: Record<string, unknown> = {}) => {
  const response = await portal.call(users.search, { token, body });
  expect(response.status).toBe(200);
  const { items, total } = users.search.reply.parse(response.body);
  return { total, logins: items.map(({ login }) => login.replace(/@.*/, '')) };
};

const createUser = async (
  { portal, asRoot }: StaffedPortal,
  login: string,
  changedFields: Record<string, unknown> = {},
) => {
  const address = `${login}@customer.example`;
  const body = createUserBody({ login: address, email: address, ...changedFields });
  const response = await portal.call(users.create, { token: asRoot, body });
  expect(response.status).toBe(200);
  return users.create.reply.parse(response.body);
};

describe.each(databases)('the list of users (%s)', (kind) => {
  test('names are searched and sorted without regard to accents and letter case (T438)', async () => {
    const staffed = await openStaffedPortal(kind);
    await createUser(staffed, 'o1', { firstName: 'Jürgen', lastName: 'Öztürk', company: 'Straße & Söhne' });
    await createUser(staffed, 'o2', { firstName: 'Łukasz', lastName: 'Pawlak' });
    await createUser(staffed, 'o3', { firstName: 'Eva', lastName: 'Novak' });
    const searchUsers = (keyword: string) => search(staffed, staffed.asRoot, { keyword });
    for (const keyword of ['oztu', 'ÖZTÜRK', 'jurgen özt', 'özturk jürgen', 'strasse', 'STRASSE SOHNE'])
      expect(await searchUsers(keyword)).toEqual({ total: 1, logins: ['o1'] });
    await createUser(staffed, 'o4', { firstName: 'Uwe', lastName: 'Mueller', company: 'O’Neil GmbH' });
    await createUser(staffed, 'o5', { firstName: 'Jörg', lastName: 'Müller', company: "O'Neil GmbH" });
    for (const keyword of ['müller', 'Mueller', 'muller', "o'neil", 'o’NEIL'])
      expect(await searchUsers(keyword), keyword).toMatchObject({ total: 2 });
    expect(await searchUsers('joerg')).toEqual({ total: 1, logins: ['o5'] });
    expect(await search(staffed, staffed.asRoot, { company: "o'neil gmbh" })).toMatchObject({ total: 2 });
    // A job writes the texts of an older version again.
    await staffed.portal.database.kysely.updateTable('userSearch').set({ fold: '', company: '' }).execute();
    await renewSearchTexts(staffed.portal.database, new AbortController().signal);
    expect(await searchUsers('mueller')).toMatchObject({ total: 2 });
    await renewSearchTexts(staffed.portal.database, new AbortController().signal);
    expect(await searchUsers('lukasz')).toEqual({ total: 1, logins: ['o2'] });
    expect(await searchUsers('customer.example')).toEqual({ total: 5, logins: ['o4', 'o5', 'o3', 'o1', 'o2'] });
    // The whole name, the name as a word, its beginning, and then texts that contain it or only its words.
    await createUser(staffed, 'o6', { firstName: 'Anna', lastName: 'Adler', company: 'Jörg Müller' });
    await createUser(staffed, 'o7', { firstName: 'Bea', lastName: 'Joergensen', company: 'Kjoerg' });
    const ranked = { total: 4, logins: ['o6', 'o5', 'o7', 'o8'] };
    await createUser(staffed, 'o8', { firstName: 'Ada', lastName: 'Berg', company: 'Björg' });
    expect(await searchUsers('joerg')).toEqual(ranked);
    const readPage = async (place: object) => {
      const body = { keyword: 'joerg', pageSize: 2, ...place };
      const { items, next, previous } = users.search.reply.parse(
        (await staffed.portal.call(users.search, { token: staffed.asRoot, body })).body,
      );
      return { logins: items.map(({ login }) => login.slice(0, 2)), next, previous };
    };
    const [first, second] = [await readPage({}), await readPage({ pageNumber: 2 })];
    expect([...first.logins, ...second.logins]).toEqual(ranked.logins);
    expect(await readPage({ after: first.next })).toMatchObject({ logins: second.logins });
    expect(await readPage({ before: second.previous })).toMatchObject({ logins: first.logins });
    expect((await searchUsers('jörg müller')).logins).toEqual(['o6', 'o5']);
    const byName = { keyword: 'joerg', sort: { field: 'lastName', direction: 'asc' } };
    expect((await search(staffed, staffed.asRoot, byName)).logins).toEqual(['o6', 'o8', 'o7', 'o5']);
  });

  test('users and requests are filtered by their company, which is searched by the beginning of its name and offered for a keyword, only in scope', async () => {
    const staffed = await openStaffedPortal(kind);
    const { portal, asRoot, asAda } = staffed;
    const owners = [
      ['first', 'Company 283', 'DE'],
      ['second', 'Company 283', 'DE'],
      ['longer', 'Company 2831', 'DE'],
      ['abroad', 'Company 284', 'NO'],
      ['283', 'Ümlaut & Söhne', 'DE'],
    ] as const;
    for (const [login, company, country] of owners) await createUser(staffed, login, { company, country });
    const searchAs = async (token: string, body: Record<string, unknown>) => {
      const page = users.search.reply.parse((await portal.call(users.search, { token, body })).body);
      return { total: page.total, companyOfKeyword: page.companyOfKeyword };
    };
    const offer = async (keyword: string, token = asRoot) => (await searchAs(token, { keyword })).companyOfKeyword;
    expect(await searchAs(asRoot, { keyword: 'company 283' })).toEqual({ total: 3, companyOfKeyword: 'Company 283' });
    expect(await searchAs(asRoot, { company: 'COMPANY 283 ' })).toEqual({ total: 2, companyOfKeyword: undefined });
    expect(await searchAs(asAda, { company: 'Company 284' })).toMatchObject({ total: 0 });
    expect([await offer('umlaut'), await offer('Üml'), await offer('Üm'), await offer('sohne')]).toEqual([
      'Ümlaut & Söhne',
      'Ümlaut & Söhne',
      undefined,
      undefined,
    ]);
    expect([await offer('company 28'), await offer('company 284'), await offer('company 284', asAda)]).toEqual([
      undefined,
      'Company 284',
      undefined,
    ]);
    const listCompanies = async (token: string, keyword: string) =>
      users.companies.reply.parse((await portal.call(users.companies, { token, body: { keyword } })).body).items;
    expect(await listCompanies(asRoot, 'company')).toEqual(['Company 283', 'Company 2831', 'Company 284']);
    expect(await listCompanies(asAda, 'COMPANY 28')).toEqual(['Company 283', 'Company 2831']);
    expect(await listCompanies(asAda, '%')).toEqual([]);

    const applied = { status: 'pending', requestDate: portal.now() } as const;
    const isApplicant = ['first@customer.example', 'longer@customer.example'];
    await portal.database.kysely.updateTable('users').set(applied).where('login', 'in', isApplicant).execute();
    const searchRequests = async (body: Record<string, unknown>) => {
      const page = requests.search.reply.parse((await portal.call(requests.search, { token: asRoot, body })).body);
      return [page.items.map(({ company }) => company), page.total, page.companyOfKeyword];
    };
    const found = [['Company 283'], 1, undefined];
    expect(await searchRequests({ company: 'company 283' })).toEqual(found);
    expect(await searchRequests({ company: 'company 283', olderThanDays: 0 })).toEqual(found);
    expect((await searchRequests({ keyword: 'company 283' }))[2]).toBe('Company 283');
    const csv = await portal.call(requests.export, { token: asRoot, body: { company: 'Company 2831' } });
    expect(String(csv.body)).toMatch(/Company 2831/);
    expect(String(csv.body)).not.toMatch(/Company 283\W/);
  });

  test("users in the viewer's scope are found by the current names of their PCs", async () => {
    const staffed = await openStaffedPortal(kind);
    const { kysely } = staffed.portal.database;
    const { userId } = await createUser(staffed, 'owner', { country: 'NO' });
    await createUser(staffed, 'other', { country: 'NO' });
    const machine = createMachineRow({ userId, name: 'Werkstätte-7' });
    await kysely.insertInto('machines').values(machine).execute();
    await kysely
      .insertInto('machines')
      .values(createMachineRow({ userId, name: 'LAPTOP' }))
      .execute();
    const searchLogins = async (keyword: string) => (await search(staffed, staffed.asRoot, { keyword })).logins;
    expect(await searchLogins('werkstatte')).toEqual(['owner']);
    expect(await searchLogins('laptop owner@')).toEqual(['owner']);
    expect((await search(staffed, staffed.asAda, { keyword: 'laptop' })).total).toBe(0);
    await kysely
      .updateTable('machines')
      .set({ nameFold: 'halle' })
      .where('fingerprint', '=', machine.fingerprint)
      .execute();
    expect([await searchLogins('werkstatte'), await searchLogins('halle')]).toEqual([[], ['owner']]);
    await kysely.deleteFrom('machines').where('fingerprint', '=', machine.fingerprint).execute();
    expect([await searchLogins('halle'), await searchLogins('laptop')]).toEqual([[], ['owner']]);
  });

  test('users are found by the id of a licence, and by the number of their CRM account', async () => {
    const staffed = await openStaffedPortal(kind);
    const { kysely } = staffed.portal.database;
    await kysely
      .insertInto('crmAccounts')
      .values({ account: 'C-90417', name: 'Harbour', city: 'Oslo', country: 'NO', fold: 'harbour' })
      .execute();
    const { userId } = await createUser(staffed, 'owner', { country: 'NO', crmAccount: 'C-90417' });
    await createUser(staffed, 'other', { country: 'NO' });
    await insertSigningKey(kysely, { ...testKey, at: staffed.portal.now() });
    const pc = createMachineRow({ userId, name: 'DESK' });
    const { id: machineId } = await kysely.insertInto('machines').values(pc).returning('id').executeTakeFirstOrThrow();
    const licence = createLicenseRow({ userId, machineId, keyId: testKey.keyId, licenceUid: 'a1b2c3d4e5f60718' });
    await kysely.insertInto('licenses').values(licence).execute();
    const searchLogins = async (keyword: string) => (await search(staffed, staffed.asRoot, { keyword })).logins;
    expect(await searchLogins(' A1B2C3D4E5F60718')).toEqual(['owner']);
    expect(await searchLogins('a1b2c3d4e5f60719')).toEqual([]);
    expect(await searchLogins('c-90417')).toEqual(['owner']);
    expect((await search(staffed, staffed.asAda, { keyword: 'a1b2c3d4e5f60718' })).total).toBe(0);
  });

  test.each([
    ['+47 5550 0123', ['4755500123', '+47 55 50 01 23', '0047 5550-0123', '+475550', '(55) 50 01 23', '0123']],
    ['+49 (0)30 5550.0123', ['+49 30 55500123', '030/5550 0123', '3055500123']],
    ['212-555-0123', ['212-555-0123', '212.555.0123', '(212) 555-0123', '2125550123']],
  ])(
    'a user with the phone number %s is found by the digits %j, however they are separated',
    async (phone, keywords) => {
      const staffed = await openStaffedPortal(kind);
      await createUser(staffed, 'caller', { phone, country: 'NO' });
      await createUser(staffed, 'other', { phone: '+47 5551 9876', crmAccount: 'C-1', country: 'NO' });
      for (const keyword of keywords)
        expect([keyword, await search(staffed, staffed.asRoot, { keyword })]).toEqual([
          keyword,
          { total: 1, logins: ['caller'] },
        ]);
      for (const keyword of ['4755500124', '+46 5550 0123'])
        expect((await search(staffed, staffed.asRoot, { keyword })).total).toBe(0);
      expect((await search(staffed, staffed.asAda, { keyword: keywords[0] ?? '' })).total).toBe(0);
    },
  );

  test('numbers that are no phone numbers are found word by word', async () => {
    const staffed = await openStaffedPortal(kind);
    const { userId } = await createUser(staffed, 'owner', { company: 'Halle 12 Tor 345' });
    const pc = createMachineRow({ userId, name: '2019-00123' });
    await staffed.portal.database.kysely.insertInto('machines').values(pc).execute();
    for (const keyword of ['345 12', '2019-00123'])
      expect([keyword, (await search(staffed, staffed.asRoot, { keyword })).logins]).toEqual([keyword, ['owner']]);
  });

  test('the SQL wildcards % and _ in a keyword match only themselves (T440)', async () => {
    const staffed = await openStaffedPortal(kind);
    await createUser(staffed, 'percent', { company: '100% Steel_Works!' });
    await createUser(staffed, 'plain', { company: '100 SteelXWorks' });
    expect(await search(staffed, staffed.asRoot, { keyword: '100%' })).toEqual({ total: 1, logins: ['percent'] });
    expect(await search(staffed, staffed.asRoot, { keyword: 'steel_works' })).toEqual({
      total: 1,
      logins: ['percent'],
    });
    expect(await search(staffed, staffed.asRoot, { keyword: 'works!' })).toEqual({ total: 1, logins: ['percent'] });
    expect(await search(staffed, staffed.asRoot, { keyword: `'; drop table users; --` })).toEqual({
      total: 0,
      logins: [],
    });
  });

  test('the list contains only users with an account, for every status filter', async () => {
    const staffed = await openStaffedPortal(kind);
    await createUser(staffed, 'invited');
    await staffed.portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const { total, logins } = await search(staffed, staffed.asRoot);
    expect([total, logins]).toEqual([3, ['ada', 'invited', 'root']]);
    expect((await search(staffed, staffed.asRoot, { status: 'approved' })).logins).toEqual(['invited']);
    expect((await search(staffed, staffed.asRoot, { status: 'pending' })).total).toBe(0);
  });

  test('filters, pages and every sort order can be combined (T437)', async () => {
    const staffed = await openStaffedPortal(kind);
    await createUser(staffed, 'a', { country: 'NO', brand: 'red', profileID: 5, company: 'Zeta' });
    await createUser(staffed, 'b', { country: 'AX', company: 'alpha' });
    await createUser(staffed, 'c', { country: 'NO', company: 'Beta' });
    const searchCustomers = (body: Record<string, unknown>) =>
      search(staffed, staffed.asRoot, { keyword: 'customer', ...body });
    expect((await searchCustomers({ country: 'NO' })).logins).toEqual(['a', 'c']);
    expect((await searchCustomers({ brand: 'red' })).logins).toEqual(['a']);
    expect((await searchCustomers({ profileID: 5 })).logins).toEqual(['a']);
    expect((await searchCustomers({ tool: 'basics' })).total).toBe(3);
    expect((await searchCustomers({ tool: 'nothing' })).total).toBe(0);
    expect(await searchCustomers({ pageSize: 2, pageNumber: 2 })).toEqual({ total: 3, logins: ['c'] });
    expect(await searchCustomers({ pageNumber: 9 })).toEqual({ total: 3, logins: [] });
    const listSorted = async (field: string, direction: string) =>
      (await searchCustomers({ sort: { field, direction } })).logins.join('');
    expect(await listSorted('company', 'asc')).toBe('bca');
    expect(await listSorted('country', 'asc')).toBe('bac');
    expect(await listSorted('login', 'desc')).toBe('cba');
    for (const field of ['firstName', 'lastName', 'status', 'createdAt'])
      expect(await listSorted(field, 'asc')).toBe('abc');
  });

  test('a user in the list has their tools, their continent and the expiry of their invitation link (T436)', async () => {
    const staffed = await openStaffedPortal(kind);
    const tools = [
      { tool: 'basics', brand: 'red', configTools: ['configRail'], validFrom: '2026-01-01', validTo: '2026-12-31' },
    ];
    const createdUser = await createUser(staffed, 'full', { tools });
    expect(createdUser).toMatchObject({
      status: 'approved',
      tools,
      continent: 'Europe',
      userDomain: 'customer.example',
      invitedUntil: '2026-03-13T12:00:00.000Z',
    });
    const response = await staffed.portal.call(users.get, {
      token: staffed.asRoot,
      params: { id: createdUser.userId },
    });
    expect(response.body).toEqual(createdUser);
  });

  test('the options contain only profiles that the actor may assign (T441)', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const listOptions = async (token: string) => {
      const options = users.options.reply.parse((await portal.call(users.options, { token })).body);
      return options.profiles.map(({ id }) => id);
    };
    expect(await listOptions(asRoot)).toEqual([1, 2, 3, 5, 6, 7, 8, 10, 13]);
    expect(await listOptions(asAda)).toEqual([3, 5, 7, 8, 13]);
  });

  test('preferences have default values, and the price lists depend on brand and country (T439)', async () => {
    const { portal } = await openStaffedPortal(kind);
    await portal.addUser({ login: 'us@customer.example', country: 'US' });
    const token = await portal.signIn('us@customer.example');
    const { body } = await portal.call(users.preferences, { token });
    const { options, values } = users.preferences.reply.parse(body);
    expect(options.priceList.map(({ id }) => id)).toEqual(['blue-usd']);
    expect(values).toEqual({
      temperature: 'C',
      weight: 'kg',
      measure: 'm',
      packed: false,
      priceList: null,
      graphThickness: 1,
    });
  });
});
