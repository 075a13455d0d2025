import { endpoints } from '@basics/contract/api.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { humanSites, type HumanSite } from '@basics/contract/session/human-sites.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const jsonHeaders = { 'content-type': 'application/json' };
const signInPath = `/core/api${session.signIn.path}`;

/** One API request for each kind of response, with the expected status. */
const apiRequests: [status: number, how: string, sent: InjectOptions][] = [
  [200, 'a public call', { url: '/core/api/brand/data' }],
  [200, 'the document', { url: '/core/api/openapi.json' }],
  [400, 'a malformed body', { method: 'POST', url: signInPath, headers: jsonHeaders, payload: '{' }],
  [400, 'an address that cannot be decoded', { url: '/core/api/%' }],
  [401, 'no session', { url: '/core/api/user' }],
  [401, 'a bad token', { url: '/core/api/user', headers: { authorization: 'Bearer x' } }],
  [404, 'an unknown path', { url: '/core/api/nothing?x=1' }],
  [404, 'the base path alone', { url: '/core/api?x=1' }],
  [404, 'the base path with a slash', { url: '/core/api/' }],
  [405, 'a wrong method', { method: 'GET', url: signInPath }],
  [405, 'OPTIONS', { method: 'OPTIONS', url: signInPath, headers: { origin: 'https://evil.example' } }],
  [404, 'a trailing slash', { method: 'POST', url: '/core/api/auth/token/', headers: jsonHeaders, payload: '{}' }],
  [404, 'a path in upper case', { url: '/core/api/USER' }],
  [404, 'a semicolon', { url: '/core/api/user;x=1' }],
  [
    413,
    'a body that is too large',
    { method: 'POST', url: signInPath, headers: jsonHeaders, payload: 'x'.repeat(65_537) },
  ],
  [415, 'a form', { method: 'POST', url: signInPath, headers: { 'content-type': 'text/plain' }, payload: '{}' }],
  [422, 'an empty body', { method: 'POST', url: signInPath, headers: jsonHeaders, payload: '{}' }],
  [400, 'an id that is too large', { url: `/core/api/user/${'9'.repeat(200)}/licenses` }],
  [401, 'a method in a header', { url: '/core/api/user', headers: { 'x-http-method-override': 'POST' } }],
  [200, 'a path with encoded letters', { url: '/%63ore/api/brand/data' }],
];

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

