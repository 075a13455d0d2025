import { phrases } from '@basics/contract/phrases.ts';
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
    from: step.from_status === null ? null : userStatus.parse(step.from_status),
    to: userStatus.parse(step.to_status),
    by: whoMade(step),
    reason: step.reason,
  }));
}

/** What somebody does who has no account yet. */
const ofApplicants: readonly string[] = ['unverified', 'pending', 'withdrawn'];

/** Who made a step, as people read it; the portal itself closes what nobody answered. */
export function whoMade(step: Pick<Step, 'actor_id' | 'first_name' | 'last_name' | 'to_status'>): string {
  const name = `${step.first_name ?? ''} ${step.last_name ?? ''}`.trim();
  if (name !== '') return name;
  if (step.actor_id !== null) return phrases().formerStaff();
  return ofApplicants.includes(step.to_status) ? phrases().applicant() : phrases().portal();
}
