import { brands, maxBrands } from '@basics/contract/brands/brands.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { greenTheme, openBrands } from '#server/testing/records/brands.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { camelCase } from '#server/database/columns.ts';
import { databases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { cascadingTables, referringTables } from './brands.repository.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const openFixture = (kind: DatabaseKind) => openBrands(kind, pages.folder);

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
    const knownTables = [...Object.values(referringTables), ...cascadingTables].toSorted();
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
