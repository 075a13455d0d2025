import { portalSetup } from '@basics/contract/portal-setup.ts';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makePages } from '#server/testing/built-pages.ts';
import { freshDatabase } from '#server/testing/databases.ts';
import { openPortal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/suite-portal.ts';
import { StartFault } from '#server/platform/start-fault.ts';

const pages = await makePages();
afterAll(() => pages.remove());

/** The settings in the page, as a browser would read them. */
function setupIn(page: string) {
  const content = /name="basics-portal" content="([^"]*)"/.exec(page)?.[1] ?? '';
  return portalSetup.parse(
    JSON.parse(content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))),
  );
}

describe('the pages', () => {
  const portal = suitePortal('SQLite', { pages: pages.folder });
  const get = (url: string, headers: Record<string, string> = {}) =>
    portal().http.inject({ method: 'GET', url, headers });

  test.each([
    '/',
    '/sign-in',
    '/license/verify',
    '/users/1/edit',
    '/no-such-page',
    '/?x=1',
    '/sign-in?next=/a.b',
    '/core',
    '/corex/api',
  ])('%s returns the page, which browsers must revalidate', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(body).toContain('<div id="root"></div>');
  });

  test('a file is served; one with a hash in its name may be cached for a year', async () => {
    const asset = await get('/assets/index-abc123.js');
    expect(asset.headers).toMatchObject({
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await get('/theme.js')).headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
  });

  test('a script is sent as the build compressed it, where the browser accepts Brotli', async () => {
    const url = '/assets/users-page-def456.js';
    const compressed = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringContaining('accept-encoding'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(compressed.body).toBe('compressed');
    expect((await get(url)).body).toMatch(/^\/\/ the users/);
    expect((await get(`${url}.br`)).statusCode).toBe(404);
  });

  test('a script has no headers that only a document needs; every other file has them', async () => {
    const { headers } = await get('/assets/users-page-def456.js');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Object.keys(headers).filter((name) => /policy|^x-frame|^permissions/.test(name))).toEqual([
      'cross-origin-resource-policy',
    ]);
    expect((await get('/theme.js')).headers).toHaveProperty('content-security-policy');
  });

  test.each(['br', 'gzip, deflate, br;q=0.5', 'br;q=0, gzip', ''])(
    'a page for a browser that accepts "%s"',
    async (accepted) => {
      const plain = (await get('/users')).body;
      const { headers, rawPayload } = await get('/users', { 'accept-encoding': accepted });
      const isCompressed = accepted !== '' && !accepted.startsWith('br;q=0,');
      expect(headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
      expect(headers['vary']).toContain('accept-encoding');
      expect((isCompressed ? brotliDecompressSync(rawPayload) : rawPayload).toString()).toBe(plain);
    },
  );

  test.each([
    ['/users', ['users-page-def456']],
    ['/users/17/edit?x=/users', ['edit-user-page-ghi789']],
    ['/users/17/edit/more', []],
    ['/no-such-page', []],
  ])('the page at %s names the scripts of its route: %j', async (url, scripts) => {
    const { body } = await get(url);
    const named = [...body.matchAll(/rel="modulepreload" crossorigin href="\/assets\/([^"]+)\.js"/g)].map(
      ([, name]) => name,
    );
    expect(named).toEqual(scripts);
  });

  test.each([
    '/assets/gone.js',
    '/assets/index-abc123.js.map',
    '/favicon.ico',
    '/robots.txt',
    '/.vite/manifest.json',
    '/.git/config',
    '/.env',
    '/.well-known/unknown',
    '/a/.hidden',
    '/index.html',
    '/portal.db',
    '/assets/',
  ])('%s is answered with 404 and not with the page', async (url) => {
    const { statusCode, body } = await get(url);
    expect({ statusCode, isPage: body.includes('<div id="root">') }).toEqual({ statusCode: 404, isPage: false });
  });

  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/%2e%2e%2f%2e%2e%2fpackage.json',
    '/%252e%252e%252fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00.js',
    '/assets/index-abc123.js%00.html',
    '/%c0%ae%c0%ae/package.json',
    '/..;/package.json',
    '//etc/passwd.txt',
    '/assets//index-abc123.js/..%2f..%2fpackage.json',
    '/%',
    '/%zz.json',
    `/${'a/'.repeat(4000)}x.js`,
    `/${'a'.repeat(8000)}.js`,
  ])('%s cannot read files outside the folder', async (url) => {
    const { statusCode, body } = await get(url);
    expect([400, 404]).toContain(statusCode);
    expect(body).not.toMatch(/workspaces|root:x|<div id="root">/);
  });

  test('HEAD of a page and of a file has the headers of GET, without the body', async () => {
    for (const url of ['/sign-in', '/theme.js']) {
      const head = await portal().http.inject({ method: 'HEAD', url });
      const { statusCode, headers } = await get(url);
      expect({ status: head.statusCode, type: head.headers['content-type'], body: head.body }).toEqual({
        status: statusCode,
        type: headers['content-type'],
        body: '',
      });
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    '%s of a page is answered with 404',
    async (method) => {
      const { statusCode, body } = await portal().http.inject({ method, url: '/sign-in' });
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ code: 'PAGE_NOT_FOUND' });
    },
  );

  test('the page contains its theme, its name and the portal’s settings', async () => {
    const { body } = await get('/', { host: 'localhost:3000' });
    expect(body).toContain('<html lang="en" data-brand="product">');
    expect(body).toContain('<title>Basics Blue Portal</title>');
    expect(body).toContain('href="/brands/blue/favicon.svg"');
    expect(setupIn(body)).toMatchObject({ brand: 'blue', demo: false, pocUrl: null });
    expect(body).not.toMatch(/demo\.example|Quartz-Lantern/);
    expect(setupIn(body).brands.map(({ id }) => id)).toEqual(['blue', 'red']);
  });

  test('nothing from the request is written into the page', async () => {
    const plain = (await get('/sign-in')).body;
    const typed = await get('/sign-in/"><script>alert(1)</script>?x="><b>', {
      host: 'evil.example"><b>',
      'x-forwarded-host': 'evil.example',
      referer: 'http://evil.example/"><b>',
    });
    if (typed.statusCode === 200) expect(typed.body).toBe(plain);
    else expect(typed.statusCode).toBe(400);
  });
});

test('names of brands are written into the page as escaped text', async () => {
  const database = await freshDatabase('SQLite');
  const nasty = `</title><script>alert(1)</script>"'&$&$1$\``;
  await database.kysely
    .updateTable('brands')
    .set({ name: nasty, legalEntity: nasty })
    .where('id', '=', 'blue')
    .execute();
  const portal = await openPortal(database, {
    pages: pages.folder,
    config: {
      demo: true,
      pocUrl: 'https://poc.example/?a="b"',
      crmUrl: null,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: [],
    },
  });
  const { body } = await portal.http.inject('/');
  expect(body).not.toContain('<script>alert');
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(setupIn(body)).toMatchObject({
    brands: [{ name: nasty, legalEntity: nasty }, { id: 'red' }],
    demo: true,
    pocUrl: 'https://poc.example/?a="b"',
  });
  expect(body).toContain('smallcustomer@demo.example');
  expect(body).toContain('Quartz-Lantern-27');
  await portal.close();
});

test('the portal does not start without built pages, and names the command that builds them', async () => {
  const database = await freshDatabase('SQLite');
  const starting = openPortal(database, { pages: `${pages.folder}/nowhere` });
  await expect(starting).rejects.toThrow(StartFault);
  await expect(starting).rejects.toThrow(/pages are not built.*npm start/);
});
