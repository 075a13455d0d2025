import type { Db } from '#server/database/database.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { policyProfile } from './license-context.ts';
import { findOwner, hasTrialPolicy } from './licenses.repository.ts';

/** Each code is read twice, to show and to issue. More codes than a person tries by hand in a quarter of an hour. */
const pace: RateLimit = { free: 40, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };

/**
 * Slows down an account with trials that has codes read: the answer shows whether the PC of a code had a trial, and codes can be written by
 * hand. Throws TOO_MANY_ATTEMPTS. Staff who act for a user are not slowed down. To be called outside a transaction, whose rollback would
 * forget the attempt.
 */
export async function paceTrialLookUps(
  db: Db,
  actor: Actor,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  if (actor.userId !== userId) return;
  const owner = await findOwner(db, userId);
  if (owner && (await hasTrialPolicy(db, policyProfile(owner.profileId))))
    await claimAttempt(db, `trial:${userId}`, pace, now);
}
