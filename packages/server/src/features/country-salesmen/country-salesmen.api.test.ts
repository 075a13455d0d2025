import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { describe, expect, test } from 'vitest';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { listLetters } from '#server/testing/records/staff.ts';

/** Opens a portal with an administrator and two salesmen. */
async function openFixture(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const administrator = await portal.addUser({ login: 'root@portal.example', profileId: 1 });
  const ada = await portal.addUser({ login: 'ada@portal.example', profileId: 2 });
  const bo = await portal.addUser({ login: 'bo@portal.example', profileId: 2 });
  const asRoot = await portal.signIn('root@portal.example');
  const assign = async (country: string, brand: string, salesmanId: number): Promise<number> => {
    const response = await portal.call(countrySalesmen.create, { token: asRoot, body: { country, brand, salesmanId } });
    expect(response.status).toBe(200);
    return countrySalesmen.create.reply.parse(response.body).id;
  };
  return { portal, administrator, ada, bo, asRoot, asAda: await portal.signIn('ada@portal.example'), assign };
}

const parseAssignmentPage = (body: unknown) => countrySalesmen.search.reply.parse(body);

describe.each(databases)('assignments (%s)', (kind) => {
  test('an assignment contains the continent of its country (T266)', async () => {
    const { portal, ada, asRoot } = await openFixture(kind);
    const body = { country: 'CY', brand: 'red', salesmanId: ada };
    const response = await portal.call(countrySalesmen.create, { token: asRoot, body });
    expect(response).toMatchObject({
      status: 200,
      body: {
        country: 'CY',
        continent: 'Asia',
        brand: 'red',
        salesman: { userId: ada, firstName: 'Test', lastName: 'ada' },
      },
    });
  });

  test('an assignment with wrong values is refused, with a message at each wrong field (T267)', async () => {
    const { portal, administrator, ada, asRoot, assign } = await openFixture(kind);
    await assign('DE', 'blue', ada);
    const refusedBodies = [
      [{}, { country: 'Country is required.', brand: 'Brand is required.', salesmanId: 'Salesman is required.' }],
      [{ country: 'XX', brand: 'blue', salesmanId: ada }, { country: 'This value is not allowed.' }],
      [{ country: 'DE', brand: 'green', salesmanId: ada }, { brand: 'This value is not allowed.' }],
      [{ country: 'DE', brand: 'red', salesmanId: administrator }, { salesmanId: 'This value is not allowed.' }],
      [
        { country: 'DE', brand: 'blue', salesmanId: ada },
        { salesmanId: 'This salesman is already assigned to this country and brand.' },
      ],
    ] as const;
    for (const [body, fields] of refusedBodies) {
      const response = await portal.call(countrySalesmen.create, { token: asRoot, body });
      expect(response).toMatchObject({ status: 422, body: { code: 'INVALID', fields } });
    }
  });

  test('a change of an assignment to the values of another assignment is refused (T264)', async () => {
    const { portal, ada, asRoot, assign } = await openFixture(kind);
    await assign('DE', 'blue', ada);
    const id = await assign('DE', 'red', ada);
    const body = { country: 'DE', brand: 'blue', salesmanId: ada };
    const response = await portal.call(countrySalesmen.update, { token: asRoot, params: { id }, body });
    expect(response).toMatchObject({ status: 422, body: { fields: { salesmanId: expect.any(String) } } });
  });

  test('a bulk deletion does not delete an assignment that someone else has changed, and deletes the others', async () => {
    const { portal, ada, bo, asRoot, assign } = await openFixture(kind);
    const [changedId, sameId, idAlone] = [
      await assign('DE', 'blue', ada),
      await assign('DE', 'red', ada),
      await assign('NO', 'red', ada),
    ];
    const body = { country: 'DE', brand: 'blue', salesmanId: bo };
    await portal.call(countrySalesmen.update, { token: asRoot, params: { id: changedId }, body });
    const remove = async (rows: Body<typeof countrySalesmen.removeMany>) =>
      (await portal.call(countrySalesmen.removeMany, { token: asRoot, body: rows })).body;
    const rows = [changedId, sameId].map((id) => ({ id, version: 1 }));
    expect(await remove(rows)).toEqual({
      results: [
        { id: changedId, outcome: 'refused', message: expect.stringMatching(/^Someone else has changed this/) },
        { id: sameId, outcome: 'deleted' },
      ],
    });
    // If a list contains the same id once with a version and once without a version, the version is checked.
    const rowsWithSameId = [{ id: changedId, version: 1 }, changedId];
    expect(await remove(rowsWithSameId)).toMatchObject({ results: [{ id: changedId, outcome: 'refused' }] });
    expect(await remove([{ id: changedId, version: 2 }])).toEqual({ results: [{ id: changedId, outcome: 'deleted' }] });
    expect(await remove([idAlone])).toEqual({ results: [{ id: idAlone, outcome: 'deleted' }] });
  });

  test('assignments are searched by country, brand and salesman, sorted by the name of the country, and counted (T268)', async () => {
    const { portal, ada, bo, asRoot, assign } = await openFixture(kind);
    for (const country of ['DE', 'AX', 'AL', 'NO']) await assign(country, 'blue', ada);
    await assign('NO', 'red', bo);
    const search = async (body: Record<string, unknown>) => {
      const { items, total } = parseAssignmentPage(
        (await portal.call(countrySalesmen.search, { token: asRoot, body })).body,
      );
      return { total, rows: items.map(({ country, brand }) => `${country} ${brand}`) };
    };
    expect(await search({})).toEqual({ total: 5, rows: ['AX blue', 'AL blue', 'DE blue', 'NO blue', 'NO red'] });
    expect(await search({ keyword: 'åland' })).toEqual({ total: 1, rows: ['AX blue'] });
    expect(await search({ keyword: 'norway red' })).toEqual({ total: 1, rows: ['NO red'] });
    expect(await search({ keyword: 'test bo' })).toEqual({ total: 1, rows: ['NO red'] });
    expect(await search({ keyword: '%' })).toEqual({ total: 0, rows: [] });
    expect(await search({ country: 'NO', brand: 'blue' })).toEqual({ total: 1, rows: ['NO blue'] });
    expect(await search({ continent: 'Asia' })).toEqual({ total: 0, rows: [] });
    const secondPage = { sort: { field: 'country', direction: 'desc' }, pageSize: 2, pageNumber: 2 };
    expect(await search(secondPage)).toEqual({ total: 5, rows: ['DE blue', 'AL blue'] });
  });

  test('a salesman writes only the pairs of country and brand that they hold, also with the help of a colleague; colleague and administrators get an e-mail (T265)', async () => {
    const { portal, ada, bo, asAda, assign } = await openFixture(kind);
    const asBo = await portal.signIn('bo@portal.example');
    const held = await assign('DE', 'blue', ada);
    const notHeld = { norway: await assign('NO', 'blue', bo), otherBrand: await assign('DE', 'red', bo) };
    const message = 'You can only change assignments for countries and brands that are assigned to you.';
    const create = (token: string, body: Record<string, unknown>) =>
      portal.call(countrySalesmen.create, { token, body });
    const update = (id: number, body: Record<string, unknown>) =>
      portal.call(countrySalesmen.update, { token: asAda, params: { id }, body });
    const remove = (id: number) => portal.call(countrySalesmen.remove, { token: asAda, params: { id } });
    // Neither salesman holds these pairs, so neither can give them to the other.
    for (const pair of [
      { country: 'NO', brand: 'red' },
      { country: 'DE', brand: 'red' },
      { country: 'AT', brand: 'blue' },
    ])
      for (const salesmanId of [ada, bo])
        expect(await create(asAda, { ...pair, salesmanId })).toMatchObject({
          status: 422,
          body: { fields: { country: message } },
        });
    expect((await create(asBo, { country: 'AT', brand: 'blue', salesmanId: ada })).status).toBe(422);
    for (const id of Object.values(notHeld)) {
      const body = { country: 'DE', brand: 'blue', salesmanId: bo };
      for (const response of [await update(id, body), await remove(id)])
        expect(response).toMatchObject({ status: 422, body: { code: 'NOT_YOUR_TERRITORY', message } });
    }
    expect((await update(held, { country: 'DE', brand: 'red', salesmanId: ada })).status).toBe(422);
    for (const response of [
      await update(999_999, { country: 'DE', brand: 'blue', salesmanId: bo }),
      await remove(999_999),
    ])
      expect(readProblemCode(response.body)).toBe('RESULTS_NOT_FOUND');
    expect(await listLetters(portal)).toEqual([]);

    const given = await create(asAda, { country: 'DE', brand: 'blue', salesmanId: bo });
    const { id: givenId } = countrySalesmen.create.reply.parse(given.body);
    const toBoth = ['assignmentChanged to root@portal.example', 'assignmentChanged to bo@portal.example'];
    expect(await listLetters(portal)).toEqual(toBoth);
    const removeManyResponse = await portal.call(countrySalesmen.removeMany, {
      token: asAda,
      body: [notHeld.norway, notHeld.otherBrand, 999_999, givenId, givenId],
    });
    expect(removeManyResponse.body).toEqual({
      results: [
        { id: notHeld.norway, outcome: 'refused', message },
        { id: notHeld.otherBrand, outcome: 'refused', message },
        { id: 999_999, outcome: 'notFound' },
        { id: givenId, outcome: 'deleted' },
      ],
    });
    expect(await listLetters(portal)).toEqual([...toBoth, ...toBoth]);
  });

  test('a salesman without an assigned country cannot create an assignment', async () => {
    const { portal, bo, asAda } = await openFixture(kind);
    const body = { country: 'DE', brand: 'blue', salesmanId: bo };
    expect((await portal.call(countrySalesmen.create, { token: asAda, body })).status).toBe(422);
  });

  test('the impact of a deletion of assignments is the number of users and requests that would have no salesman', async () => {
    const { portal, ada, bo, asRoot, asAda, assign } = await openFixture(kind);
    const assignmentOfAda = await assign('DE', 'blue', ada);
    const secondAssignment = await assign('DE', 'blue', bo);
    for (const login of ['a@x.example', 'b@x.example']) await portal.addUser({ login, country: 'DE' });
    await portal.addUser({ login: 'c@x.example', country: 'DE', status: 'pending', profileId: null });
    await portal.addUser({ login: 'd@x.example', country: 'DE', brandId: 'red' });
    const fetchImpact = async (token: string, body: number[]) =>
      (await portal.call(countrySalesmen.impact, { token, body })).body;
    expect(await fetchImpact(asRoot, [assignmentOfAda])).toEqual({ users: 0, requests: 0 });
    expect(await fetchImpact(asRoot, [assignmentOfAda, secondAssignment])).toEqual({ users: 2, requests: 1 });
    expect(await fetchImpact(asAda, [assignmentOfAda, secondAssignment])).toEqual({ users: 2, requests: 1 });
  });

  test('the coverage lists countries with users or salesmen, and counts only users in the scope of the salesman', async () => {
    const { portal, ada, bo, asRoot, asAda, assign } = await openFixture(kind);
    await assign('DE', 'blue', ada);
    await assign('NO', 'blue', bo);
    await portal.addUser({ login: 'a@x.example', country: 'DE' });
    await portal.addUser({ login: 'b@x.example', country: 'NO' });
    await portal.addUser({ login: 'c@x.example', country: 'FR', brandId: 'red', status: 'pending', profileId: null });
    const listCoverage = async (token: string) => {
      const { rows } = countrySalesmen.coverage.reply.parse(
        (await portal.call(countrySalesmen.coverage, { token })).body,
      );
      return rows.flatMap(({ country, brands }) =>
        brands.map(({ brand, salesmen, users, requests }) => [country, brand, salesmen.length, users, requests].join()),
      );
    };
    expect(await listCoverage(asRoot)).toEqual([
      'FR,blue,0,0,0',
      'FR,red,0,0,1',
      'DE,blue,1,1,0',
      'DE,red,0,0,0',
      'NO,blue,1,1,0',
      'NO,red,0,0,0',
    ]);
    expect(await listCoverage(asAda)).toEqual(['DE,blue,1,1,0', 'DE,red,0,0,0', 'NO,blue,1,0,0', 'NO,red,0,0,0']);
  });

  test('a search does not match the login and the company of a salesman, which are hidden', async () => {
    const { portal, ada, asAda, assign } = await openFixture(kind);
    await assign('DE', 'blue', ada);
    const search = async (keyword: string) =>
      (await portal.call(countrySalesmen.search, { token: asAda, body: { keyword } })).body;
    expect(await search('Test ada')).toMatchObject({ total: 1 });
    for (const keyword of ['ada@', 'portal.example', '@']) expect(await search(keyword)).toMatchObject({ total: 0 });
  });

  test('a request goes to the salesmen of its country and brand, else to those of its country, else to the administrators', async () => {
    const { portal, administrator, ada, bo, asAda, assign } = await openFixture(kind);
    const suspendedSalesman = await portal.addUser({ login: 'away@portal.example', profileId: 2 });
    await assign('DE', 'blue', ada);
    await assign('DE', 'blue', bo);
    await assign('NO', 'red', bo);
    await assign('FR', 'blue', suspendedSalesman);
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspendedSalesman)
      .execute();
    const findRecipient = async (country: string, brand: string) => {
      const response = await portal.call(countrySalesmen.recipient, { token: asAda, body: { country, brand } });
      const { by, people } = countrySalesmen.recipient.reply.parse(response.body);
      return [by, ...people.map(({ userId }) => userId)];
    };
    expect(await findRecipient('DE', 'blue')).toEqual(['countryAndBrand', ada, bo]);
    expect(await findRecipient('DE', 'red')).toEqual(['country', ada, bo]);
    expect(await findRecipient('NO', 'blue')).toEqual(['country', bo]);
    expect(await findRecipient('FR', 'blue')).toEqual(['administrators', administrator]);
  });

  test('the audit log contains every change of an assignment, with the values before and after it (T269)', async () => {
    const { portal, ada, bo, asRoot, assign } = await openFixture(kind);
    const id = await assign('DE', 'blue', ada);
    const body = { country: 'DE', brand: 'red', salesmanId: bo };
    await portal.call(countrySalesmen.update, { token: asRoot, params: { id }, body });
    await portal.call(countrySalesmen.remove, { token: asRoot, params: { id } });
    const blueRow = { country: 'DE', continent: 'Europe', brand_id: 'blue', salesman_id: ada };
    const redRow = { country: 'DE', continent: 'Europe', brand_id: 'red', salesman_id: bo };
    const entries = await findAuditEntries(portal, 'assignment');
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['assignment.create', null, blueRow],
      ['assignment.update', blueRow, redRow],
      ['assignment.delete', redRow, null],
    ]);
  });

  test('the options contain countries with continents, brands, and only active salesmen (T270)', async () => {
    const { portal, ada, bo, asAda } = await openFixture(kind);
    const { body } = await portal.call(countrySalesmen.options, { token: asAda });
    const options = countrySalesmen.options.reply.parse(body);
    expect(options.countries).toHaveLength(249);
    expect(options.brands.map(({ id }) => id)).toEqual(['blue', 'red']);
    expect(options.salesmen.map(({ userId }) => userId)).toEqual([ada, bo]);
  });
});
