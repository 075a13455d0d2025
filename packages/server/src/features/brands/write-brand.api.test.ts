import { brands, maxBrands } from '@basics/contract/brands/brands.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { greenTheme, openBrands, svgPicture } from '#server/testing/records/brands.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { databases, type DatabaseKind, defaultDatabases } from '#server/testing/database/databases.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { camelCase } from '#server/database/names.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { cascadingTables, grantsOfCompanies, referringTables } from './brands.repository.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const openFixture = (kind: DatabaseKind) => openBrands(kind, pages.folder);

describe.each(defaultDatabases)('changes to a brand (%s)', (kind) => {
  test('colours with too little contrast are refused, and the message contains the two colours, their contrast and the required contrast', async () => {
    const { update, get, portal } = await openFixture(kind);
    const blueBrand = await get('blue');
    const paleTokens = { ...blueBrand.tokens, onBrand: { light: '#ffffff', dark: '#8fb4ff' } };
    const { body } = await update('blue', { tokens: paleTokens });
    expect(body).toMatchObject({
      fields: { 'tokens.brand.dark': 'Button text on brand: the contrast is 2.64:1 and needs to be 4.5:1.' },
    });
    expect(await get('blue')).toEqual(blueBrand);
    await portal.close();
  });

  test('a change of a brand is visible with the next request, and browsers keep unchanged files in their caches', async () => {
    const { update, setPicture, load, portal } = await openFixture(kind);
    for (const [url, change] of [
      ['/brands/looks.css', () => update('blue', { tokens: greenTheme })],
      ['/brands/blue/mark.svg', () => setPicture('blue', svgPicture)],
    ] as const) {
      const firstResponse = await load(url);
      const conditionalHeaders = { 'if-none-match': String(firstResponse.headers['etag']) };
      expect(firstResponse.headers['cache-control']).toBe('no-cache');
      expect(await load(url, conditionalHeaders)).toMatchObject({ statusCode: 304, body: '' });
      expect(await change()).toMatchObject({ status: 200 });
      const secondResponse = await load(url, conditionalHeaders);
      expect(secondResponse.statusCode).toBe(200);
      expect(secondResponse.body).not.toBe(firstResponse.body);
    }
    await portal.close();
  });

  test('host names can be added and removed, and each host name shows only one brand', async () => {
    const { update, get, load, portal } = await openFixture(kind);
    const readShownBrand = async (host: string) => /data-brand="([^"]*)"/.exec((await load('/', { host })).body)?.[1];
    expect(
      await update('red', { hosts: ['Partner.example', 'xn--grn-hoa.example', '[::1]', 'localhost'] }),
    ).toMatchObject({ status: 200 });
    expect((await get('red')).hosts).toEqual(['[::1]', 'localhost', 'partner.example', 'xn--grn-hoa.example']);
    expect(await readShownBrand('partner.example')).toBe('partner');
    expect(await readShownBrand('[::1]:3000')).toBe('partner');
    expect(await update('blue', { hosts: ['a.example', 'PARTNER.example'] })).toMatchObject({
      status: 422,
      body: { fields: { 'hosts.1': 'Another brand uses this host name. Remove it there first.' } },
    });
    await update('red', { hosts: [] });
    expect(await readShownBrand('partner.example')).toBe('product');
    expect(await update('blue', { hosts: ['partner.example'] })).toMatchObject({ status: 200 });
    await portal.close();
  });

  test('the second of two simultaneous changes of a brand is refused with STALE, even if it changes other fields', async () => {
    const { portal, token, update, setPicture, get } = await openFixture(kind);
    expect(await update('red', { name: 'Basics Crimson' })).toMatchObject({
      status: 200,
      body: { name: 'Basics Crimson', version: 2 },
    });
    const staleResponse = { status: 409, body: { code: 'STALE' } };
    expect(await update('red', { name: 'Basics Rose', version: 1 })).toMatchObject(staleResponse);
    expect(await setPicture('red', svgPicture, 1)).toMatchObject(staleResponse);
    expect(await portal.call(brands.makeDefault, { token, params: { id: 'red' }, body: { version: 1 } })).toMatchObject(
      staleResponse,
    );
    expect(await get('red')).toMatchObject({ name: 'Basics Crimson', version: 2 });
    await portal.close();
  });

  test('an update of a brand with its current values changes nothing', async () => {
    const { update, setPicture, audited, portal } = await openFixture(kind);
    await setPicture('red', svgPicture);
    expect(await update('red', {})).toMatchObject({ body: { version: 2 } });
    expect(await setPicture('red', `${svgPicture}\n`)).toMatchObject({ body: { version: 2 } });
    expect(await audited()).toHaveLength(1);
    await portal.close();
  });

  test('another brand can become the default, and exactly one brand is the default', async () => {
    const { portal, token, get, remove } = await openFixture(kind);
    const makeDefault = (version: number) =>
      portal.call(brands.makeDefault, { token, params: { id: 'red' }, body: { version } });
    expect(await makeDefault(1)).toMatchObject({ status: 200, body: { isDefault: true, version: 2 } });
    expect(await makeDefault(2)).toMatchObject({ status: 200, body: { isDefault: true, version: 2 } });
    expect((await get('blue')).isDefault).toBe(false);
    expect((await portal.call(brands.setup)).body).toMatchObject({ brand: 'red' });
    expect(await remove('red')).toMatchObject({ status: 422, body: { code: 'DEFAULT_BRAND' } });
    await portal.close();
  });

  test('a picture is served with the checked content, and browsers neither run scripts in it nor treat it as another type (T262)', async () => {
    const { setPicture, load, portal } = await openFixture(kind);
    expect(await setPicture('red', `<?xml version="1.0"?>\n<!-- by hand -->\n${svgPicture}\n`)).toMatchObject({
      status: 200,
    });
    const { headers, body } = await load('/brands/red/mark.svg');
    expect(body).toBe(svgPicture);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    );
    await portal.close();
  });

  test('a picture with an element that is not a shape is refused, and the message names the element; so is one of more than 32 KiB (T981)', async () => {
    const { setPicture, load, portal } = await openFixture(kind);
    const logoBefore = (await load('/brands/red/mark.svg')).body;
    const maliciousSvg = svgPicture.replace('<path', '<script>alert(1)</script><path');
    expect(await setPicture('red', maliciousSvg)).toMatchObject({
      status: 422,
      body: { fields: { svg: expect.stringContaining('<script> is not allowed') } },
    });
    expect(await setPicture('red', '')).toMatchObject({
      status: 422,
      body: { fields: { svg: 'Choose an SVG file, or paste its text.' } },
    });
    expect(
      await setPicture('red', svgPicture.replace('<path', `<path d="${'M0 0'.repeat(9000)}"/><path`)),
    ).toMatchObject({
      status: 422,
      body: { fields: { svg: 'It is larger than 32 KiB. Simplify its shapes.' } },
    });
    expect((await load('/brands/red/mark.svg')).body).toBe(logoBefore);
    await portal.close();
  });

  test('the audit log contains every change of a brand, with the previous values (T263)', async () => {
    const { portal, token, create, update, setPicture, remove, audited } = await openFixture(kind);
    await create();
    await update('green', {
      name: 'Basics Garden',
      tokens: { ...greenTheme, brandSoft: { light: '#ffffff', dark: '#12301e' } },
    });
    await setPicture('green', svgPicture);
    await portal.call(brands.makeDefault, { token, params: { id: 'red' }, body: { version: 1 } });
    await remove('green');
    const auditRows = await audited();
    expect(auditRows.map(({ said }) => said)).toEqual([
      'root brand.create green',
      'root brand.update green',
      'root brand.setPicture green',
      'root brand.makeDefault red',
      'root brand.delete green',
    ]);
    expect(auditRows[1]).toMatchObject({
      before: { name: 'Basics Green', colours: greenTheme },
      after: { name: 'Basics Garden', colours: { brandSoft: { light: '#ffffff' } } },
    });
    expect(Object.keys(Object(auditRows[1]?.after))).toEqual(['name', 'colours']);
    expect(auditRows[2]?.after).toEqual({ mark: expect.stringMatching(/^\d+ bytes, SHA-256 [0-9a-f]{64}$/) });
    await portal.close();
  });
});

