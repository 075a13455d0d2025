import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * Returns whether a request carries this token (RFC 6750). Compares the hashes of both tokens, so that the time of the comparison reveals
 * nothing about the expected token.
 */
export const hasBearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean =>
  timingSafeEqual(hashText(headers.authorization ?? ''), hashText(`Bearer ${token}`));

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
