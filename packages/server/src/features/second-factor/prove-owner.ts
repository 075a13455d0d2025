import type { ProofOfPerson } from '@basics/contract/second-factor/second-factor.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid } from '#server/platform/problem.ts';
import { requireCurrentPassword } from '#server/platform/passwords/current-password.ts';
import { checkSecondStep, type SecondStepContext } from './check-second-step.ts';
import { findOwner } from './second-factor.repository.ts';

export type OwnerContext = SecondStepContext & Pick<CallContext, 'actor' | 'passwords'>;

/**
 * Checks that the actor owns the account of this session, by the current password or a new second step. Throws INVALID for a missing
 * proof or a wrong password, or WRONG_SECOND_STEP.
 */
export async function proveOwner(context: OwnerContext, proof: ProofOfPerson): Promise<void> {
  if (proof.currentPassword) return checkPassword(context, proof.currentPassword);
  if (proof.secondFactor || proof.passkey)
    return checkSecondStep(context, { userId: context.actor.userId, source: 'session' }, proof);
  throw invalid({ currentPassword: serverMessages.proofNeeded });
}

async function checkPassword(context: OwnerContext, typedPassword: string): Promise<void> {
  const { userId } = context.actor;
  const owner = await findOwner(context.db, userId);
  await requireCurrentPassword(context, { userId, storedHash: owner?.passwordHash ?? null, typed: typedPassword });
}
