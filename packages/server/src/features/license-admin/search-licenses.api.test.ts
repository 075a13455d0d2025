import { licenseAdmin, type OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { readCsvCells } from '#server/testing/records/csv.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

type Customer = { first: string; last: string; company: string; country: string; brand: 'blue' | 'red' };

const customers: readonly (Customer & { pcs: readonly string[] })[] = [
  { first: 'Zoë', last: 'Ångström', company: 'Nord AB', country: 'SE', brand: 'blue', pcs: ['WERKSTATT-ß', 'laptop'] },
  { first: 'Grace', last: 'Hopper', company: 'Harbour', country: 'DE', brand: 'red', pcs: ['Laptop', 'ZEBRA'] },
  { first: 'Alan', last: 'Turing', company: 'Bletchley', country: 'GB', brand: 'blue', pcs: ['desk'] },
];

async function addCustomer(portal: Portal, { first, last, company, country, brand }: Customer): Promise<Person> {
  const who = await addPerson(portal, { country, brandId: brand });
  const names = { firstName: first, lastName: last, company };
  await portal.database.kysely.updateTable('users').set(names).where('id', '=', who.id).execute();
  await portal.database.transact((trx) =>
    writeSearchText(trx, who.id, { ...names, login: who.login, phone: '', crmAccount: null }),
  );
  return who;
}

async function issueLicense(portal: Portal, who: Person, pc: string): Promise<number> {
  const { body } = await portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }) },
  });
  return licenseShape.parse(body).licenseId;
}

const updateLicense = (portal: Portal, id: number, columns: Record<string, unknown>) =>
  portal.database.kysely.updateTable('licenses').set(columns).where('id', '=', id).execute();

const parseEndOfDay = (text: string) => Date.parse(`${text}T23:59:59.000Z`);

