import { portalSetup } from '@basics/contract/brands/portal-setup.ts';
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { openPortal, noon, testKey } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { StartFault } from '#server/platform/problem.ts';
import { savedCheckerMetaName } from '@basics/contract/licence-checker/licence-checker.ts';
import { changeSigningKey, insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

/** Reads the settings in the page, as a browser would read them. */
function readSetup(page: string) {
  const content = /name="basics-portal" content="([^"]*)"/.exec(page)?.[1] ?? '';
  return portalSetup.parse(
    JSON.parse(content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))),
  );
}

describe('pages and files of the portal', () => {
  const portal = suitePortal('SQLite', { pages: pages.folder });
  const fetchPath = (url: string, headers: Record<string, string> = {}) =>
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
  ])('%s returns the page, which browsers must revalidate (T526)', async (url) => {
    const { statusCode, headers, body } = await fetchPath(url, { accept: 'text/html,*/*;q=0.8' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(body).toContain('<div id="root">');
  });

  test.each([
    ['/users/1/edit', '*/*', 200],
    ['/healthcheck', '*/*', 404],
    ['/health', 'application/json', 404],
    ['/health/', '', 404],
    ['/metrics', 'text/plain', 404],
    ['/no-such-page', 'text/html', 200],
  ])(
    'the path %s with the Accept header "%s" answers %i, so that a probe of a wrong path fails',
    async (url, accept, status) => {
      expect((await fetchPath(url, { accept })).statusCode).toBe(status);
    },
  );

  test.each([
    ['/license/verify%23c=BV-1', '/license/verify#c=BV-1'],
    ['/license/verify%2523c=BV-1.', '/license/verify#c=BV-1.'],
    ['/license/verify%23token=abc?utm_source=x', '/license/verify?utm_source=x#token=abc'],
    ['/%23token=abc', '/#token=abc'],
  ])(
    'a browser that opens %s, in which a mail gateway has encoded the #, is redirected to %s, and nothing stores it (T527)',
    async (url, location) => {
      const { statusCode, headers } = await fetchPath(url, { accept: 'text/html' });
      expect(statusCode).toBe(302);
      expect(headers).toMatchObject({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    },
  );

  test.each(['//evil.example%23x', '/no-such-page%23token=abc', '/core/api/user%23x'])(
    'the address %s, which belongs to no page, is not redirected',
    async (url) => {
      expect((await fetchPath(url, { accept: 'text/html' })).headers).not.toHaveProperty('location');
    },
  );

  test('a file whose name contains a hash may be cached for a year, and other files for 5 minutes', async () => {
    const asset = await fetchPath('/assets/index-abc123.js');
    expect(asset.headers).toMatchObject({
      'content-type': expect.stringMatching(/^(text|application)\/javascript/),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await fetchPath('/early.js')).headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
  });

  test('a browser that accepts Brotli gets the script that the build has compressed', async () => {
    const url = '/assets/users-page-def456.js';
    const compressedResponse = await fetchPath(url, { 'accept-encoding': 'gzip, br' });
    expect(compressedResponse.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringContaining('accept-encoding'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(compressedResponse.body).toBe('compressed');
    expect((await fetchPath(url)).body).toMatch(/^\/\/ the users/);
    expect((await fetchPath(`${url}.br`)).statusCode).toBe(404);
  });

  test('browsers revalidate the service worker at each visit; if the setting is off, the portal serves a service worker that removes itself', async () => {
    const url = '/service-worker.js';
    const response = await fetchPath(url);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringContaining('javascript'),
    });
    expect(response.body).toBe('// the service worker\n');
    // The service worker fetches and stores this page, and its request has no Accept header for HTML.
    expect((await fetchPath('/app-shell', { accept: '*/*' })).statusCode).toBe(200);
    const portalWithoutWorker = await openPortal(await createTestDatabase('SQLite'), {
      pages: pages.folder,
      config: {
        demo: false,
        pocUrl: null,
        crmUrl: null,
        publicUrl: 'http://localhost:3000',
        trustedProxies: [],
        serviceWorker: false,
      },
    });
    expect((await portalWithoutWorker.http.inject(url)).body).toContain('registration.unregister()');
    expect(readSetup((await portalWithoutWorker.http.inject('/')).body)).toMatchObject({ serviceWorker: false });
    expect(readSetup((await fetchPath('/')).body)).not.toHaveProperty('serviceWorker');
    await portalWithoutWorker.close();
  });

  test('scripts in /assets are sent without the headers that only HTML documents need; other files are sent with them', async () => {
    const { headers } = await fetchPath('/assets/users-page-def456.js');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Object.keys(headers).filter((name) => /policy|^x-frame|^permissions/.test(name))).toEqual([
      'cross-origin-resource-policy',
    ]);
    expect((await fetchPath('/early.js')).headers).toHaveProperty('content-security-policy');
  });

  test.each(['br', 'gzip, deflate, br;q=0.5', 'br;q=0, gzip', ''])(
    'a page for a browser with the Accept-Encoding "%s" is compressed if this header allows Brotli',
    async (accepted) => {
      const plainBody = (await fetchPath('/users')).body;
      const { headers, rawPayload } = await fetchPath('/users', { 'accept-encoding': accepted });
      const isCompressed = accepted !== '' && !accepted.startsWith('br;q=0,');
      expect(headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
      expect(headers['vary']).toContain('accept-encoding');
      expect((isCompressed ? brotliDecompressSync(rawPayload) : rawPayload).toString()).toBe(plainBody);
    },
  );

  const signedIn = 'basics-signed-in=1';

  test.each([
    ['/users', '', ['sign-in-page', 'late-parts'], 'the sign-in page'],
    ['/users/17/edit?x=/users', signedIn, ['edit-user-page'], 'the shell'],
    ['/users', signedIn, ['users-page-def456'], 'the shell'],
    ['/license/verify', signedIn, ['verify-license-page'], 'the field for a code'],
    ['/license/verify?user=3', signedIn, ['verify-license-page'], 'the shell'],
    ['/sign-in', '', ['sign-in-page', 'late-parts'], 'the sign-in page'],
    ['/sign-in', signedIn, ['home-page'], 'the shell'],
    ['/release-notes', '', ['release-notes-page'], 'the release notes: no text yet'],
    ['/release-notes', signedIn, ['release-notes-page'], 'the shell'],
    ['/users/17/edit/more', '', ['not-found-page'], ''],
    ['/no-such-page', signedIn, ['home-page'], 'the shell'],
    ['/app-shell', '', [], 'the shell'],
  ])('at %s with the cookie "%s" the page names the scripts %j and shows %j', async (url, cookie, scripts, shown) => {
    const { body } = await fetchPath(url, { cookie, accept: 'text/html' });
    const preloads = [...body.matchAll(/rel="modulepreload" crossorigin href="\/assets\/([^"]+)\.js"/g)];
    expect(preloads.map(([, name]) => name)).toEqual(scripts);
    expect(/<div id="root">(?:.*<\/i>)?(.*)<\/div>/.exec(body)?.[1]).toBe(shown);
  });

  test('the first view has the names and the logo of the brand, and the content security policy allows its style by a hash', async () => {
    const { body, headers } = await fetchPath('/sign-in');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(style).toContain("data-brand='product'");
    expect(style).toContain('.critical{color:inherit}');
    const styleHash = createHash('sha256').update(style).digest('base64');
    const earlyScriptHash = `sha256-${createHash('sha256').update('// the theme\n').digest('base64')}`;
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${styleHash}';`);
    expect(headers['content-security-policy']).toContain(`script-src 'self' '${earlyScriptHash}';`);
    expect(body).toContain('<script>// the theme');
    expect(body).toContain('<img src="/brands/blue/mark.svg"><b>Basics Blue</b>');
    expect(body).not.toMatch(/prerendered-/);
    // The link to the complete style sheet is after the content, so that the browser paints the content before it loads
    // this style sheet.
    expect(body.indexOf('href="/assets/style-abc123.css"')).toBeGreaterThan(body.indexOf('the sign-in page'));
    // A page with a first view contains the colours of the brands, so it needs no link to their style sheet.
    expect(body).not.toContain('/brands/looks.css');
    expect((await fetchPath('/users/17/edit/more', { accept: 'text/html' })).body).toContain('/brands/looks.css');
  });

  test.each([
    ['', '<html lang="en" data-brand="product">', 'Basics Blue'],
    ['basics-theme=dark', '<html lang="en" data-brand="product" data-theme="dark">', 'Basics Blue'],
    ['basics-theme=light; basics-brand=red', '<html lang="en" data-brand="product" data-theme="light">', 'Basics Blue'],
    ['basics-brand=red; basics-signed-in=1', '<html lang="en" data-brand="partner">', 'Basics Red'],
    ['basics-brand=none; basics-signed-in=1', '<html lang="en" data-brand="product">', 'Basics Blue'],
    [
      'basics-theme="><script>; basics-brand=<b>; basics-signed-in=1',
      '<html lang="en" data-brand="product">',
      'Basics Blue',
    ],
  ])('with the cookies "%s" the page has the theme and the brand of the user', async (cookie, html, name) => {
    const { body } = await fetchPath('/users/17/edit', { cookie, host: 'localhost:3000' });
    expect(body).toContain(html);
    expect(body).toContain(`<title>${name} Portal</title>`);
    expect(body).toContain(`<b>${name}</b>`);
  });

  test('the HTML contains the title of a public page, and no title of a page that the user may not be allowed to open', async () => {
    const titleOf = async (url: string, cookie = signedIn) =>
      /<title>(.*)<\/title>/.exec((await fetchPath(url, { cookie })).body)?.[1];
    expect(await titleOf('/release-notes', '')).toBe('Release notes · Basics Blue');
    expect(await titleOf('/users')).toBe('Basics Blue Portal');
  });

  test('a HEAD request for a page or a file gets the same headers as a GET request, without the body', async () => {
    for (const url of [
      '/sign-in',
      '/early.js',
      '/health/live',
      '/.well-known/basics-tools',
      '/release-notes/feed.xml',
    ]) {
      const headResponse = await portal().http.inject({ method: 'HEAD', url });
      const { statusCode, headers } = await fetchPath(url);
      expect({
        status: headResponse.statusCode,
        type: headResponse.headers['content-type'],
        body: headResponse.body,
      }).toEqual({
        status: statusCode,
        type: headers['content-type'],
        body: '',
      });
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'a %s request for a page is answered with 404',
    async (method) => {
      const { statusCode, body } = await portal().http.inject({ method, url: '/sign-in' });
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ code: 'PAGE_NOT_FOUND' });
    },
  );

  test('the page contains its theme, its name and the portal’s settings (T530)', async () => {
    const { body } = await fetchPath('/', { host: 'localhost:3000' });
    expect(body).toContain('<html lang="en" data-brand="product">');
    expect(body).toContain('<title>Basics Blue Portal</title>');
    expect(body).toContain('href="/brands/blue/favicon.svg"');
    expect(readSetup(body)).toMatchObject({ brand: 'blue', demo: false, pocUrl: null });
    expect(body).not.toMatch(/demo\.example|Quartz-Lantern/);
    expect(readSetup(body).brands.map(({ id }) => id)).toEqual(['blue', 'red']);
  });

  test('no text of a request is written into the page, so that it cannot run as a script (T529)', async () => {
    const accept = 'text/html';
    const plainBody = (await fetchPath('/no-such-page', { accept })).body;
    const responseToUnsafeUrl = await fetchPath('/sign-in/"><script>alert(1)</script>?x="><b>', {
      accept,
      host: 'evil.example"><b>',
      'x-forwarded-host': 'evil.example',
      referer: 'http://evil.example/"><b>',
    });
    if (responseToUnsafeUrl.statusCode === 200) expect(responseToUnsafeUrl.body).toBe(plainBody);
    else expect(responseToUnsafeUrl.statusCode).toBe(400);
  });
});

describe('a browser that opens an address always gets a page', () => {
  const portal = suitePortal('SQLite', { pages: pages.folder });
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const form = 'application/x-www-form-urlencoded';

  test.each<[string, { method: 'GET' | 'POST'; url: string; payload?: string; type?: string }, number]>([
    ['a file that is missing', { method: 'GET', url: '/gone.php' }, 404],
    ['a script that is missing', { method: 'GET', url: '/assets/gone.js' }, 404],
    ['a logo that is missing', { method: 'GET', url: '/brands/none/mark.svg' }, 404],
    ['an address that cannot be decoded', { method: 'GET', url: '/%zz' }, 400],
    ['a form that is sent without scripts', { method: 'POST', url: '/sign-in', payload: 'a=b', type: form }, 404],
    ['JSON that is sent to a page', { method: 'POST', url: '/sign-in', payload: '{}' }, 404],
    ['a large form', { method: 'POST', url: '/sign-in', payload: `{"a":"${'b'.repeat(70_000)}"}` }, 413],
  ])('%s is answered with a page', async (_, sent, status) => {
    const { method, url, payload, type = 'application/json' } = sent;
    const headers = { accept, ...(payload !== undefined && { 'content-type': type }) };
    const answer = await portal().http.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/script-src 'self'/),
    });
    // The page of a missing file says that it was not found; every other error has the error screen.
    const isScreen = answer.body.includes('the error screen, reference ');
    expect({ isScreen, isPage: answer.body.includes('/assets/index-abc123.js') }).toEqual(
      url.includes('gone') ? { isScreen: false, isPage: true } : { isScreen: true, isPage: false },
    );
    expect(answer.body).not.toContain('data-retry');
  });

  test('calls, programs and probes still get JSON', async () => {
    for (const [url, headers] of [
      ['/core/api/user', { accept }],
      ['/gone.php', {}],
      ['/%zz', {}],
    ] as const)
      expect((await portal().http.inject({ url, headers })).headers['content-type']).toMatch(/^application\/json/);
  });
});

