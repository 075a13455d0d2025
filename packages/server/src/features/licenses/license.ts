import type { LicenseStatus } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { equalBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationClaims } from '@basics/licensing/verification-code.ts';
import { days } from '#server/platform/clock.ts';
import { anchorAfter } from './anchor.ts';
import type { Anchor } from './anchor.ts';
import { addMonths, endOfDay } from './calendar.ts';

/** What a profile may have of a tool under a brand; a term is so many months or so many days. */
export type Policy = { months: number | null; days: number | null; seats: number; moves: number; graceDays: number };

/**
 * A PC that a user has had a licence on; `licence` is its newest one that still counts, times in Unix milliseconds. One that was
 * released has given up its place, to another PC or to none. Codes are compared with its anchor; `fingerprint` holds the parts that its
 * newest licence was for.
 */
export type KnownMachine = Anchor & {
  machineId: number;
  name: string;
  fingerprint: Uint8Array;
  isReleased: boolean;
  /** When a user reported that the PC is gone, and who; null when a move released it, or when it was not released. */
  declaredGone: { at: number; by: { userId: number; name: string } } | null;
  licence: { licenseId: number; issuedAt: number; expiresAt: number } | null;
};

export type Situation = {
  claims: VerificationClaims;
  policy: Policy;
  /** The user's PCs for this tool, newest first. */
  machines: readonly KnownMachine[];
  /** The account's licences of the last 24 hours, of all tools. */
  issuedToday: readonly { machineId: number; issuedAt: number }[];
  /** Moves to another PC in the window that counts. */
  movesUsed: number;
  /** The account's trial of the tool ends at `endsAt`, null where it had none; `isPcUsed`: another account had one on this PC. */
  trial: { endsAt: number | null; isPcUsed: boolean };
  /** The end of the grant that allows the licence, if it has one. */
  grantEndsAt: number | null;
  /** Staff may let a licence pass the limits on seats and moves, with a reason. */
  overridden: boolean;
  now: number;
};

export type Relation = 'new' | 'known' | 'changed' | 'moved';

/** The plan for issuing now; `refusal` names the limit that prevents it, and the offer is unchanged. */
export type Plan = {
  relation: Relation;
  machine: KnownMachine | null;
  replaces: KnownMachine | null;
  /** The anchor that the PC has from then on. */
  anchored: Anchor;
  expiresAt: number;
  seatsUsed: number;
  /** Whether it takes a seat that nothing takes now. */
  takesSeat: boolean;
  movesUsed: number;
  refusal: 'PC_DECLARED_GONE' | 'SEAT_LIMIT' | 'MOVE_LIMIT' | 'TRIAL_USED' | null;
};

/** Decides the result of a verification code: which PC it belongs to, whether a seat or a move is needed, and the end date. */
export function planLicense(situation: Situation): Plan {
  const { claims, policy, machines, now } = situation;
  const machine = machineOf(claims, machines);
  const others = machines.filter((each) => each !== machine && holdsSeat(each, now));
  const isSeated = machine !== null && holdsSeat(machine, now);
  const replaces = !isSeated && claims.reason === 'moved' ? machineToReplace(others, claims.machineName) : null;
  const seatsUsed = others.length + (isSeated ? 1 : 0);
  const takesSeat = !isSeated && !replaces;
  const lacksSeat = takesSeat && others.length >= policy.seats;
  const lacksMove = replaces !== null && situation.movesUsed >= policy.moves;
  const { expiresAt, isRenewal, isTrialUsed } = termOf(situation, (isSeated ? machine : replaces)?.licence ?? null);
  return {
    relation: relationOf(machine, replaces, claims),
    machine,
    replaces,
    anchored: machine
      ? anchorAfter(machine, claims.fingerprint, { isRenewal, now })
      : { anchor: claims.fingerprint, anchoredAt: now },
    expiresAt,
    seatsUsed,
    takesSeat,
    movesUsed: situation.movesUsed,
    refusal: refusalOf(situation, { isGone: machine?.declaredGone != null, lacksSeat, lacksMove, isTrialUsed }),
  };
}

type Lacks = { isGone: boolean; lacksSeat: boolean; lacksMove: boolean; isTrialUsed: boolean };

