import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';

/** The addresses that are not in the API contract: pages, files and health checks. Each answers GET and HEAD. */
const outsideContract = [
  '/.well-known/basics-licence-keys',
  '/.well-known/basics-releases/:tool',
  '/.well-known/basics-revocations/:tool',
  '/.well-known/basics-tools',
  '/.well-known/basics-webhook-keys',
  '/.well-known/oauth-authorization-server',
  '/.well-known/security.txt',
  '/brands/:brandId/favicon.svg',
  '/brands/:brandId/mark.svg',
  '/brands/looks.css',
  '/calendar/:file',
  '/core/api/auth/work-account/callback',
  '/core/api/docs',
  '/core/api/docs/page.css',
  '/core/api/docs/page.js',
  '/core/api/openapi.json',
  '/health/live',
  '/health/proxy',
  '/health/ready',
  '/healthz',
  '/release-notes/feed.xml',
  '/assets/index-abc123.js',
  '/assets/users-page-def456.js',
  '/licence-checker.html',
  '/early.js',
  '/service-worker.js',
];

/** The calls outside the API contract that take forms. */
const formCalls = ['/oauth/device', '/oauth/token'];

/** Lists every route that the server should have, as `METHOD path`, sorted. */
export const listDeclaredRoutes = (endpoints: readonly Endpoint[]): string[] =>
  endpoints
    .flatMap(({ method, path }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map(
        (name) => `${name} ${apiBase}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    .concat(outsideContract.flatMap((path) => [`GET ${path}`, `HEAD ${path}`]))
    .concat(formCalls.map((path) => `POST ${path}`))
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