describe('while the database does not answer', () => {
  const accept = 'text/html';
  async function openStoppedPortal() {
    const database = await createTestDatabase('SQLite');
    await database.kysely.insertInto('brandHosts').values({ host: 'red.example', brandId: 'red' }).execute();
    const portal = await openPortal(database, { pages: pages.folder });
    onTestFinished(() => portal.close());
    await portal.http.inject('/brands/red/mark.svg');
    await database.close();
    return portal;
  }

  test('a browser gets every page with its brand, and the logo and colours of the brand', async () => {
    const portal = await openStoppedPortal();
    for (const url of ['/', '/sign-in', '/users/1/edit', '/no-such-page', '/terms', '/app-shell']) {
      const { statusCode, body } = await portal.http.inject({ url, headers: { accept, host: 'red.example' } });
      expect([url, statusCode, readSetup(body).brand]).toEqual([url, 200, 'red']);
      expect((await portal.http.inject({ url, headers: { accept, host: 'other.example' } })).statusCode).toBe(200);
    }
    for (const url of ['/brands/looks.css', '/brands/red/mark.svg'])
      expect((await portal.http.inject(url)).statusCode).toBe(200);
  });

  test('other addresses show the error screen with a reference, which waits for the server', async () => {
    const portal = await openStoppedPortal();
    const url = '/licence-checker.html';
    const { statusCode, body, headers } = await portal.http.inject({ url, headers: { accept, host: 'red.example' } });
    expect([statusCode, headers['content-disposition']]).toEqual([503, undefined]);
    expect(body).toContain(`the error screen, reference ${String(headers['x-request-id'])}`);
    expect(body).toContain('<b>Basics Red</b>');
    // The portal does not start on this screen: it would replace the screen by another page.
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script async src="/error-page.js">']);
    expect(body).toContain('<html data-retry');
    expect(headers['content-security-policy']).toMatch(/script-src 'self'/);
  });
});

