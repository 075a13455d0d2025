import type { ProofOfPerson } from '@basics/contract/second-factor.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { invalid } from '#server/platform/problem.ts';
import { requireCurrentPassword } from '#server/platform/security/current-password.ts';
import type { SecondFactorDependencies } from './second-factor-needs.ts';
import { findOwner } from './second-factor.repository.ts';

type Dependencies = Pick<SecondFactorDependencies, 'database' | 'clock' | 'passwords' | 'steps'>;

/**
 * Checks that the actor owns the account, by the current password or a new second step. Throws INVALID for a missing
 * proof or a wrong password, or WRONG_SECOND_STEP.
 */
export async function proveOwner(dependencies: Dependencies, userId: number, proof: ProofOfPerson): Promise<void> {
  if (proof.currentPassword) return checkPassword(dependencies, userId, proof.currentPassword);
  if (proof.secondFactor || proof.passkey) return dependencies.steps.check(userId, proof);
  throw invalid({ currentPassword: fieldMessages.proofNeeded });
}

async function checkPassword(
  { database, clock, passwords }: Dependencies,
  userId: number,
  typedPassword: string,
): Promise<void> {
  const db = database.kysely;
  const owner = await findOwner(db, userId);
  await requireCurrentPassword(
    { db, clock, passwords },
    { userId, storedHash: owner?.passwordHash ?? null, typed: typedPassword },
  );
}
