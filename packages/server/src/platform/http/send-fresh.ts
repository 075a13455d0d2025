import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Clients cache it and revalidate each time (RFC 9110, 13.1.2), so that a change shows at the next request. */
export function sendFresh(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'no-cache').header('etag', tag);
  const isKept = (request.headers['if-none-match'] ?? '').split(',').some((each) => each.trim() === tag);
  return isKept ? reply.code(304).send() : reply.send(text);
}