test('names of brands are written into the page as escaped text (T528)', async () => {
  const database = await createTestDatabase('SQLite');
  const unsafeName = `</title><script>alert(1)</script>"'&$&$1$\``;
  await database.kysely
    .updateTable('brands')
    .set({ name: unsafeName, legalEntity: unsafeName })
    .where('id', '=', 'blue')
    .execute();
  const portal = await openPortal(database, {
    pages: pages.folder,
    config: {
      demo: true,
      pocUrl: 'https://poc.example/?a="b"',
      crmUrl: null,
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
    },
  });
  const { body } = await portal.http.inject('/');
  expect(body).not.toContain('<script>alert');
  expect(body).toContain(' of the demo</div>');
  expect(body.match(/<script/g)).toHaveLength(3);
  expect(readSetup(body)).toMatchObject({
    brands: [{ name: unsafeName, legalEntity: unsafeName }, { id: 'red' }],
    demo: true,
    pocUrl: 'https://poc.example/?a="b"',
  });
  expect(body).toContain('smallcustomer@demo.example');
  expect(body).toContain('Quartz-Lantern-27');
  await portal.close();
});

test('the portal does not start without built pages, and names the command that builds them', async () => {
  const database = await createTestDatabase('SQLite');
  const failingStart = openPortal(database, { pages: `${pages.folder}/nowhere` });
  await expect(failingStart).rejects.toThrow(StartFault);
  await expect(failingStart).rejects.toThrow(/pages are not built.*npm start/);
});