describe.each(databases)('the search for licences (%s)', (kind) => {
  const portal = suitePortal(kind);
  let admin: Person;
  let licenseIds: Record<string, number>;

  beforeAll(async () => {
    admin = await addPerson(portal(), { profileId: 1, grants: [] });
    licenseIds = {};
    for (const customer of customers) {
      const who = await addCustomer(portal(), customer);
      for (const pc of customer.pcs) {
        licenseIds[pc] = await issueLicense(portal(), who, pc);
        portal().pass(60_000);
      }
    }
    await updateLicense(portal(), licenseIds['ZEBRA'] ?? 0, { revokedAt: portal().now(), revokedReason: 'x' });
    await updateLicense(portal(), licenseIds['laptop'] ?? 0, {
      replacedAt: portal().now(),
      expiresAt: parseEndOfDay('2026-06-30'),
    });
    await updateLicense(portal(), licenseIds['desk'] ?? 0, { expiresAt: parseEndOfDay('2026-03-09') });
    await updateLicense(portal(), licenseIds['Laptop'] ?? 0, { expiresAt: parseEndOfDay('2026-07-01') });
  });

  const requestSearch = (body: Record<string, unknown>) =>
    portal().call(licenseAdmin.search, { token: admin.token, body });
  const search = async (body: Record<string, unknown>) =>
    licenseAdmin.search.reply.parse((await requestSearch(body)).body);
  const searchPcNames = async (body: Record<string, unknown>) => listPcNames((await search(body)).items);
  const listPcNames = (items: readonly OwnedLicense[]) => items.map(({ machineName }) => machineName);

  test('the list of licences shows the newest licence first, and each licence with its owner', async () => {
    const { items, ...page } = await search({});
    expect(listPcNames(items)).toEqual(['desk', 'ZEBRA', 'Laptop', 'laptop', 'WERKSTATT-ß']);
    expect(page).toEqual({ total: 5, pageNumber: 1, pageSize: 20 });
    const listResponse = await portal().call(licenses.list, {
      token: admin.token,
      params: { id: items[0]?.userId ?? 0 },
    });
    const { owner, ...license } = items[0] ?? {};
    expect(licenses.list.reply.parse(listResponse.body).items).toEqual([license]);
    expect(owner).toMatchObject({ firstName: 'Alan', lastName: 'Turing', company: 'Bletchley', country: 'GB' });
  });

  test.each([
    ['the name of the owner', 'hopper', ['ZEBRA', 'Laptop']],
    ['both names in any order', 'hopper grace', ['ZEBRA', 'Laptop']],
    ['a name without its accents', 'angstrom', ['laptop', 'WERKSTATT-ß']],
    ['the company', 'BLETCH', ['desk']],
    ['the PC in upper or lower case', 'LAPTOP', ['Laptop', 'laptop']],
    ['the PC without its special letter', 'werkstatt-ss', ['WERKSTATT-ß']],
    ['the owner and the PC together', 'grace laptop', ['Laptop']],
    ['two words only if both match', 'grace desk', []],
    ['the character %, which is no wildcard', '%', []],
  ])('licences are searched by %s', async (_, keyword, expectedPcs) => {
    expect(await searchPcNames({ keyword })).toEqual(expectedPcs);
  });

  test('the whole name of a company, or the beginning of the name of only one company, is offered as a filter, which finds only the licences of this company', async () => {
    const nordmann = { first: 'Nord', last: 'Ab', company: 'Nord AB Süd', country: 'SE', brand: 'blue' } as const;
    const other = await addCustomer(portal(), nordmann);
    const otherLicenseId = await issueLicense(portal(), other, 'other');
    const found = await search({ keyword: 'nord ab' });
    expect(listPcNames(found.items)).toEqual(['other', 'laptop', 'WERKSTATT-ß']);
    expect(found.companyOfKeyword).toBe('Nord AB');
    expect(await search({ keyword: 'nord' })).not.toHaveProperty('companyOfKeyword');
    expect((await search({ keyword: 'BLETCH' })).companyOfKeyword).toBe('Bletchley');
    const { items, ...page } = await search({ company: 'NORD AB' });
    expect([listPcNames(items), page.total]).toEqual([['laptop', 'WERKSTATT-ß'], 2]);
    expect(await searchPcNames({ company: 'Nord AB', keyword: 'laptop' })).toEqual(['laptop']);
    expect(await searchPcNames({ company: 'Nord' })).toEqual([]);
    await portal().database.kysely.deleteFrom('licenses').where('id', '=', otherLicenseId).execute();
  });

  test('one licence is found by its code in any spelling, or by its id', async () => {
    const { items } = await search({ keyword: 'zebra' });
    const code = items[0]?.licenseCode ?? '';
    for (const keyword of [
      code.slice(0, 100),
      code.slice(0, 30).toLowerCase(),
      code.slice(0, 30).replaceAll('-', ' ').replace(' ', '-'),
    ])
      expect(await searchPcNames({ keyword })).toEqual(['ZEBRA']);
    const detailsResponse = await portal().call(licenseAdmin.get, {
      token: admin.token,
      params: { licenseId: items[0]?.licenseId ?? 0 },
    });
    const { licenseUid } = licenseAdmin.get.reply.parse(detailsResponse.body);
    expect(await searchPcNames({ keyword: licenseUid })).toEqual(['ZEBRA']);
  });

  test('licences are filtered by status, tool, brand, country, owner and the days of expiry', async () => {
    expect(await searchPcNames({ status: 'Active' })).toEqual(['Laptop', 'WERKSTATT-ß']);
    expect(await searchPcNames({ status: 'Expired' })).toEqual(['desk']);
    expect(await searchPcNames({ status: 'Revoked' })).toEqual(['ZEBRA']);
    expect(await searchPcNames({ status: 'Replaced' })).toEqual(['laptop']);
    expect(await searchPcNames({ tool: 'basics', brand: 'red' })).toEqual(['ZEBRA', 'Laptop']);
    expect(await searchPcNames({ tool: 'none' })).toEqual([]);
    expect(await searchPcNames({ country: 'SE' })).toEqual(['laptop', 'WERKSTATT-ß']);
    const { items } = await search({ keyword: 'desk' });
    expect(await searchPcNames({ userId: items[0]?.userId })).toEqual(['desk']);
    expect(await searchPcNames({ endsFrom: '2026-06-30', endsTo: '2026-07-01' })).toEqual(['Laptop', 'laptop']);
    expect(await searchPcNames({ endsFrom: '2026-07-01' })).toEqual(['ZEBRA', 'Laptop', 'WERKSTATT-ß']);
    expect(await searchPcNames({ endsTo: '2026-06-30' })).toEqual(['desk', 'laptop']);
    expect(await searchPcNames({ keyword: 'laptop', status: 'Active', country: 'DE' })).toEqual(['Laptop']);
  });

  test('a search by expiry is refused if the last day is before the first day, or if a value is not a day (T282)', async () => {
    expect(await requestSearch({ endsFrom: '2026-07-02', endsTo: '2026-07-01' })).toMatchObject({
      status: 422,
      body: { fields: { endsTo: fieldMessages.daysInOrder } },
    });
    expect(readProblemCode((await requestSearch({ endsTo: '2026-02-30' })).body)).toBe('INVALID');
  });

  test('the list of licences can be sorted by each column in both directions, and equal rows are sorted by the time of issue', async () => {
    const listSorted = (field: string, direction: string) => searchPcNames({ sort: { field, direction } });
    expect(await listSorted('issuedAt', 'asc')).toEqual(['WERKSTATT-ß', 'laptop', 'Laptop', 'ZEBRA', 'desk']);
    expect(await listSorted('expiryDate', 'asc')).toEqual(['desk', 'laptop', 'Laptop', 'WERKSTATT-ß', 'ZEBRA']);
    expect(await listSorted('machineName', 'asc')).toEqual(['desk', 'laptop', 'Laptop', 'WERKSTATT-ß', 'ZEBRA']);
    expect(await listSorted('machineName', 'desc')).toEqual(['ZEBRA', 'WERKSTATT-ß', 'Laptop', 'laptop', 'desk']);
    expect(await listSorted('owner', 'asc')).toEqual(['WERKSTATT-ß', 'laptop', 'Laptop', 'ZEBRA', 'desk']);
    expect(await searchPcNames({ keyword: 'laptop', sort: { field: 'owner', direction: 'desc' } })).toEqual([
      'Laptop',
      'laptop',
    ]);
  });

  test('the pages of the list follow one another without gaps', async () => {
    const readPage = async (pageNumber: number) =>
      searchPcNames({ pageNumber, pageSize: 2, sort: { field: 'machineName', direction: 'asc' } });
    expect([await readPage(1), await readPage(2), await readPage(3), await readPage(4)]).toEqual([
      ['desk', 'laptop'],
      ['Laptop', 'WERKSTATT-ß'],
      ['ZEBRA'],
      [],
    ]);
    expect(await search({ pageNumber: 9, keyword: 'laptop' })).toMatchObject({ items: [], total: 2 });
  });

  test('an export of licences contains the rows of the list with the same filters and order, and is in the audit log', async () => {
    const query = { keyword: 'laptop', sort: { field: 'owner', direction: 'asc' } };
    const exportResponse = await portal().call(licenseAdmin.export, { token: admin.token, body: query });
    const rows = readCsvCells(exportResponse);
    expect(rows.map(({ machineName }) => machineName)).toEqual(['laptop', 'Laptop']);
    expect(rows[1]).toMatchObject({
      status: 'Active',
      expiryDate: '2026-07-01',
      firstName: 'Grace',
      lastName: 'Hopper',
      company: 'Harbour',
      country: 'DE',
      tool: 'basics',
      brand: 'red',
      licenseId: String(licenseIds['Laptop']),
    });
    expect(exportResponse.bytes.toString()).not.toContain('BL-');
    const auditRow = await selectAuditEntries(portal().database.kysely)
      .select('after')
      .where('action', '=', 'license.export')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(auditRow.after ?? '')).toEqual(query);
  });
});

