import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Db } from '#server/database/foundation.ts';
import { minutes, seconds } from '#server/platform/clock/clock.ts';
import { invalid } from '#server/platform/problem.ts';
import type { Passwords } from './passwords.ts';
import { claimAttempt, deleteAttempts, type RateLimit } from '../security/throttle.repository.ts';

/**
 * The limit on wrong passwords. All calls that ask for the password again share it, so that the thief of a session cannot guess the
 * password at each call separately.
 */
const rateLimit: RateLimit = {
  freeAttempts: 5,
  windowMs: minutes(15),
  firstWaitMs: seconds(5),
  longestWaitMs: minutes(5),
};

type PasswordContext = { db: Db; at: number; passwords: Pick<Passwords, 'matches'> };

/**
 * Checks that the typed password is the password of the user. If the password is wrong, throws a problem with an error at the field
 * `currentPassword` (422). After too many attempts, throws TOO_MANY_ATTEMPTS.
 */
export async function requireCurrentPassword(
  { db, at, passwords }: PasswordContext,
  { userId, storedHash, typed }: { userId: number; storedHash: string | null; typed: string },
): Promise<void> {
  const rateLimitKey = `password:account:${userId}`;
  await claimAttempt(db, rateLimitKey, rateLimit, at);
  if (!(await passwords.matches(storedHash, typed))) throw invalid({ currentPassword: serverMessages.currentPassword });
  await deleteAttempts(db, [rateLimitKey]);
}