/** Reads the data that the portal has written into the file, as a browser would read it. */
function readContent(file: string): unknown {
  const content = new RegExp(`name="${savedCheckerMetaName}" content="([^"]*)"`).exec(file)?.[1] ?? '';
  return JSON.parse(content.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))));
}

describe.each(defaultDatabases)('the licence checker as a downloaded file (%s)', (kind) => {
  test('the checker is a download with the current public keys, and never a page of the portal', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { pages: pages.folder });
    const fetchChecker = () => portal.http.inject({ method: 'GET', url: '/licence-checker.html' });
    const firstPage = await fetchChecker();
    expect(firstPage.statusCode).toBe(200);
    expect(firstPage.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="licence-checker.html"',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(firstPage.headers['content-security-policy']).toContain('sandbox');
    const currentKey = { kid: testKey.keyId, publicKey: testKey.publicKey, status: 'current' };
    expect(readContent(firstPage.body)).toMatchObject({
      portal: 'http://localhost:3000',
      madeAt: new Date(noon).toISOString(),
      theme: 'product',
      looks: expect.stringContaining("[data-brand='product']"),
      tools: [{ name: 'Basics', number: 7, addOns: [{ id: 'configRail', name: 'Config Rail', bit: 0 }] }],
      brands: [
        { id: 'blue', name: 'Basics Blue', number: 0 },
        { id: 'red', name: 'Basics Red', number: 1 },
      ],
      keys: [currentKey],
      revocationLists: { 7: (await portal.http.inject('/.well-known/basics-revocations/7')).body },
    });

    const { kysely } = portal.database;
    await insertSigningKey(kysely, { keyId: '11'.repeat(8), publicKey: '22'.repeat(32), at: noon, status: 'next' });
    await changeSigningKey(kysely, testKey.keyId, { status: 'retired', revokedAt: noon });
    expect(readContent((await fetchChecker()).body)).toMatchObject({
      keys: [
        { kid: '11'.repeat(8), status: 'next' },
        { kid: testKey.keyId, status: 'revoked' },
      ],
    });
    await portal.close();
  });
});

test('a portal without a signing key offers the checker without revocation lists', async () => {
  const portal = await openPortal(await createTestDatabase('SQLite'), { pages: pages.folder, licenseKeys: null });
  expect(readContent((await portal.http.inject('/licence-checker.html')).body)).toMatchObject({ revocationLists: {} });
  await portal.close();
});

test('names of brands are escaped in the downloaded licence checker, and its script and style are unchanged', async () => {
  const database = await createTestDatabase('SQLite');
  const unsafeName = `</script><script>alert(1)</script>"'&$&$1`;
  await database.kysely.updateTable('brands').set({ name: unsafeName }).where('id', '=', 'blue').execute();
  const portal = await openPortal(database, { pages: pages.folder });
  const { body } = await portal.http.inject('/licence-checker.html');
  expect(readContent(body)).toMatchObject({ brands: [{ name: unsafeName }, { id: 'red' }] });
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).toContain("<script>document.title = 'checker';</script>");
  expect(body).toContain('<style>p { margin: 0; }</style>');
  await portal.close();
});
