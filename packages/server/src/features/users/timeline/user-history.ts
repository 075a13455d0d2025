import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { phrases } from '@basics/contract/texts/in-active-language.ts';
import type { StatusChange, users } from '@basics/contract/users/users.ts';
import { historyStatus } from '@basics/contract/users/users.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { requireInScope } from '../scope.repository.ts';
import { findStatusChanges } from '../users.repository.ts';

type HistoryStep = Awaited<ReturnType<typeof findStatusChanges>>[number];

/** Reads the history of a user's status, with the newest change first. Throws USER_NOT_FOUND. */
export async function readUserHistory(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  userId: number,
): Promise<Reply<typeof users.history>> {
  await requireInScope(db, actor, userId);
  return { items: (await findStatusChanges(db, userId)).map(toUserStep) };
}

export const toUserStep = (step: HistoryStep): StatusChange => ({
  at: toIsoTime(step.at),
  from: step.fromStatus === null ? null : historyStatus.parse(step.fromStatus),
  to: historyStatus.parse(step.toStatus),
  by: findActorName(step),
  reason: step.reason,
});

/** The statuses that an applicant without an account can bring about. */
const applicantStatuses: readonly string[] = ['unverified', 'pending', 'withdrawn'];

/** Returns the name of the person who changed the status, or "the portal" if a request without a decision expired. */
export function findActorName(step: Pick<HistoryStep, 'actorId' | 'firstName' | 'lastName' | 'toStatus'>): string {
  const name = `${step.firstName ?? ''} ${step.lastName ?? ''}`.trim();
  if (name !== '') return name;
  if (step.actorId !== null) return phrases().formerStaff();
  return applicantStatuses.includes(step.toStatus) ? phrases().applicant() : phrases().portal();
}
