import { afterAll, expect, test } from 'vitest';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

const portal = suitePortal('SQLite', { pages: pages.folder });
const get = (url: string) => portal().http.inject({ method: 'GET', url });

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
])('a request for %s cannot read files outside the folder', async (url) => {
  const { statusCode, body } = await get(url);
  expect([400, 404]).toContain(statusCode);
  expect(body).not.toMatch(/workspaces|root:x|<div id="root">/);
});
