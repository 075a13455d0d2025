import { endpoints } from '@basics/contract/api.ts';
import { apiBase } from '@basics/contract/limits.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { makePages } from './testing/built-pages.ts';
import { suitePortal } from './testing/suite-portal.ts';

describe('the router', async () => {
  const pages = await makePages();
  afterAll(() => pages.remove());
  const portal = suitePortal('SQLite', { pages: pages.folder });

  test('has the calls of the contract, and a few addresses that are named here', () => {
    const outside = [
      'GET /.well-known/basics-licence-keys',
      'GET /brands/:brandId/favicon.svg',
      'GET /brands/:brandId/mark.svg',
      'GET /brands/looks.css',
      'GET /core/api/docs',
      'GET /core/api/docs/page.css',
      'GET /core/api/docs/page.js',
      'GET /core/api/openapi.json',
      'GET /healthz',
      'GET /release-notes/feed.xml',
      'GET /assets/index-abc123.js',
      'HEAD /assets/index-abc123.js',
      'GET /licence-checker.html',
      'HEAD /licence-checker.html',
      'GET /theme.js',
      'HEAD /theme.js',
    ];
    const promised = endpoints.map(({ method, path }) => `${method} ${apiBase}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    expect(routesIn(portal().http.printRoutes({ commonPrefix: false })).toSorted()).toEqual(
      [...promised, ...outside].toSorted(),
    );
  });
});

/** The routes out of the tree that Fastify prints: a line's place says below which others it stands. */
function routesIn(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods = ''] = found;
    above.splice(indent.length / 4, Infinity, part);
    const path = above.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
}
