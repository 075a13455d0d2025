import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Sends a text that clients cache but revalidate at each request (RFC 9110, 13.1.2), so that a change is visible at the next request. */
export function sendWithRevalidation(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag);
  const isCached = (request.headers['if-none-match'] ?? '').split(',').some((cachedTag) => cachedTag.trim() === tag);
  return isCached ? reply.code(304).send() : reply.send(text);
}
