import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { isPermitted } from '@basics/contract/calls/permissions.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '#server/database/foundation.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { countInWindow } from '#server/platform/security/throttle.repository.ts';
import type { Actor } from './call-context.ts';

/** The part of the router that admits requests with the keys of service accounts. */
export type MachineAccess = {
  /** Returns whether a bearer token is a key and not the token of a session. */
  isKey(token: string): boolean;
  /** Returns the actor of a key, and counts the request. Throws KEY_REFUSED, KEY_NETWORK and TOO_MANY_ATTEMPTS. */
  admit(request: { token: string; address: string; reply: FastifyReply }): Promise<Actor>;
};

/**
 * Returns the actor of a key if the key may make the call. A call must say that it is open to keys, and needs a permission even if it is open
 * to every session: the rights of administrators that no permission names are for people only. Throws NOT_FOR_KEYS and NOT_PERMITTED.
 */
export function requireMachineAccess({ access, machines }: Pick<Endpoint, 'access' | 'machines'>, actor: Actor): Actor {
  if (!machines || access === 'administrator') throw problem('NOT_FOR_KEYS');
  if (!isPermitted(access, actor)) throw problem('NOT_PERMITTED');
  return actor;
}

/** The limit of requests for each key. */
const requestLimit = { most: 600, windowMs: minutes(1) };

/**
 * Counts a request with a key, and sets the header fields of the IETF draft `draft-ietf-httpapi-ratelimit-headers`, from which a client reads
 * how many requests remain. Throws TOO_MANY_ATTEMPTS with the time until the next window.
 */
export async function countKeyRequest(db: Db, reply: FastifyReply, { keyId, at }: { keyId: number; at: number }) {
  const { most, windowMs } = requestLimit;
  const { count, windowStart } = await countInWindow(db, `key:${keyId}`, windowMs, at);
  const secondsLeft = Math.max(1, Math.ceil((windowStart + windowMs - at) / 1000));
  void reply.headers({
    'ratelimit-policy': `"key";q=${most};w=${windowMs / 1000}`,
    ratelimit: `"key";r=${Math.max(0, most - count)};t=${secondsLeft}`,
  });
  if (count > most) throw problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: secondsLeft });
}