describe.each(databases)('the details of a licence (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the details of a licence contain the content of the code, the issuer, and the history of the PC', async () => {
    const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
    const firstId = await issueLicense(portal(), ada, 'DESK');
    const secondId = await issueLicense(portal(), ada, 'DESK');
    const { body } = await portal().call(licenseAdmin.get, { token: admin.token, params: { licenseId: firstId } });
    expect(licenseAdmin.get.reply.parse(body)).toMatchObject({
      licenseId: firstId,
      status: 'Replaced',
      owner: { userId: ada.id, login: ada.login },
      licenseUid: expect.stringMatching(/^[0-9a-f]{16}$/),
      machine: { fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/), releasedAt: null },
      verification: { reason: 'new', createdAt: '2026-03-10T12:00:00.000Z' },
      issuedBy: expect.stringContaining('Test'),
      overrideReason: null,
      revoked: null,
      replacedAt: '2026-03-10T12:00:00.000Z',
      history: [
        { licenseId: secondId, status: 'Active' },
        { licenseId: firstId, status: 'Replaced' },
      ],
    });
  });

  test('the details of a licence show who revoked the licence, when and why', async () => {
    const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
    const licenseId = await issueLicense(portal(), ada, 'DESK');
    await portal().call(licenseAdmin.revoke, {
      token: admin.token,
      params: { id: ada.id, licenseId },
      body: { reason: 'stolen' },
    });
    const { body } = await portal().call(licenseAdmin.get, { token: admin.token, params: { licenseId } });
    expect(licenseAdmin.get.reply.parse(body).revoked).toEqual({
      at: '2026-03-10T12:00:00.000Z',
      by: `Test ${admin.login.split('@')[0]}`,
      reason: 'stolen',
    });
  });
});
