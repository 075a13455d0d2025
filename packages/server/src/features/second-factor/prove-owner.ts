import type { ProofOfPerson } from '@basics/contract/second-factor.ts';
import { words } from '@basics/contract/words.ts';
import { minutes, seconds } from '#server/platform/clock.ts';
import { invalid } from '#server/platform/problem.ts';
import { claimAttempt, forgetAttempts } from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
import type { SecondFactorDependencies } from './second-factor-needs.ts';
import { findOwner } from './second-factor.repository.ts';

type Dependencies = Pick<SecondFactorDependencies, 'database' | 'clock' | 'passwords' | 'steps'>;

/** Shares the limit for password changes, so that a stolen session cannot guess at both. */
const passwordLimit: Pace = { free: 5, windowMs: minutes(15), firstWaitMs: seconds(5), longestWaitMs: minutes(5) };

/**
 * Returns if the password or a new second step proves who owns the account; otherwise throws 422 with the wrong field
 * or the missing step.
 */
export async function proveOwner(needs: Dependencies, userId: number, proof: ProofOfPerson): Promise<void> {
  if (proof.currentPassword) return checkPassword(needs, userId, proof.currentPassword);
  if (proof.secondFactor || proof.passkey) return needs.steps.check(userId, proof);
  throw invalid({ currentPassword: words.proofNeeded });
}

async function checkPassword(
  { database, clock, passwords }: Dependencies,
  userId: number,
  password: string,
): Promise<void> {
  const db = database.kysely;
  const key = `password:account:${userId}`;
  await claimAttempt(db, key, passwordLimit, clock());
  const owner = await findOwner(db, userId);
  if (!(await passwords.fits(owner?.passwordHash ?? null, password)))
    throw invalid({ currentPassword: words.currentPassword });
  await forgetAttempts(db, key);
}
