import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';

/** The routes that are not in the API contract: pages, files and health checks. */
const outsideContract = [
  'GET /.well-known/basics-licence-keys',
  'GET /.well-known/basics-revocations/:tool',
  'GET /.well-known/basics-tools',
  'GET /.well-known/security.txt',
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

/** Lists every route that the server should have, as `METHOD path`, sorted. */
export const listDeclaredRoutes = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    .map(({ method, path }) => `${method} ${apiBase}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    .concat(outsideContract)
    .toSorted();

/**
 * Reads the routes from the tree that Fastify prints (`printRoutes`), as `METHOD path`, sorted. The indent of a line shows which line is
 * its parent.
 */
export function parseRoutes(tree: string): string[] {
  const parentParts: string[] = [];
  const routes = tree.split('\n').flatMap((line) => {
    const lineMatch = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!lineMatch) return [];
    const [, indent = '', part = '', methods = ''] = lineMatch;
    parentParts.splice(indent.length / 4, Infinity, part);
    const path = parentParts.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
  return routes.toSorted();
}
