import { crm } from '@basics/contract/crm/crm.ts';
import { users } from '@basics/contract/users/users.ts';
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';
import { foldAccount } from './crm.repository.ts';

const config = {
  crmUrl: 'https://crm.example/accounts',
  demo: false,
  pocUrl: null,
  publicUrl: 'http://127.0.0.1',
  trustedProxies: [],
};
const createAccount = (name: string, country: string | null) => ({
  account: name,
  name: `Firm ${name}`,
  city: 'Köln',
  country,
});

/** Replaces `fetch` and behaves like an endpoint that accepts a request and never answers. */
const neverAnswer = (_: unknown, init?: RequestInit): Promise<Response> =>
  new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late'))));

describe.each(databases)('the search for CRM accounts (%s)', (kind) => {
  test('a search in the built-in table ignores accents, sorts by name, and returns one page at a time (T271)', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const rows = [createAccount('B', 'DE'), createAccount('A', 'NO'), createAccount('C', null)];
    await portal.database.kysely
      .insertInto('crmAccounts')
      .values(rows.map((row) => ({ ...row, fold: foldAccount(row) })))
      .execute();
    const searchAccounts = async (body: Record<string, unknown>) =>
      (await portal.call(users.crm, { token: asRoot, body })).body;
    expect(await searchAccounts({})).toEqual({
      items: [rows[1], rows[0], rows[2]],
      total: 3,
      pageNumber: 1,
      pageSize: 10,
    });
    expect(await searchAccounts({ keyword: 'koln b' })).toMatchObject({ items: [rows[0]], total: 1 });
    expect(await searchAccounts({ keyword: '_' })).toMatchObject({ total: 0 });
    expect(await searchAccounts({ pageSize: 1, pageNumber: 2 })).toMatchObject({ items: [rows[0]], total: 3 });
  });

  test('the endpoint of the CRM gets the countries of the salesman, and accounts of other countries are left out (T273)', async () => {
    const calledUrls: string[] = [];
    const fetch = async (...[address]: Parameters<typeof globalThis.fetch>) => {
      calledUrls.push(address instanceof URL ? address.href : 'no URL');
      return Response.json({
        items: [createAccount('A', 'DE'), createAccount('B', 'NO'), createAccount('C', null)],
        total: 900,
        more: 1,
      });
    };
    const { portal, asRoot, asAda } = await openStaffedPortal(kind, { config, fetch });
    const body = { keyword: 'a&b' };
    expect((await portal.call(users.crm, { token: asAda, body })).body).toMatchObject({
      total: 1,
      items: [{ account: 'A' }],
    });
    expect((await portal.call(users.crm, { token: asRoot, body })).body).toMatchObject({ total: 900 });
    expect(calledUrls).toEqual([
      'https://crm.example/accounts?keyword=a%26b&pageNumber=1&pageSize=10&countries=DE',
      'https://crm.example/accounts?keyword=a%26b&pageNumber=1&pageSize=10',
    ]);
  });

  test('a salesman without a country sees no accounts, and the endpoint of the CRM is not called', async () => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return Response.json({ items: [], total: 900 });
    };
    for (const options of [{}, { config, fetch }]) {
      const { portal, asAda } = await openStaffedPortal(kind, options);
      await portal.database.kysely.deleteFrom('countryBrandSalesmen').execute();
      expect((await portal.call(users.crm, { token: asAda, body: {} })).body).toMatchObject({ items: [], total: 0 });
    }
    expect(calls).toBe(0);
  });

  test('if the endpoint of the CRM fails, the page is empty and has a hint (T272)', async () => {
    const failingFetches = [
      () => Promise.reject(new TypeError('refused')),
      async () => new Response('no', { status: 500 }),
      async () => Response.json({ items: 'none' }),
      async () => new Response('<html>'),
    ];
    for (const fetch of failingFetches) {
      const { portal, asRoot } = await openStaffedPortal(kind, { config, fetch });
      const response = await portal.call(users.crm, { token: asRoot, body: {} });
      expect(response).toMatchObject({
        status: 200,
        body: { items: [], total: 0, hint: expect.stringContaining('CRM') },
      });
    }
  });

  test('a CRM gets the credential and the number of the page', async () => {
    const requests: string[] = [];
    const stub = createServer((request, response) => {
      requests.push(`${request.headers.authorization} ${request.url}`);
      const page = new URL(request.url ?? '', 'http://stub').searchParams;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ items: [createAccount(`page ${page.get('pageNumber')}`, 'DE')], total: 31 }));
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void stub.close());
    const address = stub.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { portal, asRoot } = await openStaffedPortal(kind, {
      config: {
        ...config,
        crmUrl: `http://127.0.0.1:${port}/accounts?tenant=7`,
        crmAuthorization: 'Bearer secret-of-the-crm',
      },
      fetch: globalThis.fetch,
    });
    const found = await portal.call(users.crm, { token: asRoot, body: { pageNumber: 4 } });
    expect(found.body).toMatchObject({ items: [{ account: 'page 4' }], total: 31, pageNumber: 4 });
    expect(requests).toEqual(['Bearer secret-of-the-crm /accounts?tenant=7&keyword=&pageNumber=4&pageSize=10']);
  });

  test('a CRM writes accounts of its countries one by one; the same account again changes nothing', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const put = (token: string, body: Record<string, unknown>, id = '0815') =>
      portal.call(crm.put, { token, params: { id }, body });
    const alder = { name: 'Alder GmbH', city: 'Bremen', country: 'DE' };
    const countEntries = async () =>
      (await portal.database.kysely.selectFrom('audit').select('id').where('subjectKind', '=', 'crmAccount').execute())
        .length;
    expect((await put(asAda, alder)).body).toEqual({ account: '0815', ...alder });
    expect((await put(asAda, alder)).status).toBe(200);
    expect(await countEntries()).toBe(1);
    expect((await put(asAda, { ...alder, city: 'Kiel' })).body).toMatchObject({ city: 'Kiel' });
    expect((await portal.call(users.crm, { token: asAda, body: { keyword: 'kiel' } })).body).toMatchObject({
      total: 1,
    });
    expect((await put(asAda, { ...alder, country: 'NO' })).body).toMatchObject({
      fields: { country: expect.any(String) },
    });
    expect((await put(asRoot, { ...alder, country: 'Germany' })).body).toMatchObject({
      fields: { country: expect.stringContaining('two letters') },
    });
    expect((await put(asRoot, { ...alder, country: 'NO' })).status).toBe(200);
    expect((await put(asAda, alder)).body).toMatchObject({ code: 'RESULTS_NOT_FOUND' });
    expect(await countEntries()).toBe(3);
  });

  test('a call to an endpoint of the CRM that does not answer ends after a time limit', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind, { config, fetch: neverAnswer });
    expect((await portal.call(users.crm, { token: asRoot, body: {} })).body).toMatchObject({
      hint: expect.any(String),
    });
  });
});
