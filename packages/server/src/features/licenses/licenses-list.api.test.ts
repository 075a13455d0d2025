import { licenses } from '@basics/contract/licenses/licenses.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { databases, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

type Page = {
  items: { machineName: string; licenseId: number }[];
  total: number;
  pageNumber: number;
  pageSize: number;
};

/** Fetches one page of a user's licences. */
async function fetchPage(portal: Portal, who: Person, query: Record<string, unknown> = {}): Promise<Page> {
  const { status, body } = await portal.call(licenses.list, { token: who.token, params: { id: who.id }, query });
  expect(status).toBe(200);
  return licenses.list.reply.parse(body);
}

const listNames = ({ items }: Page) => items.map(({ machineName }) => machineName);

/** Adds a customer with one licence on each of the given PCs, issued a minute apart. */
async function addCustomerWithPcs(portal: Portal, pcs: readonly string[]): Promise<Person> {
  const who = await addPerson(portal, { profileId: 1, grants: [{ brand: 'blue' }] });
  for (const [at, name] of pcs.entries()) {
    const { body } = await portal.call(licenses.issue, {
      token: who.token,
      params: { id: who.id },
      body: { verificationCode: createCode(createMachine(name)) },
    });
    if (readProblemCode(body) !== null) throw new Error(JSON.stringify(body));
    await portal.database.kysely
      .updateTable('licenses')
      .set({ issuedAt: portal.now() + at * 60_000, expiresAt: portal.now() + (pcs.length - at) * 86_400_000 })
      .where('userId', '=', who.id)
      .where('replacedAt', 'is', null)
      .where('verificationHash', 'is not', null)
      .where('id', '=', (eb) => eb.selectFrom('licenses').select(({ fn }) => fn.max('id').as('newest')))
      .execute();
  }
  return who;
}

