import type { Db } from '#server/database/foundation.ts';
import type { Database } from '#server/database/database.ts';
import { minutes, seconds, days } from '#server/platform/clock/clock.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { claimAttempt, returnAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { Problem } from '#server/platform/problem.ts';

const linkRateLimit: RateLimit = {
  freeAttempts: 30,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/**
 * Counts an attempt to use a link from an e-mail, for the network of the caller. If the link is valid, call `giveBack`, which subtracts the
 * attempt again, so that only guessed links count.
 */
export async function claimLinkAttempt(db: Db, ipAddress: string, now: number): Promise<{ giveBack(): Promise<void> }> {
  const rateLimitKey = `link:address:${findNetwork(ipAddress)}`;
  await claimAttempt(db, rateLimitKey, linkRateLimit, now);
  return { giveBack: () => returnAttempt(db, rateLimitKey) };
}

const rateLimit: RateLimit = { freeAttempts: 1, windowMs: days(1), firstWaitMs: days(1), longestWaitMs: days(1) };

/**
 * Returns whether this is the first call with the given key in 24 hours. If several calls are made at the same time, only one of them gets
 * true.
 */
export async function claimFirstCallOfDay({ kysely }: Database, key: string, at: number): Promise<boolean> {
  try {
    await claimAttempt(kysely, key, rateLimit, at);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_ATTEMPTS') return false;
    throw error;
  }
}
