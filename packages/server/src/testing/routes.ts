import type { Endpoint } from '@basics/contract/endpoint.ts';
import { apiBase } from '@basics/contract/limits.ts';

/** Routes outside the contract: pages, files and probes. */
const outsideContract = [
  'GET /.well-known/basics-licence-keys',
  'GET /.well-known/basics-revocations/:tool',
  'GET /.well-known/basics-tools',
  'GET /brands/:brandId/favicon.svg',
  'GET /brands/:brandId/mark.svg',
  'GET /brands/looks.css',
  'GET /calendar/:file',
  'GET /core/api/docs',
  'GET /core/api/docs/page.css',
  'GET /core/api/docs/page.js',
  'GET /core/api/openapi.json',
  'GET /health/live',
  'GET /health/proxy',
  'GET /health/ready',
  'GET /healthz',
  'GET /release-notes/feed.xml',
  'GET /assets/index-abc123.js',
  'HEAD /assets/index-abc123.js',
  'GET /assets/users-page-def456.js',
  'HEAD /assets/users-page-def456.js',
  'GET /licence-checker.html',
  'HEAD /licence-checker.html',
  'GET /early.js',
  'HEAD /early.js',
  'GET /service-worker.js',
  'HEAD /service-worker.js',
];

/** Every route that the server should have, as `METHOD path`, sorted. */
export const listDeclaredRoutes = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    .map(({ method, path }) => `${method} ${apiBase}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    .concat(outsideContract)
    .toSorted();

/** The routes in the tree that Fastify prints (`printRoutes`), as `METHOD path`, sorted. The indent of a line gives its parent. */
export function parseRoutes(tree: string): string[] {
  const above: string[] = [];
  const routes = tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods = ''] = found;
    above.splice(indent.length / 4, Infinity, part);
    const path = above.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
  return routes.toSorted();
}
