import { phrases } from '@basics/contract/phrases.ts';
import type { UserStep } from '@basics/contract/users.ts';
import { userStatus } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { findSteps } from './users.repository.ts';

type Step = Awaited<ReturnType<typeof findSteps>>[number];

/** The history of a user's status, the newest step first. */
export async function historyOf(db: Db, userId: number): Promise<UserStep[]> {
  const steps = await findSteps(db, userId);
  return steps.map((step) => ({
    at: new Date(step.at).toISOString(),
    from: step.fromStatus === null ? null : userStatus.parse(step.fromStatus),
    to: userStatus.parse(step.toStatus),
    by: actorNameOf(step),
    reason: step.reason,
  }));
}

/** The steps that a person without an account makes. */
const ofApplicants: readonly string[] = ['unverified', 'pending', 'withdrawn'];

/** The name of the actor of a step; the portal itself expires requests without a decision. */
export function actorNameOf(step: Pick<Step, 'actorId' | 'firstName' | 'lastName' | 'toStatus'>): string {
  const name = `${step.firstName ?? ''} ${step.lastName ?? ''}`.trim();
  if (name !== '') return name;
  if (step.actorId !== null) return phrases().formerStaff();
  return ofApplicants.includes(step.toStatus) ? phrases().applicant() : phrases().portal();
}
