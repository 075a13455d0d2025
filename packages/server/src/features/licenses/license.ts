import type { PartChanges } from '@basics/contract/license-admin/license-admin.ts';
import type { LicenseStatus, Entitlement } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { completeFingerprint, relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { VerificationClaims, VerificationCode } from '@basics/licensing/verification-code.ts';
import { clockSkewMs, days, addMonths, endOfDay, startOfDay } from '#server/platform/clock/clock.ts';
import { findBridgeEnd, type BridgeFacts } from './seats/bridge.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import { bytesToHex, encodeUtf8 } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';

/** The policy of a profile for a tool and brand; the term of its licences is a number of months or of days. */
export type Policy = RenewalTerms & { seats: number; moves: number; graceDays: number };

/** `renewalDays`: how many days before its end a licence can be renewed; null for the default. */
export type RenewalTerms = { months: number | null; days: number | null; renewalDays: number | null };

/**
 * The anchor of a PC: the fingerprint that the PC had when it took its seat (the right to use one PC), and
 * `anchoredAt`, the time when the PC took its seat or when the anchor last accepted a changed part (Unix milliseconds).
 */
type Anchor = { anchor: Uint8Array; anchoredAt: number };

/**
 * A PC that has had a licence of the user; `licence` is its newest licence that was neither revoked nor replaced. Times
 * are in Unix milliseconds. A released PC has no seat. Codes are compared with the anchor; `fingerprint` contains the
 * parts of the PC in its newest licence.
 */
export type KnownMachine = Anchor & {
  machineId: number;
  name: string;
  fingerprint: Uint8Array;
  isReleased: boolean;
  /** When a user reported that the PC is gone, and which user reported it; null if a move released the PC, or if the PC was not released. */
  declaredGone: { at: number; by: { userId: number; name: string } } | null;
  licence: {
    licenseId: number;
    issuedAt: number;
    expiresAt: number;
    isBridge?: boolean;
    /** Whether the licence uses a seat of another brand; the seats of a company are counted by brand. */
    hasOtherBrand?: boolean;
  } | null;
};

/** A PC that uses a seat of a company. `owner` is null if the person who issues the licence may not see the PC. */
export type SeatHolder = { userId: number; name: string; owner: string | null; expiresAt: number };

/** The company whose seats are counted, and the PCs of all its members that use one. */
export type CompanySeats = { name: string; toolName: string; holders: readonly SeatHolder[] };

/** Everything that decides about a licence: the code, the policy, and the PCs and licences of the user. */
export type LicenseSituation = {
  claims: VerificationClaims;
  policy: Policy;
  /** The user's PCs for this tool, newest first. */
  machines: readonly KnownMachine[];
  /** The licences that the account got in the last 24 hours, for all tools. */
  issuedToday: readonly { machineId: number; issuedAt: number; isRenewalWithoutCode: boolean }[];
  /** The company that has the grant, and the PCs of other members that use its seats; absent for an own grant. */
  company?: CompanySeats & { others: number };
  /** The number of moves to another PC in the last 12 months. */
  movesUsed: number;
  /**
   * The account's trial of the tool; `endsAt` is null if the account had no trial. `isPcUsed`: another account had a
   * trial on this PC.
   */
  trial: { endsAt: number | null; hasOtherTrialOnPc: boolean };
  /** The data for a bridge licence (of a few days); undefined if no bridge is possible. */
  bridge?: BridgeFacts;
  /** When the grant that allows the licence ends, in Unix milliseconds; null if it has no end. */
  grantEndsAt: number | null;
  /** Whether staff override the limits on seats and moves with a reason. */
  isOverridden: boolean;
  /** Whether the portal renews a licence without a code from the PC. */
  isRenewalWithoutCode?: boolean;
  now: number;
};

/** How the PC of a code relates to the known PCs of the user. */
export type MachineRelation = 'new' | 'known' | 'changed' | 'moved';

/** The licence that a code would get now; `refusal` names the limit that prevents it, and does not change the other values. */
export type LicensePlan = {
  relation: MachineRelation;
  machine: KnownMachine | null;
  replacedMachine: KnownMachine | null;
  /** The anchor of the PC (the fingerprint with which later codes are compared) after the licence is issued. */
  nextAnchor: Anchor;
  expiresAt: number;
  seatsUsed: number;
  /** Whether the PC takes a free seat (the right to use one PC). */
  takesSeat: boolean;
  movesUsed: number;
  /** The end of the bridge licence that is possible in place of the refused licence; null if no bridge is possible. */
  bridgeEndsAt: number | null;
  /** Whether the licence is a bridge licence (of a few days), which takes no seat and uses no move. */
  isBridge: boolean;
  refusal: 'PC_DECLARED_GONE' | 'SEAT_LIMIT' | 'MOVE_LIMIT' | 'TRIAL_USED' | null;
};

/** Decides what a verification code gets: the PC that it belongs to, whether it needs a seat or a move, and the end date. */
export function planLicense(situation: LicenseSituation): LicensePlan {
  const { claims, policy, machines, now } = situation;
  const machine = findMachine(claims, machines);
  const usesSeat = (pc: KnownMachine): boolean => holdsSeat(pc, now) && pc.licence?.hasOtherBrand !== true;
  const otherSeatedMachines = machines.filter((other) => other !== machine && usesSeat(other));
  const isSeated = machine !== null && usesSeat(machine);
  const otherSeats = otherSeatedMachines.length + (situation.company?.others ?? 0);
  const replacedMachine =
    !isSeated && claims.reason === 'moved' ? findMachineToReplace(otherSeatedMachines, claims.machineName) : null;
  const seatsUsed = otherSeats + (isSeated ? 1 : 0);
  const takesSeat = !isSeated && !replacedMachine;
  const lacksSeat = takesSeat && otherSeats >= policy.seats;
  const lacksMove = replacedMachine !== null && situation.movesUsed >= policy.moves;
  const { expiresAt, isRenewal, isTrialUsed } = planTerm(
    situation,
    (isSeated ? machine : replacedMachine)?.licence ?? null,
  );
  const refusal = findRefusal(situation, {
    isDeclaredGone: machine?.declaredGone != null,
    lacksSeat,
    lacksMove,
    isTrialUsed,
  });
  const plan: LicensePlan = {
    relation: findRelation(machine, replacedMachine, claims),
    machine,
    replacedMachine,
    nextAnchor: machine
      ? computeNextAnchor(machine, claims.fingerprint, { isRenewal, now })
      : { anchor: claims.fingerprint, anchoredAt: now },
    expiresAt,
    seatsUsed,
    takesSeat,
    movesUsed: situation.movesUsed,
    bridgeEndsAt: findBridgeEnd(refusal, situation),
    isBridge: false,
    refusal,
  };
  return situation.bridge?.isRequested === true ? toBridgePlan(plan, situation) : plan;
}

/**
 * Returns the new anchor of a PC after a licence is issued for a code with the parts `seenFingerprint`. Codes are not signed, so a changed
 * part is accepted only with a renewal, and only once in 180 days. Unknown parts are added and missing parts are kept immediately;
 * otherwise a customer could leave out parts to make several PCs look like one PC.
 */
export function computeNextAnchor(
  { anchor, anchoredAt }: Anchor,
  seenFingerprint: Uint8Array,
  { isRenewal, now }: { isRenewal: boolean; now: number },
): Anchor {
  const knownFingerprint = completeFingerprint(anchor, seenFingerprint);
  const hasChanged = relateFingerprints(knownFingerprint, completeFingerprint(seenFingerprint, anchor)) !== 'same';
  // A time in the future is ignored, because it was written while the clock of the server was wrong.
  const wasAnchoredRecently = anchoredAt > now - days(limits.licence.anchorKeptDays) && anchoredAt <= now + clockSkewMs;
  if (!hasChanged || !isRenewal || wasAnchoredRecently) return { anchor: knownFingerprint, anchoredAt };
  return { anchor: completeFingerprint(seenFingerprint, anchor), anchoredAt: now };
}

/**
 * Changes a plan to a bridge licence (of a few days), if one is possible. A bridge replaces no PC and does not change the anchor of a known
 * PC.
 */
function toBridgePlan(plan: LicensePlan, { claims }: LicenseSituation): LicensePlan {
  const { machine, bridgeEndsAt, nextAnchor } = plan;
  if (bridgeEndsAt === null) return plan;
  return {
    ...plan,
    relation: findRelation(machine, null, claims),
    replacedMachine: null,
    nextAnchor: machine ? { anchor: machine.anchor, anchoredAt: machine.anchoredAt } : nextAnchor,
    expiresAt: bridgeEndsAt,
    takesSeat: false,
    isBridge: true,
    refusal: null,
  };
}

type LimitFindings = { isDeclaredGone: boolean; lacksSeat: boolean; lacksMove: boolean; isTrialUsed: boolean };

/** Returns the first limit that refuses the licence. Staff can override each limit with a reason. */
function findRefusal({ isOverridden }: LicenseSituation, findings: LimitFindings): LicensePlan['refusal'] {
  if (isOverridden) return null;
  if (findings.isDeclaredGone) return 'PC_DECLARED_GONE';
  if (findings.lacksSeat) return 'SEAT_LIMIT';
  if (findings.lacksMove) return 'MOVE_LIMIT';
  return findings.isTrialUsed ? 'TRIAL_USED' : null;
}

/**
 * Finds the known PC whose anchor is equal in all parts, else a known PC with few changed parts. Equal parts come first, also those of a
 * removed PC, because an anchor with few known parts matches many PCs: a removed PC must not continue on the seat of a similar PC. Of two
 * equal rows, the row in use comes first: after two accounts were joined, one PC can have a row of each account, of which only one was
 * removed. The latest parts are not compared: codes are not signed, so a customer could change one part at a time until the code describes
 * another PC.
 */
function findMachine(claims: VerificationClaims, machines: readonly KnownMachine[]): KnownMachine | null {
  const inUseFirst = machines.toSorted((a, b) => Number(a.isReleased) - Number(b.isReleased));
  const findRelated = (relation: 'same' | 'changed') =>
    inUseFirst.find((machine) => relateFingerprints(machine.anchor, claims.fingerprint) === relation);
  return findRelated('same') ?? findRelated('changed') ?? null;
}

/**
 * Returns whether a PC takes one of its owner's seats (the right to use one PC); a PC with a bridge licence takes no
 * seat.
 */
export const holdsSeat = (
  { licence }: { licence: { expiresAt: number; isBridge?: boolean } | null },
  now: number,
): boolean => licence !== null && licence.isBridge !== true && licence.expiresAt > now;

function findRelation(
  machine: KnownMachine | null,
  replacedMachine: KnownMachine | null,
  claims: VerificationClaims,
): MachineRelation {
  if (replacedMachine) return 'moved';
  if (!machine || machine.isReleased) return 'new';
  return relateFingerprints(machine.fingerprint, claims.fingerprint) === 'same' ? 'known' : 'changed';
}

/** Finds the PC that a move replaces: the PC with the same name, else the PC with the oldest licence. */
function findMachineToReplace(otherSeatedMachines: readonly KnownMachine[], name: string): KnownMachine | null {
  const oldestFirst = otherSeatedMachines.toSorted((a, b) => (a.licence?.issuedAt ?? 0) - (b.licence?.issuedAt ?? 0));
  return oldestFirst.find((machine) => name !== '' && machine.name === name) ?? oldestFirst[0] ?? null;
}

/**
 * Calculates when the licence ends. A valid licence keeps its end until its renewal opens; then the new term is added to the old end. A
 * trial is not renewed: it ends at the same time on every PC of the account, and only staff can allow another trial.
 */
function planTerm(situation: LicenseSituation, currentLicense: KnownMachine['licence']) {
  const { policy, grantEndsAt, trial, now } = situation;
  const isStillValid = currentLicense !== null && currentLicense.expiresAt > now;
  const isSingleTrial = isTrial(policy) && !situation.isOverridden;
  const canRenew = isStillValid && !isSingleTrial && now >= findRenewalOpening(currentLicense.expiresAt, policy);
  const isTrialUsed =
    isSingleTrial && !isStillValid && (trial.hasOtherTrialOnPc || (trial.endsAt !== null && trial.endsAt <= now));
  const unchangedEnd =
    isStillValid && !canRenew ? currentLicense.expiresAt : isSingleTrial && !isTrialUsed ? trial.endsAt : null;
  const end = unchangedEnd ?? endOfDay(addTerm(canRenew ? currentLicense.expiresAt : now, policy));
  return {
    expiresAt: grantEndsAt === null ? end : Math.min(end, grantEndsAt),
    isRenewal: !isStillValid || canRenew,
    isTrialUsed,
  };
}

/**
 * Returns the numbers of PCs and moves of a grant: the number of PCs bought, else the number of the policy. Who buys more PCs than the policy
 * allows moves may move each PC once in 12 months.
 */
export const findSeatTerms = (pcs: number | null, { seats, moves }: Pick<Policy, 'seats' | 'moves'>) =>
  pcs === null ? { seats, moves } : { seats: pcs, moves: Math.max(moves, pcs) };

/** Returns whether a policy gives trials: its term is in days. */
export const isTrial = ({ months }: Pick<Policy, 'months'>): boolean => months === null;

/**
 * Returns the time from which a licence that expires at `expiresAt` can be renewed, in Unix milliseconds. The time is the beginning of a
 * day in UTC, so that the reminder on that day can offer the renewal. A licence can be renewed only after the first half of its term;
 * otherwise a customer could renew it several times in advance.
 */
export function findRenewalOpening(expiresAt: number, policy: RenewalTerms): number {
  const windowMs = days(policy.renewalDays ?? limits.licence.renewalOpensDays);
  return startOfDay(expiresAt - Math.min(windowMs, addTerm(0, policy) / 2));
}

function addTerm(start: number, policy: Pick<Policy, 'months' | 'days'>): number {
  return policy.months === null ? start + days(policy.days ?? 0) : addMonths(start, policy.months);
}

/**
 * Returns the status of a licence as the API shows it. A valid licence of a suspended account is `Suspended`, because tools refuse it. All
 * times are in Unix milliseconds.
 */
export function findLicenseStatus(
  licence: { revokedAt: number | null; replacedAt: number | null; expiresAt: number; ownerStatus: string },
  now: number,
): LicenseStatus {
  if (licence.revokedAt !== null) return 'Revoked';
  if (licence.replacedAt !== null) return 'Replaced';
  if (licence.expiresAt <= now) return 'Expired';
  return licence.ownerStatus === 'suspended' ? 'Suspended' : 'Active';
}

/** Counts the changed parts of a PC in the last 7 and in the last 30 days; `moments` are their times in Unix milliseconds. */
export function countPartChanges(moments: readonly number[], now: number): PartChanges {
  const { drift } = limits.licence;
  const countInDays = (count: number) =>
    moments.filter((at) => at > now - days(count) && at <= now + clockSkewMs).length;
  return { week: countInDays(drift.weekDays), month: countInDays(drift.days) };
}

type Grant = { toolId: string; brandId: string };
type NamedItem = { id: string; name: string };

/**
 * Returns the grant for a licence: the grant for the requested brand, else for the user's own brand, else the first
 * grant. Throws NO_TOOL_GRANT if there is no grant for the tool, OTHER_BRAND if there are only grants for other brands.
 */
export function chooseGrant<G extends Grant>(
  grants: readonly G[],
  request: { tool: NamedItem; brand: NamedItem | undefined; ownBrand: string | null },
): G {
  const toolGrants = grants.filter((grant) => grant.toolId === request.tool.id);
  const firstGrant = toolGrants[0];
  if (!firstGrant) throw problem('NO_TOOL_GRANT');
  const { tool, brand } = request;
  if (brand === undefined) return toolGrants.find((grant) => grant.brandId === request.ownBrand) ?? firstGrant;
  const brandGrant = toolGrants.find((grant) => grant.brandId === brand.id);
  if (!brandGrant) throw problemWithFacts('OTHER_BRAND', { tool: tool.name, brand: brand.name });
  return brandGrant;
}

/**
 * Returns whether a grant is valid on a day (`YYYY-MM-DD`). The first and the last day of a grant are included; null means that the grant
 * has no first or no last day.
 */
export function findGrantState(
  { validFrom, validTo }: { validFrom: string | null; validTo: string | null },
  today: string,
): Entitlement['state'] {
  if (validTo !== null && validTo < today) return 'ended';
  return validFrom !== null && validFrom > today ? 'later' : 'valid';
}

/**
 * Returns the SHA-256 of a code's bytes in hex, so that the same code gets the same licence, however the text is
 * written.
 */
export const hashVerificationCode = ({ bytes }: Pick<VerificationCode, 'bytes'>): string =>
  bytesToHex(nodePrimitives.sha256(bytes));

/**
 * Returns the hash that identifies a renewal without a code, in place of the hash of a code. The hash of a licence never changes, so a
 * licence is renewed only once.
 */
export const hashRenewal = (licenceUid: string): Uint8Array =>
  nodePrimitives.sha256(encodeUtf8(`basics-renewal-v1\n${licenceUid}`));