/** Returns the first limit that refuses the licence. Staff can override all of these with a reason. */
function refusalOf({ overridden }: Situation, lacks: Lacks): Plan['refusal'] {
  if (overridden) return null;
  if (lacks.isGone) return 'PC_DECLARED_GONE';
  if (lacks.lacksSeat) return 'SEAT_LIMIT';
  if (lacks.lacksMove) return 'MOVE_LIMIT';
  return lacks.isTrialUsed ? 'TRIAL_USED' : null;
}

/**
 * The PC on record whose anchor is equal in all parts, else one that is the same with parts changed: a record of few parts is like many
 * PCs. Never compared with the latest parts: codes are not signed, and one part changed at a time would lead from any PC to any other.
 */
function machineOf(claims: VerificationClaims, machines: readonly KnownMachine[]): KnownMachine | null {
  const related = (relation: 'same' | 'changed') =>
    machines.find((each) => relateFingerprints(each.anchor, claims.fingerprint) === relation);
  return related('same') ?? related('changed') ?? null;
}

/** Whether a PC takes up one of the seats that its owner has. */
export const holdsSeat = (machine: { licence: { expiresAt: number } | null }, now: number): boolean =>
  machine.licence !== null && machine.licence.expiresAt > now;

function relationOf(machine: KnownMachine | null, replaces: KnownMachine | null, claims: VerificationClaims): Relation {
  if (replaces) return 'moved';
  if (!machine || machine.isReleased) return 'new';
  return equalBytes(machine.fingerprint, claims.fingerprint) ? 'known' : 'changed';
}

/** The PC of the same name if there is one, else the one whose licence is oldest. */
function machineToReplace(others: readonly KnownMachine[], name: string): KnownMachine | null {
  const oldestFirst = others.toSorted((a, b) => (a.licence?.issuedAt ?? 0) - (b.licence?.issuedAt ?? 0));
  return oldestFirst.find((each) => name !== '' && each.name === name) ?? oldestFirst[0] ?? null;
}

/**
 * A licence that still runs keeps its end until its renewal opens; then the new term is added to it, and never lost. A trial is not
 * renewed: every PC of the account has it until the same end, and after that only staff give another.
 */
function termOf(situation: Situation, running: KnownMachine['licence']) {
  const { policy, grantEndsAt, trial, now } = situation;
  const isRunning = running !== null && running.expiresAt > now;
  const isOneTrial = isTrial(policy) && !situation.overridden;
  const mayRenew = isRunning && !isOneTrial && now >= renewalOpensAt(running.expiresAt, policy);
  const isTrialUsed = isOneTrial && !isRunning && (trial.isPcUsed || (trial.endsAt !== null && trial.endsAt <= now));
  const kept = isRunning && !mayRenew ? running.expiresAt : isOneTrial && !isTrialUsed ? trial.endsAt : null;
  const end = kept ?? endOfDay(termFrom(mayRenew ? running.expiresAt : now, policy));
  return {
    expiresAt: grantEndsAt === null ? end : Math.min(end, grantEndsAt),
    isRenewal: !isRunning || mayRenew,
    isTrialUsed,
  };
}

/** A term of days is a trial. */
export const isTrial = ({ months }: Pick<Policy, 'months'>): boolean => months === null;

/** When a licence that ends at `expiresAt` can be renewed; a term of a few weeks is first half used. */
export function renewalOpensAt(expiresAt: number, policy: Pick<Policy, 'months' | 'days'>): number {
  return expiresAt - Math.min(days(limits.licence.renewalOpensDays), termFrom(0, policy) / 2);
}

function termFrom(start: number, policy: Pick<Policy, 'months' | 'days'>): number {
  return policy.months === null ? start + days(policy.days ?? 0) : addMonths(start, policy.months);
}

/** The status that the wire shows; times in Unix milliseconds. */
export function statusOf(
  licence: { revokedAt: number | null; replacedAt: number | null; expiresAt: number },
  now: number,
): LicenseStatus {
  if (licence.revokedAt !== null) return 'Revoked';
  if (licence.replacedAt !== null) return 'Replaced';
  return licence.expiresAt <= now ? 'Expired' : 'Active';
}