describe('every answer of the API', () => {
  const portal = suitePortal('SQLite', { pages: pages.folder });

  test.each(apiRequests)(
    '%i, %s: the answer is never cached, cannot be shown as a page, and is JSON (T489)',
    async (status, _, sentRequest) => {
      const response = await portal().http.inject(sentRequest);
      expect(response.statusCode).toBe(status);
      expect(response.headers).toMatchObject({
        ...commonHeaders,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain('sandbox');
      expect(policy).not.toContain('allow-');
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      expect(response.headers).not.toHaveProperty('set-cookie');
      expect(response.headers).not.toHaveProperty('x-powered-by');
      expect(response.headers).not.toHaveProperty('server');
      if (status >= 400) {
        expect(response.json()).toEqual({
          code: expect.stringMatching(/^[A-Z_]+$/),
          message: expect.any(String),
          ...(status === 422 && { fields: expect.any(Object) }),
          requestId: expect.stringMatching(/^[\w-]{12}$/),
        });
      }
    },
  );

  test('an https portal sends HSTS with every answer, and an http portal never does (T494)', async () => {
    const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'https://portal.example', trustedProxies: [] };
    const securePortal = await openPortal(await createTestDatabase('SQLite'), { config, pages: pages.folder });
    const sentRequests = [
      ...apiRequests.map(([, , sentRequest]) => sentRequest),
      { url: '/' },
      { url: '/health/live' },
      { url: '/%' },
    ];
    for (const sentRequest of sentRequests) {
      const { headers } = await securePortal.http.inject(sentRequest);
      expect(headers, JSON.stringify(sentRequest.url)).toHaveProperty(
        'strict-transport-security',
        'max-age=63072000; includeSubDomains',
      );
      expect((await portal().http.inject(sentRequest)).headers).not.toHaveProperty('strict-transport-security');
    }
    await securePortal.close();
  });

  test.each([
    [
      'a file',
      async () => {
        const ada = await addPerson(portal());
        const issueResponse = await portal().call(licenses.issue, {
          token: ada.token,
          params: { id: ada.id },
          body: { verificationCode: 'x' },
        });
        return issueResponse.headers;
      },
    ],
    [
      'nothing',
      async () => (await portal().call(session.signOut, { token: (await addPerson(portal())).token })).headers,
    ],
  ])('an answer with %s is never cached and cannot be shown as a page (T493)', async (_, headersOf) => {
    expect(await headersOf()).toMatchObject({
      ...commonHeaders,
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test('each response has a new request id, never the id that the client sent, and the body of an error contains the same id', async () => {
    const sentRequest = { url: '/core/api/user', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } };
    const [firstResponse, secondResponse] = [
      await portal().http.inject(sentRequest),
      await portal().http.inject(sentRequest),
    ];
    expect(firstResponse.headers['x-request-id']).toBe(firstResponse.json().requestId);
    expect(firstResponse.headers['x-request-id']).not.toBe(secondResponse.headers['x-request-id']);
    expect(firstResponse.headers['x-request-id']).not.toBe('mine');
  });

  test('at each path, a method that it does not have gets 405 and the methods that it has', async () => {
    for (const [path, calls] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
      const url = `/core/api${path.replaceAll(/\{\w+\}/g, '1')}`;
      const answer = await portal().http.inject({ method: 'PATCH', url: `${url}?x=1` });
      const allowed = String(answer.headers.allow).split(', ');
      expect([url, answer.statusCode]).toEqual([url, 405]);
      // Two patterns can match one address, such as /user/{id} and /user/bulk: the address has the methods of both.
      expect(allowed).toEqual(expect.arrayContaining(calls.map(({ method }) => method)));
      expect([url, allowed.includes('HEAD')]).toEqual([url, allowed.includes('GET')]);
    }
  });

  test('each call with GET answers HEAD with the same status and type, and without a body', async () => {
    for (const { path } of endpoints.filter(({ method }) => method === 'GET')) {
      const url = `/core/api${path.replaceAll(/\{\w+\}/g, '1')}`;
      const get = await portal().http.inject({ url });
      const head = await portal().http.inject({ method: 'HEAD', url });
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
    const ada = await addPerson(portal());
    const request = { url: `/core/api/user/${ada.id}`, headers: { authorization: `Bearer ${ada.token}` } };
    const [get, head] = [
      await portal().http.inject(request),
      await portal().http.inject({ ...request, method: 'HEAD' }),
    ];
    expect([head.statusCode, head.headers.etag]).toEqual([200, get.headers.etag]);
  });

  test.each(['/basics-licence-keys', '/basics-releases/basics', '/basics-tools', '/basics-webhook-keys'])(
    'every origin can read /.well-known%s',
    async (path) => {
      const answer = await portal().http.inject({
        url: `/.well-known${path}`,
        headers: { origin: 'https://any.example' },
      });
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    },
  );

  test('the pages of the origins in CORS_ORIGINS can use the API, and those of every origin the public keys', async () => {
    const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'http://localhost:3000', trustedProxies: [] };
    const shop = 'https://shop.example';
    const open = await openPortal(await createTestDatabase('SQLite'), { config: { ...config, corsOrigins: [shop] } });
    const ask = async (origin: string, method: 'GET' | 'OPTIONS', url = '/core/api/brand/data') => {
      const headers = { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'PUT' }) };
      const answer = await open.http.inject({ method, url, headers });
      return [answer.statusCode, answer.headers['access-control-allow-origin'], answer.headers.vary];
    };
    expect(await ask(shop, 'OPTIONS')).toEqual([204, shop, 'origin']);
    expect((await ask(shop, 'GET')).slice(0, 2)).toEqual([200, shop]);
    expect((await ask(`${shop}.evil.example`, 'GET')).slice(0, 2)).toEqual([200, undefined]);
    expect((await ask('null', 'OPTIONS')).slice(0, 2)).toEqual([405, undefined]);
    expect((await ask(shop, 'GET', '/.well-known/basics-licence-keys')).slice(0, 2)).toEqual([200, '*']);
    const credentials = await open.http.inject({ url: '/core/api/brand/data', headers: { origin: shop } });
    expect(credentials.headers).not.toHaveProperty('access-control-allow-credentials');
    await open.close();
  });

  test('no CORS header allows a page of another origin to read a response of the API (T495)', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await portal().http.inject({
          method,
          url: '/core/api/brand/data',
          headers: {
            origin,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
        });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });
});

describe('every page and file', () => {
  const portal = suitePortal('SQLite', { pages: pages.folder });

  test.each([
    [200, '/'],
    [200, '/users/1/edit'],
    [200, '/early.js'],
    [404, '/assets/gone.js'],
    [200, '/brands/looks.css'],
    [200, '/health/live'],
    [200, '/health/proxy'],
    [200, '/health/ready'],
    [200, '/healthz'],
    [200, '/.well-known/basics-licence-keys'],
    [200, '/.well-known/basics-tools'],
    [200, '/core/api/docs'],
  ])('%i, %s: the page can run only the portal’s own scripts, and not in a frame (T490)', async (status, url) => {
    const response = await portal().http.inject(url);
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      ...commonHeaders,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    const policy = Object.fromEntries(
      String(response.headers['content-security-policy'])
        .split(';')
        .map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1).join(' ')]),
    );
    expect(policy).toEqual({
      'default-src': "'none'",
      // The hash allows the inline script or style of the first view, and no other one.
      'script-src': expect.stringMatching(/^'self'(?: 'sha256-[\w+/]{43}=')?$/),
      'style-src': expect.stringMatching(/^'self'(?: 'sha256-[\w+/]{43}=')?$/),
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'form-action': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'service-worker',
    });
  });

  test.each(['mark', 'favicon'])(
    'the %s of a brand can load and run nothing, even when it is opened as a page (T496)',
    async (picture) => {
      const { statusCode, headers } = await portal().http.inject(`/brands/red/${picture}.svg`);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        ...commonHeaders,
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
      });
    },
  );
});

