import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { foldAccount } from '../crm/crm.repository.ts';
import { createUserRow, writeMissingSearchTexts } from '#server/testing/database/rows.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { createApprovalBody, assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';

/**
 * Opens a portal with 500 customers and 20 requests out of the scope of the salesman Ada, and with two customers and
 * one request in her scope.
 */
async function openWithForeignUsers(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { database } = fixture.portal;
  const foreignCustomers = Array.from({ length: 520 }, (_, index) =>
    createUserRow({
      login: `foreign${index}@elsewhere.example`,
      lastName: 'Foreign',
      company: 'Elsewhere Ltd',
      country: index % 2 === 0 ? 'NO' : 'DE',
      brandId: index % 2 === 0 ? 'blue' : 'red',
      ...(index >= 500 && { status: 'pending', profileId: null, requestDate: fixture.portal.now() }),
    }),
  );
  await database.kysely.insertInto('users').values(foreignCustomers).execute();
  const colleague = await fixture.portal.addUser({ login: 'colleague@portal.example', profileId: 2 });
  await assignSalesman(database, colleague, 'DE', 'red');
  await writeMissingSearchTexts(database);
  for (const login of ['mine1@near.example', 'mine2@near.example']) await fixture.portal.addUser({ login });
  await fixture.portal.addUser({ login: 'asks@near.example', status: 'pending', profileId: null });
  const allUsers = await database.kysely
    .selectFrom('users')
    .select(['id', 'status'])
    .where('login', 'like', 'foreign%')
    .orderBy('id')
    .execute();
  const listForeignIds = (status: string): number[] =>
    allUsers.filter((row) => row.status === status).map(({ id }) => id);
  return { ...fixture, foreign: listForeignIds('active'), foreignRequests: listForeignIds('pending') };
}

const readTotal = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'total' in body ? body.total : 'no total';

