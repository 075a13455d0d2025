import type { Database } from '#server/database/database.ts';
import { days } from '#server/platform/clock/clock.ts';
import { Problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';

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