describe.each(databases)('the list of licences (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the list of licences shows the newest licence first, 20 licences per page', async () => {
    const ada = await addCustomerWithPcs(portal(), ['A', 'B', 'C']);
    const page = await fetchPage(portal(), ada);
    expect(listNames(page)).toEqual(['C', 'B', 'A']);
    expect(page).toMatchObject({ total: 3, pageNumber: 1, pageSize: 20 });
  });

  test('the list of a user without licences is a page without rows', async () => {
    expect(await fetchPage(portal(), await addPerson(portal()))).toEqual({
      items: [],
      total: 0,
      pageNumber: 1,
      pageSize: 20,
    });
  });

  test('the pages of the list follow one another, and a page after the last page is empty (T309)', async () => {
    const ada = await addCustomerWithPcs(portal(), ['A', 'B', 'C']);
    const listPage = async (pageNumber: number) =>
      listNames(await fetchPage(portal(), ada, { pageNumber, pageSize: 2 }));
    expect([await listPage(1), await listPage(2), await listPage(3)]).toEqual([['C', 'B'], ['A'], []]);
    expect((await fetchPage(portal(), ada, { pageNumber: 100_000, pageSize: 200 })).total).toBe(3);
  });

  test.each([
    ['issuedAt', 'asc', ['b', 'A', 'c']],
    ['issuedAt', 'desc', ['c', 'A', 'b']],
    ['expiryDate', 'asc', ['c', 'A', 'b']],
    ['expiryDate', 'desc', ['b', 'A', 'c']],
    ['machineName', 'asc', ['A', 'b', 'c']],
    ['machineName', 'desc', ['c', 'b', 'A']],
  ])('the list is sorted by %s, %s', async (field, direction, expectedPcs) => {
    const ada = await addCustomerWithPcs(portal(), ['b', 'A', 'c']);
    expect(listNames(await fetchPage(portal(), ada, { sort: { field, direction } }))).toEqual(expectedPcs);
  });

  test('pages that are sorted by equal values neither repeat nor miss a row', async () => {
    const ada = await addCustomerWithPcs(portal(), ['A', 'B', 'C']);
    await portal()
      .database.kysely.updateTable('licenses')
      .set({ issuedAt: portal().now() })
      .where('userId', '=', ada.id)
      .execute();
    const sort = { field: 'issuedAt', direction: 'asc' };
    const pages = [1, 2, 3].map((pageNumber) => fetchPage(portal(), ada, { pageNumber, pageSize: 1, sort }));
    expect(new Set((await Promise.all(pages)).flatMap(listNames)).size).toBe(3);
  });

  test('the status filter uses the statuses of the API', async () => {
    const ada = await addCustomerWithPcs(portal(), ['A', 'B', 'C']);
    const { items } = await fetchPage(portal(), ada);
    const setLicenseTime = (name: string, to: { expiresAt: number } | { replacedAt: number }) =>
      portal()
        .database.kysely.updateTable('licenses')
        .set(to)
        .where('id', '=', items.find(({ machineName }) => machineName === name)?.licenseId ?? 0)
        .execute();
    await setLicenseTime('A', { expiresAt: portal().now() });
    await setLicenseTime('B', { replacedAt: portal().now() });
    const listByStatus = async (status: string) => listNames(await fetchPage(portal(), ada, { status }));
    expect(await listByStatus('Active')).toEqual(['C']);
    expect(await listByStatus('Expired')).toEqual(['A']);
    expect(await listByStatus('Replaced')).toEqual(['B']);
    expect(await listByStatus('Revoked')).toEqual([]);
  });

  describe('the search by keyword', () => {
    // The licences belong to three customers, because each customer may license only three PCs.
    const people: Person[] = [];
    beforeAll(async () => {
      for (const at of [0, 3, 6]) people.push(await addCustomerWithPcs(portal(), keywordPcs.slice(at, at + 3)));
    });

    test.each([
      ['%', ['50% off']],
      ['_', ['my_pc']],
      ['!', ['wow!']],
      ['0% o', ['50% off']],
      ["'", ["o'brien"]],
      ['\\', ['back\\slash']],
      ['desk', ['DESK']],
      ['  desk  ', ['DESK']],
      ['äpfel', ['ÄPFEL']],
      ['ÄPF', ['ÄPFEL']],
      ['apfel', ['ÄPFEL']],
      ['strasse', ['Straße']],
      ['no such name', []],
    ])('%j is searched literally, in any case (T306)', async (keyword, expectedPcs) => {
      const foundPages = await Promise.all(people.map((who) => fetchPage(portal(), who, { keyword })));
      expect(foundPages.flatMap(listNames)).toEqual(expectedPcs);
      expect(
        foundPages.reduce((sum, { total }) => sum + total, 0),
        'the total counts the matching licences',
      ).toBe(expectedPcs.length);
    });
  });

  test('no keyword finds the licences of other users (T308)', async () => {
    const [ada, bob] = [await addCustomerWithPcs(portal(), ['SHARED NAME']), await addPerson(portal())];
    expect((await fetchPage(portal(), bob, { keyword: 'SHARED' })).total).toBe(0);
    const foreignResponse = await portal().call(licenses.list, { token: bob.token, params: { id: ada.id } });
    expect(foreignResponse).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    const missingResponse = await portal().call(licenses.list, { token: bob.token, params: { id: 2_000_000_000 } });
    expect({ ...missingResponse, headers: {} }).toMatchObject({
      status: foreignResponse.status,
      body: { message: 'User not found' },
    });
  });

  describe('the refusal of an invalid query', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await addPerson(portal());
    });

    /** A number that is too large is refused with the bound, and every other text with the form of a number. */
    const findPageFault = (field: string, value: string): string =>
      value !== '2147483648'
        ? 'Enter a whole number, 1 or more.'
        : `This value must be at most ${field === 'pageSize' ? '200' : '100,000'}.`;

    const wrongValues = [
      '-1',
      '0',
      '2147483648',
      '9007199254740993',
      '1e308',
      '1e3',
      'NaN',
      '1.5',
      '',
      ' 1',
      '٣',
      'null',
      '0x10',
      '01',
    ];
    test.each(
      wrongValues.flatMap((value) => [
        ['pageNumber', value],
        ['pageSize', value],
      ]),
    )('%s=%j is refused at its field', async (field, value) => {
      const { status, body } = await portal().call(licenses.list, {
        token: ada.token,
        params: { id: ada.id },
        query: { [field]: value },
      });
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { code: 'INVALID', message: problems.INVALID.message, fields: { [field]: findPageFault(field, value) } },
      });
    });

    test.each([
      ['pageSize=201', 'pageSize'],
      ['pageNumber=100001', 'pageNumber'],
      ['pageSize=1&pageSize=9', 'pageSize'],
      [`keyword=${'x'.repeat(101)}`, 'keyword'],
      ['keyword=a%00b', 'keyword'],
      ['sort.field=licence_file&sort.direction=asc', 'sort.field'],
      ['sort.field=issuedAt', 'sort.direction'],
      ['sort.field=issuedAt&sort.direction=asc;drop', 'sort.direction'],
      ['sort=issuedAt', 'sort'],
      ['sort.field.x=1&sort.direction=asc', 'sort.field'],
      ['userId=1', 'userId'],
      ['sort.nulls=first', 'sort.nulls'],
      ['__proto__.polluted=1', '__proto__'],
      ['constructor.prototype.polluted=1', 'constructor'],
    ])('%s is refused with the name of the field', async (query, field) => {
      const response = await portal().http.inject({
        method: 'GET',
        url: `/core/api/user/${ada.id}/licenses?${query}`,
        headers: { authorization: `Bearer ${ada.token}` },
      });
      expect(response.statusCode).toBe(422);
      expect(Object.keys(response.json().fields)).toContain(field);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    });
  });

  test.each(['0', '-1', '2147483648', '1e3', 'abc', '%2531', '1%00', '1;2', '01', '１'])(
    'a path with the id %s is not found (T307)',
    async (id) => {
      const admin = await addPerson(portal(), { profileId: 1 });
      const response = await portal().http.inject({
        method: 'GET',
        url: `/core/api/user/${encodeURI(id).replace('%25', '%')}/licenses`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect({ status: response.statusCode, code: readProblemCode(response.json()) }).toEqual({
        status: 404,
        code: 'PAGE_NOT_FOUND',
      });
    },
  );
});

