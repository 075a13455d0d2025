import type { LicenseStatus } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationClaims } from '@basics/licensing/verification-code.ts';
import { days } from '#server/platform/clock.ts';
import { computeNextAnchor } from './anchor.ts';
import type { Anchor } from './anchor.ts';
import { addMonths, endOfDay, startOfDay } from './calendar.ts';

/** The policy of a profile for a tool and brand; its term is a number of months or of days. */
export type Policy = { months: number | null; days: number | null; seats: number; moves: number; graceDays: number };

/**
 * A PC that has had a licence of the user; `licence` is its newest one that was neither revoked nor replaced, times in
 * Unix milliseconds. A released PC has no seat. Codes are compared with the anchor; `fingerprint` contains the parts of
 * its newest licence.
 */
export type KnownMachine = Anchor & {
  machineId: number;
  name: string;
  fingerprint: Uint8Array;
  isReleased: boolean;
  /** When a user reported that the PC is gone, and who. Null if a move released it, or if it was not released. */
  declaredGone: { at: number; by: { userId: number; name: string } } | null;
  licence: { licenseId: number; issuedAt: number; expiresAt: number } | null;
};

export type Situation = {
  claims: VerificationClaims;
  policy: Policy;
  /** The user's PCs for this tool, newest first. */
  machines: readonly KnownMachine[];
  /** The licences of the account in the last 24 hours, for all tools. */
  issuedToday: readonly { machineId: number; issuedAt: number }[];
  /** Moves to another PC in the window in which moves count. */
  movesUsed: number;
  /**
   * The account's trial of the tool; `endsAt` is null if it had none. `isPcUsed`: another account had a trial on this
   * PC.
   */
  trial: { endsAt: number | null; isPcUsed: boolean };
  /** The end of the grant that allows the licence, if it has one. */
  grantEndsAt: number | null;
  /** Staff can pass the limits on seats and moves with a reason. */
  overridden: boolean;
  now: number;
};

export type Relation = 'new' | 'known' | 'changed' | 'moved';

/** The plan for a licence now; `refusal` names the limit that prevents it, and the other values stay the same. */
export type Plan = {
  relation: Relation;
  machine: KnownMachine | null;
  replaces: KnownMachine | null;
  /** The anchor of the PC after the licence is issued. */
  anchored: Anchor;
  expiresAt: number;
  seatsUsed: number;
  /** Whether the PC takes a seat that was free. */
  takesSeat: boolean;
  movesUsed: number;
  refusal: 'PC_DECLARED_GONE' | 'SEAT_LIMIT' | 'MOVE_LIMIT' | 'TRIAL_USED' | null;
};

/** Decides the result of a verification code: which PC it belongs to, whether a seat or a move is needed, and the end date. */
export function planLicense(situation: Situation): Plan {
  const { claims, policy, machines, now } = situation;
  const machine = findMachine(claims, machines);
  const others = machines.filter((each) => each !== machine && holdsSeat(each, now));
  const isSeated = machine !== null && holdsSeat(machine, now);
  const replaces = !isSeated && claims.reason === 'moved' ? findMachineToReplace(others, claims.machineName) : null;
  const seatsUsed = others.length + (isSeated ? 1 : 0);
  const takesSeat = !isSeated && !replaces;
  const lacksSeat = takesSeat && others.length >= policy.seats;
  const lacksMove = replaces !== null && situation.movesUsed >= policy.moves;
  const { expiresAt, isRenewal, isTrialUsed } = planTerm(situation, (isSeated ? machine : replaces)?.licence ?? null);
  return {
    relation: findRelation(machine, replaces, claims),
    machine,
    replaces,
    anchored: machine
      ? computeNextAnchor(machine, claims.fingerprint, { isRenewal, now })
      : { anchor: claims.fingerprint, anchoredAt: now },
    expiresAt,
    seatsUsed,
    takesSeat,
    movesUsed: situation.movesUsed,
    refusal: findRefusal(situation, { isGone: machine?.declaredGone != null, lacksSeat, lacksMove, isTrialUsed }),
  };
}

type LimitFindings = { isGone: boolean; lacksSeat: boolean; lacksMove: boolean; isTrialUsed: boolean };