test('only the page that scans a verification code may use the camera, and a frame in this page may not', async () => {
  const portal = await openPortal(await createTestDatabase('SQLite'), { pages: pages.folder });
  const policyOf = async (url: string) =>
    (await portal.http.inject({ url, headers: { accept: 'text/html' } })).headers['permissions-policy'];
  expect(await policyOf('/license/scan?user=7')).toMatch(/^camera=\(self\), microphone=\(\)/);
  for (const url of ['/', '/license/scan/more', '/app-shell', '/core/api/license/scan'])
    expect(await policyOf(url), url).toMatch(/^camera=\(\), microphone=\(\)/);
  await portal.close();
});

test('only a portal with an https address sends Strict-Transport-Security', async () => {
  for (const [publicUrl, expectedHeader] of [
    ['https://portal.example', 'max-age=63072000; includeSubDomains'],
    ['http://localhost:3000', undefined],
  ] as const) {
    const portal = await openPortal(await createTestDatabase('SQLite'), {
      config: { demo: false, pocUrl: null, crmUrl: null, publicUrl, trustedProxies: [] },
    });
    const { headers } = await portal.http.inject('/core/api/brand/data');
    expect(headers['strict-transport-security']).toBe(expectedHeader);
    await portal.close();
  }
});

const filesPortal = suitePortal('SQLite', { pages: pages.folder });
const get = (url: string) => filesPortal().http.inject({ method: 'GET', url });

test.each([
  '/assets/gone.js',
  '/assets/index-abc123.js.map',
  '/favicon.ico',
  '/robots.txt',
  '/.vite/manifest.json',
  '/.vite/pages.json',
  '/.git/config',
  '/.env',
  '/.well-known/unknown',
  '/a/.hidden',
  '/index.html',
  '/portal.db',
  '/assets/',
])('%s is answered with 404 and not with the page (T491)', async (url) => {
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
])('a request for %s cannot read files outside the folder (T492)', async (url) => {
  const { statusCode, body } = await get(url);
  expect([400, 404]).toContain(statusCode);
  expect(body).not.toMatch(/workspaces|root:x|<div id="root">/);
});

