import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Returns whether a request carries this token (RFC 6750). Compares the hashes, so that the time of the comparison reveals nothing about the token. */
export const hasBearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean =>
  timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
