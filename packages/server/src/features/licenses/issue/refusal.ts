import { countPresentComponents, minComponents } from '@basics/licensing/fingerprint.ts';
import { neverExpires } from '@basics/licensing/licence-code.ts';
import type { Refusal } from '@basics/licensing/encoding/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text/text-form.ts';
import type { VerificationClaims } from '@basics/licensing/verification-code.ts';
import type { IssueLimitSubject } from '@basics/contract/texts/english-phrases.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { createSeatFacts, phrases } from '@basics/contract/texts/phrases.ts';
import { formatDay, formatDuration } from '#server/platform/texts/formats.ts';
import { clockSkewMs, days, minutes, seconds, expiryMarginMs, startOfDay } from '#server/platform/clock/clock.ts';
import { problem, problemWithFacts, type Problem } from '#server/platform/problem.ts';
import { holdsSeat, type CompanySeats, type LicensePlan, type LicenseSituation } from '../license.ts';

/** Converts the reason why a text is not a readable verification code to a problem. */
export function toCodeProblem(refusal: Refusal<CodeRefusal>): Problem {
  if (refusal.code !== 'CODE_INCOMPLETE') return problem(refusal.code);
  return problemWithFacts('CODE_INCOMPLETE', { found: refusal.found ?? 0, expected: refusal.expected ?? 0 });
}

/** Returns the problem of a code that has too few hardware values: a licence for it would be valid on no PC. */
export function findIdentityProblem({ fingerprint }: Pick<VerificationClaims, 'fingerprint'>): Problem | null {
  const found = countPresentComponents(fingerprint);
  return found < minComponents ? problemWithFacts('PC_NOT_IDENTIFIED', { found }) : null;
}

/** Creates the problem for an account that gets no licence because of its status. */
export const createInactiveProblem = (status: string): Problem =>
  problemWithFacts(status === 'suspended' ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_NOT_ACTIVE', {
    why: phrases().inactiveAccount(
      status === 'approved' || status === 'suspended' || status === 'rejected' ? status : 'undecided',
    ),
  });

/** The last day on which a licence can expire, because licence codes and files contain times of 32 bits. */
const latestExpiry = startOfDay(neverExpires * 1000 - expiryMarginMs) - 1;

/**
 * Returns the problem that refuses a plan, or null. The parts of the PC and the age of the code are checked first, then the daily limits,
 * then seats and moves.
 */
export function findPlanProblem(plan: LicensePlan, situation: LicenseSituation): Problem | null {
  const identityProblem = findIdentityProblem(situation.claims);
  if (identityProblem) return identityProblem;
  const ageProblem = findAgeProblem(situation.claims.createdAt, situation.now);
  const isAgeOverridden = ageProblem?.code === 'CLOCK_BEHIND' && situation.isOverridden;
  if (ageProblem && !isAgeOverridden) return ageProblem;
  if (plan.expiresAt > latestExpiry)
    return problemWithFacts('LICENCE_TOO_LONG', { day: formatDay(plan.expiresAt), latest: formatDay(latestExpiry) });
  const dailyLimitProblem = findDailyLimitProblem(plan, situation);
  if (dailyLimitProblem) return dailyLimitProblem;
  const { policy } = situation;
  const declaration = plan.machine?.declaredGone;
  if (plan.refusal === 'PC_DECLARED_GONE' && declaration)
    return problemWithFacts('PC_DECLARED_GONE', { day: formatDay(declaration.at), who: declaration.by.name });
  if (plan.refusal === 'TRIAL_USED') return problem('TRIAL_USED');
  if (plan.refusal === 'SEAT_LIMIT' && situation.company)
    return createCompanySeatProblem(policy.seats, situation.company);
  if (plan.refusal === 'SEAT_LIMIT')
    return problemWithFacts('SEAT_LIMIT', createSeatFacts(policy.seats, listSeatNames(situation)));
  if (plan.refusal === 'MOVE_LIMIT') return problemWithFacts('MOVE_LIMIT', { allowed: policy.moves });
  return null;
}

/**
 * Returns a problem if the PC or the account got too many licences in 24 hours; staff can override this limit. The limit of the account
 * ignores renewals without a code, because each licence is renewed only once: a company can renew more than 50 PCs on one day, and license
 * a new PC on the same day.
 */