/** The field with the error, and the wrong values that replace the valid values of a new brand. */
const refusedBrands: [field: string, wrongValues: Record<string, unknown>][] = [
  ['id', { id: 'Green' }],
  ['id', { id: 'g' }],
  ['id', { id: 'green-' }],
  ['id', { id: '../x' }],
  ['id', { id: 'blue' }],
  ['id', { id: 'data' }],
  ['theme', { theme: "x'] {} *" }],
  ['theme', { theme: 'partner' }],
  ['code', { code: 8 }],
  ['code', { code: 1 }],
  ['name', { name: ' ' }],
  ['supportEmail', { supportEmail: 'a@b.example, c@d.example' }],
  ['senderAddress', { senderAddress: 'nobody' }],
  ['senderAddress', { senderAddress: 'A <a@b.example>, B <c@d.example>' }],
  ['hosts.0', { hosts: ['https://green.example'] }],
  ['hosts.0', { hosts: ['green.example:80'] }],
  ['hosts.0', { hosts: ['green.example/x'] }],
  ['hosts.0', { hosts: ['-green.example'] }],
  ['hosts.0', { hosts: ['green..example'] }],
  ['hosts.0', { hosts: ['*.example'] }],
  ['hosts.0', { hosts: ['grün.example'] }],
  ['hosts.0', { hosts: [''] }],
  ['hosts.1', { hosts: ['green.example', 'Green.Example'] }],
  ['tokens.brand.light', { tokens: { ...greenTheme, brand: { light: 'red', dark: '#1f7f49' } } }],
  ['tokens.brand.light', { tokens: { ...greenTheme, brand: { light: '#fff; }', dark: '#1f7f49' } } }],
  ['tokens.brandText.dark', { tokens: { ...greenTheme, brandText: { light: '#17693a', dark: '#17693a' } } }],
];

