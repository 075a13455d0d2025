import type { Db } from '#server/database/database.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { toPolicyProfile } from './license-context.ts';
import { findOwner, hasTrialPolicy } from './licenses.repository.ts';

/**
 * The limit is higher than the number of codes that a person checks by hand in 15 minutes; each code is checked twice, for the preview and
 * for issuing.
 */
const trialRateLimit: RateLimit = {
  freeAttempts: 40,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

/**
 * Limits how often an account that gets trials can check codes, because the answer shows whether the PC of a code had a trial, and codes can
 * be forged. Throws TOO_MANY_ATTEMPTS. Staff who act for a user are not limited. Call this function outside a transaction, because a rollback
 * would delete the recorded attempt.
 */
export async function limitTrialLookUps(
  db: Db,
  actor: Actor,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  if (actor.userId !== userId) return;
  const owner = await findOwner(db, userId);
  if (owner && (await hasTrialPolicy(db, toPolicyProfile(owner.profileId))))
    await claimAttempt(db, `trial:${userId}`, trialRateLimit, now);
}
