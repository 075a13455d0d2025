import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { problem } from '#server/platform/problem.ts';
import { isApiPath } from './create-http.ts';

/**
 * Answers a request to a path of the API with a method that the path does not have: 405 with the methods that it has in the header `Allow`
 * (RFC 9110, 15.5.6). An unknown path gets 404.
 */
export function refuseOtherMethods(http: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const paths = [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, calls]) => ({
    pattern: new RegExp(`^${apiBase}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: calls.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  }));
  http.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !isApiPath(request.url)) return;
    const [path = ''] = request.url.split('?');
    const methods = paths.filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods);
    if (methods.length === 0) return;
    reply.header('allow', [...new Set(methods)].toSorted().join(', '));
    throw problem('METHOD_NOT_ALLOWED');
  });
}

/** The headers that a script of another origin may send and read, in addition to those that every script may. */
const sentHeaders = 'authorization, content-type, idempotency-key, if-match';
const readableHeaders = 'allow, etag, location, ratelimit, ratelimit-policy, retry-after, x-request-id';

/**
 * Allows scripts of other origins to use the API (CORS). They need a token or a key of their own, because the API uses no cookies. Any other
 * origin gets no header.
 */
export function allowOrigins(http: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  http.addHook('onRequest', async (request, reply) => {
    if (!isApiPath(request.url)) return;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    openToOrigin(reply, origin).header('access-control-expose-headers', readableHeaders);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers': sentHeaders,
        'access-control-max-age': '600',
      })
      .code(204)
      .send();
  });
}

/** Lets scripts of this origin read the answer; `*` for a public file that is the same for everybody. */
export const openToOrigin = (reply: FastifyReply, origin: string): FastifyReply =>
  reply.header('access-control-allow-origin', origin);