describe.each(databases)('a new brand (%s)', (kind) => {
  test('a new brand is visible from the next request on: at its host name, on every page and in the style sheet', async () => {
    const { create, load, portal } = await openFixture(kind);
    const loadHtml = async () => (await load('/sign-in', { host: 'green.example:8443' })).body;
    expect(await loadHtml()).toContain('data-brand="product"');
    expect(await create()).toMatchObject({
      status: 200,
      body: {
        id: 'green',
        code: 2,
        theme: 'garden',
        tokens: greenTheme,
        hosts: ['green.example'],
        isDefault: false,
        version: 1,
      },
    });
    expect(await loadHtml()).toContain('data-brand="garden"');
    expect(await loadHtml()).toContain('<title>Basics Green Portal</title>');
    expect((await load('/brands/looks.css')).body).toContain(
      ":root[data-brand='garden'] {\n  --brand: light-dark(#17693a, #1f7f49);",
    );
    expect((await load('/brands/green/mark.svg')).body).toMatch(/^<svg .*#1f7f49/);
    const { body } = await portal.call(brands.setup, { headers: { host: 'GREEN.example.' } });
    expect(body).toMatchObject({
      brand: 'green',
      brandBy: 'host',
      brands: [{ id: 'blue' }, { id: 'red' }, { id: 'green', name: 'Basics Green' }],
    });
    await portal.close();
  });

  test('a new brand has a policy for every profile and tool, so that a licence can be issued for it', async () => {
    const { create, portal } = await openFixture(kind);
    await create();
    const { kysely } = portal.database;
    const findPolicyTerms = (brand: string) =>
      kysely
        .selectFrom('licencePolicies')
        .select(['profileId', 'toolId', 'months', 'days', 'seats', 'moves', 'graceDays'])
        .where('brandId', '=', brand)
        .orderBy('profileId')
        .execute();
    expect(await findPolicyTerms('green')).toEqual(await findPolicyTerms('blue'));
    const ada = await addPerson(portal, { brandId: 'green', profileId: 7 });
    const response = await portal.call(licenses.issue, {
      token: ada.token,
      params: { id: ada.id },
      body: { verificationCode: createCode(createMachine('garden')) },
    });
    expect(response).toMatchObject({ status: 200, body: { brand: 'green' } });
    await portal.close();
  });

  test('a new brand without any values is refused, with a message at each missing field', async () => {
    const { portal, token } = await openFixture(kind);
    const { status, body } = await portal.call(brands.create, { token, body: {} });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      fields: {
        id: 'Id is required.',
        theme: 'Theme is required.',
        code: 'Code is required.',
        name: 'Name is required.',
        supportEmail: 'Email is required.',
        legalEntity: 'Legal entity is required.',
      },
    });
    await portal.close();
  });

  test('a new brand with a wrong value gets one message, at the wrong field, and nothing is written', async () => {
    const { create, portal } = await openFixture(kind);
    for (const [field, wrongValues] of refusedBrands) {
      const { status, body } = await create(Object(wrongValues));
      expect({ status, code: readProblemCode(body) }, field).toEqual({ status: 422, code: 'INVALID' });
      expect(Object.keys(Object(Object(body).fields))).toEqual([field]);
    }
    expect(await portal.database.kysely.selectFrom('brands').selectAll().execute()).toHaveLength(2);
    await portal.close();
  });

  test('there can be at most eight brands, because a licence code has room for eight', async () => {
    const { create, portal } = await openFixture(kind);
    for (let code = 2; code < maxBrands; code += 1)
      expect((await create({ id: `b${code}`, theme: `t${code}`, code, hosts: [] })).status).toBe(200);
    expect(await create({ id: 'b9', theme: 't9', code: 7, hosts: [] })).toMatchObject({
      status: 422,
      body: { fields: { code: expect.stringContaining('eight brands') } },
    });
    await portal.close();
  });

  test('simultaneous requests for new brands with the same code number create only one brand', async () => {
    const { create, portal } = await openFixture(kind);
    const responses = await Promise.all(['one', 'two', 'three'].map((id) => create({ id, theme: id, hosts: [] })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    await portal.close();
  });

  test('an unused brand is deleted with its host names and policies', async () => {
    const { create, remove, load, portal } = await openFixture(kind);
    await create();
    expect((await remove('green')).status).toBe(204);
    expect((await load('/', { host: 'green.example' })).body).toContain('data-brand="product"');
    for (const table of cascadingTables)
      expect(
        await portal.database.kysely.selectFrom(table).select('brandId').where('brandId', '=', 'green').execute(),
      ).toEqual([]);
    expect(await remove('green')).toMatchObject({ status: 404, body: { code: 'RESULTS_NOT_FOUND' } });
    expect((await create()).status).toBe(200);
    await portal.close();
  });

  test('a brand in use is not deleted, and the message says what uses it', async () => {
    const { create, remove, get, portal } = await openFixture(kind);
    await create();
    for (const login of ['a@green.example', 'b@green.example'])
      await addPerson(portal, { login, brandId: 'green', grants: login.startsWith('a') ? [{ brand: 'green' }] : [] });
    expect((await get('green')).usedBy).toMatchObject({ users: 2, grants: 1, licences: 0 });
    expect(await remove('green')).toMatchObject({
      status: 409,
      body: {
        code: 'BRAND_IN_USE',
        message: 'This brand cannot be deleted because it is used by 2 users, 1 tool grant. Move or delete them first.',
      },
    });
    await portal.close();
  });

  test('the rows of every table that refers to a brand either prevent the deletion of the brand or are deleted with it', async () => {
    const { portal } = await openFixture(kind);
    const knownTables = [...Object.values(referringTables), grantsOfCompanies, ...cascadingTables].toSorted();
    expect(await findTablesWithBrands(portal.database.kysely, kind)).toEqual(knownTables);
    await portal.close();
  });
});

async function findTablesWithBrands(db: Db, kind: DatabaseKind): Promise<string[]> {
  const { rows } =
    kind === 'SQLite'
      ? await sql<{
          name: string;
        }>`select distinct t.name from pragma_table_list() t, pragma_foreign_key_list(t.name) f where f."table" = 'brands'`.execute(
          db,
        )
      : await sql<{
          name: string;
        }>`select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'brands'::regclass`.execute(
          db,
        );
  return rows.map(({ name }) => camelCase(name)).toSorted();
}