function findDailyLimitProblem({ machine }: LicensePlan, situation: LicenseSituation): Problem | null {
  const { issuedToday, isOverridden, isRenewalWithoutCode, now } = situation;
  if (isOverridden) return null;
  const issuedForPc = issuedToday.filter(({ machineId }) => machineId === machine?.machineId);
  const pcProblem = createDailyLimitProblem('pc', issuedForPc, now);
  if (pcProblem || isRenewalWithoutCode) return pcProblem;
  const issuedForCodes = issuedToday.filter((license) => !license.isRenewalWithoutCode);
  return createDailyLimitProblem('account', issuedForCodes, now);
}

function createDailyLimitProblem(
  subject: IssueLimitSubject,
  issued: LicenseSituation['issuedToday'],
  now: number,
): Problem | null {
  const limit = limits.licence.perDay[subject];
  const moments = issued.map(({ issuedAt }) => issuedAt);
  const waitTime = findWaitingTime(moments, limit, now);
  if (!waitTime) return null;
  const { wait, retryAfterSeconds } = waitTime;
  return problemWithFacts(
    'ISSUE_LIMIT',
    { subject: phrases().issuedTo(subject), most: limit, wait },
    { retryAfterSeconds },
  );
}

/** How many PCs the refusal names; the PCs whose seats are free first come first. */
const namedHolders = 5;

/** Creates the problem that says who uses the seats of a company, and when the next seat is free. */
function createCompanySeatProblem(seats: number, { name, toolName, holders }: CompanySeats): Problem {
  const soonestFirst = holders.toSorted((a, b) => a.expiresAt - b.expiresAt);
  const next = soonestFirst[0];
  const names = soonestFirst
    .slice(0, namedHolders)
    .map((holder) =>
      holder.owner === null
        ? phrases().hiddenPc(formatDay(holder.expiresAt))
        : phrases().pcOf(holder.name || phrases().unnamedPc(), holder.owner, formatDay(holder.expiresAt)),
    );
  const others = holders.length - names.length;
  return problemWithFacts('COMPANY_SEAT_LIMIT', {
    company: name,
    seats: phrases().seats(seats),
    tool: toolName,
    holders: [...names, ...(others > 0 ? [phrases().otherPcs(others)] : [])].join('; ') || '–',
    next: next ? phrases().nextSeat(formatDay(next.expiresAt)) : '',
  });
}

/** Lists the names of the PCs that take a seat (the right to use one PC). */
function listSeatNames({ machines, now }: LicenseSituation): string[] {
  return machines.filter((machine) => holdsSeat(machine, now)).map(({ name }) => name || phrases().unnamedPc());
}

/**
 * Returns the problem with the age of a code, or null. `createdAt` is from the PC's clock, in Unix seconds; `now` is in Unix
 * milliseconds.
 */
export function findAgeProblem(createdAt: number, now: number): Problem | null {
  const aheadSeconds = createdAt - Math.floor(now / 1000);
  if (aheadSeconds > limits.licence.clockAheadSeconds)
    return problemWithFacts('CLOCK_AHEAD', { ahead: formatDuration(aheadSeconds) });
  const ageMs = -aheadSeconds * 1000;
  if (ageMs <= days(limits.licence.codeAcceptedDays)) return null;
  if (ageMs > days(limits.licence.codeOldestDays))
    return problemWithFacts('CLOCK_BEHIND', { date: formatDay(seconds(createdAt)) });
  return problemWithFacts('CODE_TOO_OLD', { days: Math.floor(ageMs / days(1)) });
}

/** How long a user must wait when a limit per 24 hours is reached, in seconds and as a text. */
type WaitingTime = { retryAfterSeconds: number; wait: string };

/**
 * Returns null if fewer than `limit` of the moments (Unix milliseconds) are in the last 24 hours, otherwise the waiting time. A moment in the
 * future was written by a clock that has been corrected since, and does not count.
 */
export function findWaitingTime(moments: readonly number[], limit: number, now: number): WaitingTime | null {
  const recentMoments = moments.filter((at) => at > now - days(1) && at <= now + clockSkewMs).toSorted((a, b) => a - b);
  const oldest = recentMoments[recentMoments.length - limit];
  if (oldest === undefined) return null;
  const retryAfterSeconds = Math.ceil((oldest + days(1) - now) / 1000);
  return { retryAfterSeconds, wait: formatDuration(Math.max(minutes(1) / 1000, retryAfterSeconds)) };
}