describe.each(databases)('500 customers out of scope (%s)', (kind) => {
  test('customers out of scope are in no list, total, search or sorted page of a salesman (T447)', async () => {
    const { portal, asAda, asRoot } = await openWithForeignUsers(kind);
    expect(readTotal((await portal.call(users.search, { token: asRoot, body: {} })).body)).toBe(505);
    const searches = [
      {},
      { pageSize: 200 },
      { keyword: 'e' },
      { status: 'active' },
      ...['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'].flatMap((field) =>
        ['asc', 'desc'].map((direction) => ({ pageSize: 200, sort: { field, direction } })),
      ),
    ];
    for (const body of searches) {
      const { items, total } = users.search.reply.parse((await portal.call(users.search, { token: asAda, body })).body);
      expect(total).toBe(3);
      expect(items.map(({ login }) => login).toSorted()).toEqual([
        'ada@portal.example',
        'mine1@near.example',
        'mine2@near.example',
      ]);
    }
    for (const body of [{ keyword: 'foreign' }, { keyword: 'elsewhere' }, { country: 'NO' }, { brand: 'red' }])
      expect(readTotal((await portal.call(users.search, { token: asAda, body })).body)).toBe(0);
    const pendingResponse = await portal.call(requests.search, { token: asAda, body: { pageSize: 200 } });
    expect(readTotal(pendingResponse.body)).toBe(1);
    expect(requests.search.reply.parse(pendingResponse.body).items.map(({ login }) => login)).toEqual([
      'asks@near.example',
    ]);
  });

  test('calls with the id of a customer out of scope get the same response as calls with an id that does not exist (T446)', async () => {
    const { portal, asAda, foreign, foreignRequests } = await openWithForeignUsers(kind);
    const approval = createApprovalBody(1);
    for (const id of [foreign[0] ?? 0, foreign[1] ?? 0, foreignRequests[0] ?? 0, 2_000_000_000]) {
      const params = { id };
      const responses = [
        await portal.call(users.get, { token: asAda, params }),
        await portal.call(users.history, { token: asAda, params }),
        await portal.call(users.update, { token: asAda, params, body: { version: 1, firstName: 'Taken' } }),
        await portal.call(users.suspend, { token: asAda, params, body: { version: 1, reason: 'no' } }),
        await portal.call(users.reinstate, { token: asAda, params, body: { version: 1 } }),
        await portal.call(users.invite, { token: asAda, params }),
        await portal.call(requests.get, { token: asAda, params }),
        await portal.call(requests.approve, { token: asAda, params, body: approval }),
        await portal.call(requests.reject, { token: asAda, params, body: { id, reason: 'no' } }),
        await portal.call(licenses.list, { token: asAda, params }),
        await portal.call(tools.licensable, { token: asAda, params }),
      ];
      for (const { status, body } of responses)
        expect([status, readProblemCode(body)]).toEqual([404, 'USER_NOT_FOUND']);
    }
  });

  test('a bulk deletion does not find customers out of scope, and deletes none of them', async () => {
    const { portal, asAda, foreign, foreignRequests } = await openWithForeignUsers(kind);
    const body = [...foreign.slice(0, 150), ...foreignRequests];
    const response = await portal.call(users.removeMany, { token: asAda, body });
    const { results } = users.removeMany.reply.parse(response.body);
    expect(results).toEqual(body.map((id) => ({ id, outcome: 'notFound' })));
    const remainingRows = await portal.database.kysely
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('login', 'like', 'foreign%')
      .executeTakeFirstOrThrow();
    expect(remainingRows.count).toBe(520);
  });

  test('a salesman does not see customers out of scope in options, coverage, tools to request or CRM accounts (T445)', async () => {
    const { portal, asAda } = await openWithForeignUsers(kind);
    const optionsReply = requests.options.reply.parse((await portal.call(requests.options, { token: asAda })).body);
    expect(optionsReply.countries.map(({ code }) => code)).toEqual(['DE']);
    const coverageReply = countrySalesmen.coverage.reply.parse(
      (await portal.call(countrySalesmen.coverage, { token: asAda })).body,
    );
    expect(coverageReply.rows.map(({ country }) => country)).toEqual(['DE']);
    expect(
      coverageReply.rows[0]?.brands.map(({ users: userCount, requests: requestCount }) => [userCount, requestCount]),
    ).toEqual([
      [2, 1],
      [0, 0],
    ]);
    const readToolsToRequest = (userEmail: string) =>
      portal.call(registration.configTool, { token: asAda, query: { userEmail } }).then(({ body }) => body);
    expect(await readToolsToRequest('foreign1@elsewhere.example')).toEqual(
      await readToolsToRequest('nobody@elsewhere.example'),
    );
    expect(await readToolsToRequest('mine1@near.example')).toEqual({ tools: [] });
    const accounts = ['DE', 'NO'].map((country) => ({ account: country, name: `Firm ${country}`, city: 'X', country }));
    await portal.database.kysely
      .insertInto('crmAccounts')
      .values(accounts.map((row) => ({ ...row, fold: foldAccount(row) })))
      .execute();
    const crmResponse = await portal.call(users.crm, { token: asAda, body: { keyword: 'firm' } });
    expect(crmResponse.body).toMatchObject({ total: 1, items: [{ account: 'DE' }] });
  });

  test('a salesman sees the customers they created, in any country, and never other staff', async () => {
    const { portal, ada, asAda, root } = await openWithForeignUsers(kind);
    await portal.addUser({ login: 'made@far.example', country: 'FR', createdBy: ada });
    await portal.addUser({ login: 'staff@far.example', country: 'DE', profileId: 10, createdBy: ada });
    const { items } = users.search.reply.parse((await portal.call(users.search, { token: asAda, body: {} })).body);
    expect(items.map(({ login }) => login)).toContain('made@far.example');
    expect(items.map(({ login }) => login)).not.toContain('staff@far.example');
    expect((await portal.call(users.get, { token: asAda, params: { id: root } })).status).toBe(404);
  });
});