const keywordPcs = ['DESK', '50% off', 'my_pc', 'wow!', "o'brien", 'back\\slash', 'ÄPFEL', 'Straße'];

describe.each(defaultDatabases)('the entitlements of a user (%s)', (kind) => {
  const portal = suitePortal(kind);
  const readEntitlements = async ({ id, token }: Person) =>
    licenses.entitlements.reply.parse((await portal().call(licenses.entitlements, { token, params: { id } })).body);

  test('the entitlements contain the company, the tools with their add-ons and days, and the salesmen of the country and brand', async () => {
    const lea = await addPerson(portal(), { profileId: 2 });
    const ada = await addPerson(portal(), {
      country: 'FI',
      grants: [
        { brand: 'blue', configTools: ['configRail'], validFrom: '2026-03-10', validTo: '2026-03-10' },
        { brand: 'red', validTo: '2026-03-09' },
      ],
    });
    await portal()
      .database.kysely.updateTable('users')
      .set({ company: 'Harbour Design' })
      .where('id', '=', ada.id)
      .execute();
    expect((await readEntitlements(ada)).caretakers).toEqual({ by: 'administrators', names: [] });
    await assignSalesman(portal().database, lea.id, 'FI', 'blue');
    const basicsTool = { tool: 'basics', toolName: 'Basics' };
    expect(await readEntitlements(ada)).toEqual({
      company: 'Harbour Design',
      caretakers: { by: 'salesmen', names: [expect.stringMatching(/^Test person/)] },
      items: [
        {
          ...basicsTool,
          brand: 'blue',
          brandName: 'Basics Blue',
          addOns: [{ id: 'configRail', name: 'Config Rail' }],
          validFrom: '2026-03-10',
          validTo: '2026-03-10',
          state: 'valid',
        },
        {
          ...basicsTool,
          brand: 'red',
          brandName: 'Basics Red',
          addOns: [],
          validFrom: null,
          validTo: '2026-03-09',
          state: 'ended',
        },
      ],
    });
  });

  test('a tool whose first day is tomorrow has the state "later", and a licence lists its add-ons', async () => {
    const ada = await addPerson(portal(), {
      grants: [
        { brand: 'blue', configTools: ['configRail'] },
        { brand: 'red', validFrom: '2026-03-11' },
      ],
    });
    expect((await readEntitlements(ada)).items.map(({ state }) => state)).toEqual(['valid', 'later']);
    const issueResponse = await portal().call(licenses.issue, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode: createCode(createMachine('WITH-RAIL')) },
    });
    expect(issueResponse.body).toMatchObject({ configTools: ['configRail'] });
  });
});
