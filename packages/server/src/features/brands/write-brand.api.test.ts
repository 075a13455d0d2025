import { brands } from '@basics/contract/brands/brands.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { greenTheme, openBrands, svgPicture } from '#server/testing/records/brands.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { databases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const openFixture = (kind: DatabaseKind) => openBrands(kind, pages.folder);

describe.each(databases)('changes to a brand (%s)', (kind) => {
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

  test('a picture is served with the checked content, and browsers neither run scripts in it nor treat it as another type', async () => {
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

  test('a picture with an element that is not a shape is refused, and the message names the element', async () => {
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
    expect((await load('/brands/red/mark.svg')).body).toBe(logoBefore);
    await portal.close();
  });

  test('the audit log contains every change of a brand, with the previous values', async () => {
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
