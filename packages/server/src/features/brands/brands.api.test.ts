import { brands } from '@basics/contract/brands/brands.ts';
import { portalSetup } from '@basics/contract/brands/portal-setup.ts';
import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { openPortal, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { createThemeSource } from './theme-source.ts';

async function fetchBrandOfHost(portal: Portal, host: string): Promise<string> {
  const { status, body } = await portal.call(brands.setup, { headers: { host } });
  expect(status).toBe(200);
  return portalSetup.parse(body).brand;
}

describe.each(defaultDatabases)('the brand of a host name (%s)', (kind) => {
  const portal = suitePortal(kind, {
    config: {
      demo: false,
      pocUrl: 'https://poc.example',
      crmUrl: null,
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
    },
  });

  test('the call for the setup of the portal returns the name of each theme, and only public fields', async () => {
    const { body } = await portal().call(brands.setup);
    expect(body).toEqual({
      brand: 'blue',
      brandBy: 'default',
      brands: [
        {
          id: 'blue',
          name: 'Basics Blue',
          theme: 'product',
          supportEmail: 'support@basics-blue.example',
          legalEntity: 'Basics Blue',
        },
        {
          id: 'red',
          name: 'Basics Red',
          theme: 'partner',
          supportEmail: 'support@basics-red.example',
          legalEntity: 'Basics Red',
        },
      ],
      demo: false,
      pocUrl: 'https://poc.example',
      passkeys: { origin: 'http://localhost:3000', here: false },
    });
  });

  test('a host name selects its brand; port, upper case and a dot at the end are ignored', async () => {
    await portal().database.kysely.insertInto('brandHosts').values({ host: 'red.example', brandId: 'red' }).execute();
    await portal().database.kysely.insertInto('brandHosts').values({ host: '[::1]', brandId: 'red' }).execute();
    for (const host of [
      'red.example',
      'red.example:8443',
      'RED.Example',
      'red.example.',
      'red.example.:80',
      '[::1]',
      '[::1]:3000',
    ])
      expect(await fetchBrandOfHost(portal(), host), host).toBe('red');
  });

  test.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    'notred.example',
    'sub.red.example',
    'red.example.evil.example',
    '[::2]',
    "red.example' or '1'='1",
    '',
  ])('the host %j shows the default brand', async (host) => {
    expect(await fetchBrandOfHost(portal(), host)).toBe('blue');
  });

  test('the headers X-Forwarded-Host and Forwarded from a client do not change the brand (T259)', async () => {
    const { body } = await portal().call(brands.setup, {
      headers: { host: 'localhost', 'x-forwarded-host': 'red.example', forwarded: 'host=red.example' },
    });
    expect(body).toMatchObject({ brand: 'blue' });
  });

  test.each([
    ['https://portal.example', 'portal.example', { origin: 'https://portal.example', here: true }],
    ['https://portal.example', 'portal.example:443', { origin: 'https://portal.example', here: true }],
    ['https://portal.example', 'red.example', { origin: 'https://portal.example', here: false }],
    ['http://localhost:3000', 'localhost:3000', { origin: 'http://localhost:3000', here: true }],
    ['http://localhost:3000', '127.0.0.1:3000', { origin: 'http://localhost:3000', here: false }],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', null],
    ['http://[::1]:3000', '[::1]:3000', null],
  ])(
    'if the address of the portal is %s, the host %s learns where passkeys work',
    async (publicUrl, host, passkeys) => {
      const themes = createThemeSource({ db: portal().database.kysely, demoAccounts: null, pocUrl: null, publicUrl });
      expect(await themes.readSetup(host)).toMatchObject({ passkeys });
    },
  );

  test('the default brand is the brand that is marked as default in the database', async () => {
    const { kysely } = portal().database;
    await kysely.updateTable('brands').set({ isDefault: 0 }).where('id', '=', 'blue').execute();
    await kysely.updateTable('brands').set({ isDefault: 1 }).where('id', '=', 'red').execute();
    expect(await fetchBrandOfHost(portal(), 'localhost')).toBe('red');
    await kysely.updateTable('brands').set({ isDefault: 0 }).where('id', '=', 'red').execute();
    await kysely.updateTable('brands').set({ isDefault: 1 }).where('id', '=', 'blue').execute();
  });

  test('the style sheet contains both themes (T260)', async () => {
    const { statusCode, headers, body } = await portal().http.inject('/brands/looks.css');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' });
    expect(body).toContain(":root[data-brand='product']");
    expect(body).toContain(":root[data-brand='partner']");
  });

  test('logo and favicon are served per brand, and an unknown brand gives 404', async () => {
    for (const path of ['blue/mark', 'blue/favicon', 'red/mark', 'red/favicon']) {
      const { statusCode, body } = await portal().http.inject(`/brands/${path}.svg`);
      expect({ statusCode, starts: body.slice(0, 5) }).toEqual({ statusCode: 200, starts: '<svg ' });
    }
    for (const path of ['green/mark', 'blue/other', '..%2f/mark', '%00/mark', 'toString/mark', '__proto__/mark']) {
      const { statusCode } = await portal().http.inject(`/brands/${path}.svg`);
      expect(statusCode).toBe(404);
    }
  });

  test('a value of a theme that is not a colour is not written to the style sheet', async () => {
    const { kysely } = portal().database;
    const { tokens } = await kysely
      .selectFrom('brands')
      .select('tokens')
      .where('id', '=', 'red')
      .executeTakeFirstOrThrow();
    const maliciousTheme = JSON.stringify({
      ...JSON.parse(tokens),
      brand: ['#fff; } body { background: url(//evil.example) }', '#fff'],
    });
    await kysely.updateTable('brands').set({ tokens: maliciousTheme }).where('id', '=', 'red').execute();
    const { statusCode, body } = await portal().http.inject('/brands/looks.css');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('evil');
    await kysely.updateTable('brands').set({ tokens }).where('id', '=', 'red').execute();
  });
});

test.each(databases)('behind a trusted proxy, the host name that the proxy sends is used (%s)', async (kind) => {
  const proxiedPortal = await openPortal(await createTestDatabase(kind), {
    config: {
      demo: false,
      pocUrl: null,
      crmUrl: null,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: ['127.0.0.1'],
    },
  });
  await proxiedPortal.database.kysely
    .insertInto('brandHosts')
    .values({ host: 'red.example', brandId: 'red' })
    .execute();
  const { body } = await proxiedPortal.call(brands.setup, {
    headers: { host: 'localhost', 'x-forwarded-host': 'red.example' },
  });
  expect(body).toMatchObject({ brand: 'red' });
  await proxiedPortal.close();
});
