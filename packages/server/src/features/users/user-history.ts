import type { UserStep } from '@basics/contract/users.ts';
import { userStatus } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { findSteps } from './users.repository.ts';

type Step = Awaited<ReturnType<typeof findSteps>>[number];

/** How the status of a user came about, the newest step first. */
export async function historyOf(db: Db, userId: number): Promise<UserStep[]> {
  const steps = await findSteps(db, userId);
  return steps.map((step) => ({
    at: new Date(step.at).toISOString(),
    from: step.fromStatus === null ? null : userStatus.parse(step.fromStatus),
    to: userStatus.parse(step.toStatus),
    by: whoMade(step),
    reason: step.reason,
  }));
}

/** What somebody does who has no account yet. */
const ofApplicants: readonly string[] = ['unverified', 'pending', 'withdrawn'];

/** Who made a step, as people read it; the portal itself closes what nobody answered. */
export function whoMade(step: Pick<Step, 'actorId' | 'firstName' | 'lastName' | 'toStatus'>): string {
  const name = `${step.firstName ?? ''} ${step.lastName ?? ''}`.trim();
  if (name !== '') return name;
  if (step.actorId !== null) return 'A former member of staff';
  return ofApplicants.includes(step.toStatus) ? 'The applicant' : 'The portal';
}