/** Returns the first limit that refuses the licence. Staff can override all of these with a reason. */
function findRefusal({ overridden }: Situation, lacks: LimitFindings): Plan['refusal'] {
  if (overridden) return null;
  if (lacks.isGone) return 'PC_DECLARED_GONE';
  if (lacks.lacksSeat) return 'SEAT_LIMIT';
  if (lacks.lacksMove) return 'MOVE_LIMIT';
  return lacks.isTrialUsed ? 'TRIAL_USED' : null;
}

/**
 * The known PC whose anchor is equal in all parts, else one with few changed parts: an anchor with few parts matches
 * many PCs. Never compared with the latest parts: codes are not signed, so one changed part at a time would lead from
 * any PC to any other.
 */
function findMachine(claims: VerificationClaims, machines: readonly KnownMachine[]): KnownMachine | null {
  const related = (relation: 'same' | 'changed') =>
    machines.find((each) => relateFingerprints(each.anchor, claims.fingerprint) === relation);
  return related('same') ?? related('changed') ?? null;
}

/** Whether a PC takes one of its owner's seats. */
export const holdsSeat = (machine: { licence: { expiresAt: number } | null }, now: number): boolean =>
  machine.licence !== null && machine.licence.expiresAt > now;

function findRelation(
  machine: KnownMachine | null,
  replaces: KnownMachine | null,
  claims: VerificationClaims,
): Relation {
  if (replaces) return 'moved';
  if (!machine || machine.isReleased) return 'new';
  return relateFingerprints(machine.fingerprint, claims.fingerprint) === 'same' ? 'known' : 'changed';
}

/** The PC with the same name, else the one with the oldest licence. */
function findMachineToReplace(others: readonly KnownMachine[], name: string): KnownMachine | null {
  const oldestFirst = others.toSorted((a, b) => (a.licence?.issuedAt ?? 0) - (b.licence?.issuedAt ?? 0));
  return oldestFirst.find((each) => name !== '' && each.name === name) ?? oldestFirst[0] ?? null;
}

/**
 * A valid licence keeps its end until its renewal opens; then the new term is added to the old end. A trial is not
 * renewed: it ends at the same time on every PC of the account, and after it only staff can give another.
 */
function planTerm(situation: Situation, running: KnownMachine['licence']) {
  const { policy, grantEndsAt, trial, now } = situation;
  const isRunning = running !== null && running.expiresAt > now;
  const isOneTrial = isTrial(policy) && !situation.overridden;
  const mayRenew = isRunning && !isOneTrial && now >= renewalOpensAt(running.expiresAt, policy);
  const isTrialUsed = isOneTrial && !isRunning && (trial.isPcUsed || (trial.endsAt !== null && trial.endsAt <= now));
  const kept = isRunning && !mayRenew ? running.expiresAt : isOneTrial && !isTrialUsed ? trial.endsAt : null;
  const end = kept ?? endOfDay(addTerm(mayRenew ? running.expiresAt : now, policy));
  return {
    expiresAt: grantEndsAt === null ? end : Math.min(end, grantEndsAt),
    isRenewal: !isRunning || mayRenew,
    isTrialUsed,
  };
}

/** A term in days is a trial. */
export const isTrial = ({ months }: Pick<Policy, 'months'>): boolean => months === null;

/**
 * When a licence that ends at `expiresAt` can be renewed: from the beginning of a day in UTC, so that the reminder of that day can offer it.
 * Of a short term the first half must have passed.
 */
export function renewalOpensAt(expiresAt: number, policy: Pick<Policy, 'months' | 'days'>): number {
  return startOfDay(expiresAt - Math.min(days(limits.licence.renewalOpensDays), addTerm(0, policy) / 2));
}

function addTerm(start: number, policy: Pick<Policy, 'months' | 'days'>): number {
  return policy.months === null ? start + days(policy.days ?? 0) : addMonths(start, policy.months);
}

/** The status in the API; times in Unix milliseconds. A valid licence of a suspended account is `Suspended`: tools refuse it. */
export function findStatus(
  licence: { revokedAt: number | null; replacedAt: number | null; expiresAt: number; ownerStatus: string },
  now: number,
): LicenseStatus {
  if (licence.revokedAt !== null) return 'Revoked';
  if (licence.replacedAt !== null) return 'Replaced';
  if (licence.expiresAt <= now) return 'Expired';
  return licence.ownerStatus === 'suspended' ? 'Suspended' : 'Active';
}
