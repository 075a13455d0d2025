import type { Refusal } from '@basics/licensing/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text-form.ts';
import type { IssueSubject } from '@basics/contract/english-phrases.ts';
import { limits } from '@basics/contract/limits.ts';
import { phrases } from '@basics/contract/phrases.ts';
import { createSeatFacts } from '@basics/contract/seat-facts.ts';
import { formatDay } from '#server/mail/letters/moment-words.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import type { Problem } from '#server/platform/problem.ts';
import { findAgeProblem } from './code-age.ts';
import { findWait } from './day-limit.ts';
import { holdsSeat } from './license.ts';
import type { Plan, Situation } from './license.ts';

/** The reason why a text cannot be read as a verification code. */
export function toCodeProblem(refusal: Refusal<CodeRefusal>): Problem {
  if (refusal.code !== 'CODE_INCOMPLETE') return problem(refusal.code);
  return problemWith('CODE_INCOMPLETE', { found: refusal.found ?? 0, expected: refusal.expected ?? 0 });
}

/** Returns the reason that refuses a plan, if any: first the age of the code, then the daily limits, then seats and moves. */
export function findPlanProblem(plan: Plan, situation: Situation): Problem | null {
  const late = findAgeProblem(situation.claims.createdAt, situation.now);
  const mayPass = late?.code === 'CLOCK_BEHIND' && situation.overridden;
  if (late && !mayPass) return late;
  const tooMany = findDailyLimit(plan, situation);
  if (tooMany) return tooMany;
  const { policy } = situation;
  const gone = plan.machine?.declaredGone;
  if (plan.refusal === 'PC_DECLARED_GONE' && gone)
    return problemWith('PC_DECLARED_GONE', { day: formatDay(gone.at), who: gone.by.name });
  if (plan.refusal === 'TRIAL_USED') return problem('TRIAL_USED');
  if (plan.refusal === 'SEAT_LIMIT')
    return problemWith('SEAT_LIMIT', createSeatFacts(policy.seats, listSeatNames(situation)));
  if (plan.refusal === 'MOVE_LIMIT') return problemWith('MOVE_LIMIT', { allowed: policy.moves });
  return null;
}

/** Too many licences in 24 hours for the PC or the account; staff can pass this limit. */
function findDailyLimit({ machine }: Plan, { issuedToday, overridden, now }: Situation): Problem | null {
  if (overridden) return null;
  const ofPc = issuedToday.filter(({ machineId }) => machineId === machine?.machineId);
  return createDailyLimit('pc', ofPc, now) ?? createDailyLimit('account', issuedToday, now);
}

function createDailyLimit(subject: IssueSubject, issued: Situation['issuedToday'], now: number): Problem | null {
  const most = limits.licence.perDay[subject];
  const moments = issued.map(({ issuedAt }) => issuedAt);
  const limit = findWait(moments, most, now);
  if (!limit) return null;
  const { wait, retryAfterSeconds } = limit;
  return problemWith('ISSUE_LIMIT', { subject: phrases().issuedTo(subject), most, wait }, { retryAfterSeconds });
}

/** The names of the PCs that have a seat. */
function listSeatNames({ machines, now }: Situation): string[] {
  return machines.filter((machine) => holdsSeat(machine, now)).map(({ name }) => name || phrases().unnamedPc());
}
