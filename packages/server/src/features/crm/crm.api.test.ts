import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
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

  test('a call to an endpoint of the CRM that does not answer ends after a time limit', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind, { config, fetch: neverAnswer });
    expect((await portal.call(users.crm, { token: asRoot, body: {} })).body).toMatchObject({
      hint: expect.any(String),
    });
  });
});
