import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Sends a text that clients cache, but revalidate before each use (RFC 9110, 13.1.2), so that a change is visible at the next request. */
export function sendWithRevalidation(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const entityTag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'no-cache').header('etag', entityTag);
  const isCached = (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((cachedTag) => cachedTag.trim() === entityTag);
  return isCached ? reply.code(304).send() : reply.send(text);
}