type Kind = HumanSite | 'altcha' | 'off';

/** Opens a portal with the given human verification service, and fetches the headers of a page. */
async function fetchHeaders(kind: Kind, url = '/register') {
  const humanSettings = { kind, siteKey: 'key', secret: 'secret' };
  const portal = await openPortal(await createTestDatabase('SQLite'), { humanSettings, pages: pages.folder });
  const { headers } = await portal.http.inject(url);
  await portal.close();
  const directives = String(headers['content-security-policy'])
    .split(';')
    .map((part) => part.trim());
  const policy = new Map(directives.map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
  return { policy, embedder: headers['cross-origin-embedder-policy'] };
}

/**
 * Returns whether a source expression of a policy permits a URL (CSP 3, 6.7.2.7), for the kinds of sources that
 * `humanSites` lists.
 */
function isPermitted(source: string, address: string): boolean {
  const { origin, pathname, host, protocol } = new URL(address);
  const [, scheme = '', wildcard, hostPart = '', path = ''] = /^(https:)\/\/(\*\.)?([^/]+)(\/.*)?$/.exec(source) ?? [];
  const isHostAllowed = wildcard ? host.endsWith(`.${hostPart}`) : origin === `${scheme}//${hostPart}`;
  return (
    isHostAllowed &&
    protocol === scheme &&
    (path === '' || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path))
  );
}

const allServices = Object.keys(humanSites).filter((name): name is HumanSite => name in humanSites);

describe.each(allServices)('a portal with the human verification service %s', (kind) => {
  test('the Content-Security-Policy of pages allows the script and the frame of the configured service, and nothing of other services (T497)', async () => {
    const { policy, embedder } = await fetchHeaders(kind);
    const scriptSources = policy.get('script-src') ?? [];
    expect(scriptSources[0]).toBe("'self'");
    expect(scriptSources.some((source) => isPermitted(source, humanSites[kind].scriptUrl))).toBe(true);
    expect(policy.get('frame-src')).toEqual(humanSites[kind].allowedSources['frame-src']);
    const otherScriptUrls = allServices
      .filter((otherService) => otherService !== kind)
      .map((otherService) => humanSites[otherService].scriptUrl);
    expect(scriptSources.filter((source) => otherScriptUrls.some((address) => isPermitted(source, address)))).toEqual(
      [],
    );
    expect(embedder, 'its frame carries no such header').toBeUndefined();
  });

  test('the configured service changes no other rule of the policy, except that Trusted Types are not required, because its script does not support them', async () => {
    const { policy } = await fetchHeaders(kind);
    const { policy: ownPolicy } = await fetchHeaders('altcha');
    const changedNames = Object.keys(humanSites[kind].allowedSources);
    const changedDirectives = [...ownPolicy.keys()].filter(
      (name) => String(ownPolicy.get(name)) !== String(policy.get(name)),
    );
    expect(changedDirectives.toSorted()).toEqual(
      [...changedNames.filter((name) => ownPolicy.has(name)), 'require-trusted-types-for', 'trusted-types'].toSorted(),
    );
    for (const name of changedNames)
      expect(policy.get(name)?.filter((source) => /unsafe|\*$|^https:$/.test(source))).toEqual([]);
    const apiResponse = await fetchHeaders(kind, '/core/api/brand/data');
    expect(apiResponse.policy.get('script-src')).toBeUndefined();
    expect(apiResponse.policy.has('sandbox')).toBe(true);
  });
});

test.each(['altcha', 'off'] as const)(
  'with the human verification setting "%s", the policy allows nothing external and requires Trusted Types (T498)',
  async (kind) => {
    const { policy, embedder } = await fetchHeaders(kind);
    expect([...policy.values()].flat().filter((source) => source.includes('//'))).toEqual([]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.has('frame-src')).toBe(false);
    expect(embedder).toBe('require-corp');
  },
);
