import { endOfDay, toUtcDay } from '#server/platform/clock/clock.ts';
import type { Db } from '#server/database/foundation.ts';
import { formatDay } from '#server/platform/texts/formats.ts';
import { problem, problemWithFacts, type Problem } from '#server/platform/problem.ts';
import { findGrantState, findLicenseStatus, isTrial, findRenewalOpening } from '../license.ts';
import { findRenewalFacts, type RenewalFacts } from './renewals.repository.ts';

/**
 * The rules that decide whether a licence can be renewed without a new code. Every offer of a renewal follows these
 * rules.
 */

/**
 * `opensAt`: the time from which the licence can be renewed, in Unix milliseconds; null if a renewal needs a new code. `grantEndsOn`: the last
 * day of the grant (`YYYY-MM-DD`) if the licence expires together with the user's grant of the tool, so that a renewal would add no time; else
 * null.
 */
type RenewalOutlook = { opensAt: number | null; grantEndsOn: string | null };

/** Returns from when a licence can be renewed, and whether it expires together with the grant of its tool. */
export function findRenewalOutlook(facts: RenewalFacts, now: number): RenewalOutlook {
  const { expiresAt, revokedAt, replacedAt, isBridge } = facts;
  const validTo = findTerm(facts, now)?.validTo ?? null;
  const isStillValid = revokedAt === null && replacedAt === null && expiresAt > now;
  const policy = readPolicy(facts);
  if (!isStillValid || isBridge === 1 || !policy || isTrial(policy) || !isGranted(facts, now))
    return { opensAt: null, grantEndsOn: null };
  const expiresWithGrant = validTo !== null && endOfDay(Date.parse(validTo)) <= expiresAt;
  return { opensAt: findRenewalOpening(expiresAt, policy), grantEndsOn: expiresWithGrant ? validTo : null };
}

/** Returns the problem that prevents a renewal now, or null. Seats and daily limits are checked when the licence is issued. */
export function findRenewalProblem(facts: RenewalFacts, now: number): Problem | null {
  if (!readPolicy(facts)) return problem('NO_TOOL_GRANT');
  if (facts.companyStatus === 'suspended')
    return problemWithFacts('COMPANY_SUSPENDED', { company: facts.company ?? '' });
  if (!isGranted(facts, now)) return problemWithFacts('OTHER_BRAND', { tool: facts.tool, brand: facts.brand });
  const { opensAt, grantEndsOn } = findRenewalOutlook(facts, now);
  if (findLicenseStatus(facts, now) !== 'Active' || opensAt === null) return problem('NOT_RENEWABLE');
  if (grantEndsOn !== null)
    return problemWithFacts('TOOL_ENDS', { tool: facts.tool, day: formatDay(Date.parse(grantEndsOn)) });
  return now < opensAt ? problemWithFacts('RENEWAL_NOT_OPEN', { day: formatDay(opensAt) }) : null;
}

export async function findRenewableIds(db: Db, licenseIds: readonly number[], now: number): Promise<Set<number>> {
  const facts = await findRenewalFacts(db, licenseIds);
  return new Set(facts.filter((licenseFacts) => findRenewalProblem(licenseFacts, now) === null).map(({ id }) => id));
}

/**
 * Returns whether the user has a grant that has begun. A grant that has ended counts, because `grantEndsOn` is then its
 * last day.
 */
function isGranted(facts: RenewalFacts, now: number): boolean {
  const term = findTerm(facts, now);
  return term !== null && findGrantState(term, toUtcDay(now)) !== 'later';
}

/** Returns the days of the grant that counts: of the company, unless only the user's own grant is valid today. */
function findTerm(facts: RenewalFacts, now: number): { validFrom: string | null; validTo: string | null } | null {
  const { grantedTo, validFrom, validTo, companyGrantId, companyValidFrom, companyValidTo } = facts;
  const ownTerm = grantedTo === null ? null : { validFrom, validTo };
  if (companyGrantId === null) return ownTerm;
  const companyTerm = { validFrom: companyValidFrom, validTo: companyValidTo };
  const isValid = (term: typeof companyTerm) => findGrantState(term, toUtcDay(now)) === 'valid';
  return ownTerm && isValid(ownTerm) && !isValid(companyTerm) ? ownTerm : companyTerm;
}

/** Returns the renewal terms of the profile's policy for the tool and brand of the licence; null if the profile has none. */
const readPolicy = ({ policyProfileId, months, days, renewalDays }: RenewalFacts) =>
  policyProfileId === null ? null : { months, days, renewalDays };
