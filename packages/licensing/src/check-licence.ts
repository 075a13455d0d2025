import { relateFingerprints, type FingerprintRelation } from './fingerprint.ts';
import { anyMajor, neverExpires } from './licence-code.ts';
import type { Licence } from './licence.ts';
import type { ToolVersion } from './verification-code.ts';

/** The data about the tool, its PC and the time with which a licence is checked. Times are Unix seconds. */
export type CheckContext = {
  now: number;
  fingerprint: Uint8Array;
  toolId: number;
  toolVersion: ToolVersion;
  /** The latest time that this tool has seen, 0 at first. */
  highWaterMark: number;
  /** Ids of licences that later licences revoked. */
  deniedIds: readonly string[];
  /** The ids of the licences on the newest revocation list. */
  revokedLicenceIds: readonly string[];
};

export const verdictCodes = [
  'VALID',
  'IN_GRACE',
  'EXPIRED',
  'NOT_YET_VALID',
  'OTHER_TOOL',
  'TOOL_TOO_NEW',
  'OTHER_MACHINE',
  'DENIED',
  'REVOKED',
  'CLOCK_TURNED_BACK',
] as const;

export type VerdictCode = (typeof verdictCodes)[number];

export type DatesCode = Extract<VerdictCode, 'VALID' | 'IN_GRACE' | 'EXPIRED' | 'NOT_YET_VALID'>;

/** The result of checking a licence on a PC at a time. */
export type Verdict = {
  code: VerdictCode;
  /** Whether the tool may run. */
  allowed: boolean;
  machine: FingerprintRelation;
  /** When the licence and its grace period end; undefined for a licence that never expires. */
  expiresAt: number | undefined;
  graceEndsAt: number | undefined;
  /** Calendar days in UTC to the last day (`toLastDay`), as the portal counts them: 0 on that day, negative after it. */
  daysLeft: number | undefined;
};

const day = 86_400;

/** Seconds by which a PC's clock may be behind the latest time seen, or behind the start of the licence. */
export const clockTolerance = 48 * 3600;

/**
 * Checks what a genuine licence allows on this PC at this time. Returns the first reason against it; reasons that do not change with
 * time come first. Expiry is checked at the latest time seen, so that setting the clock back does not extend a licence.
 */
export function checkLicence(licence: Licence, context: CheckContext): Verdict {
  const machine = relateFingerprints(licence.machine.fingerprint, context.fingerprint);
  const code = judgeLicence(licence, machine, context);
  const hasExpiry = licence.expiresAt !== neverExpires;
  return {
    code,
    allowed: code === 'VALID' || code === 'IN_GRACE',
    machine,
    expiresAt: hasExpiry ? licence.expiresAt : undefined,
    graceEndsAt: hasExpiry ? licence.expiresAt + licence.graceDays * day : undefined,
    daysLeft: hasExpiry ? countDays(context.now, toLastDay(licence.expiresAt)) : undefined,
  };
}

/**
 * Returns a time (Unix seconds) on the last day, in UTC, of a licence or of its grace period. A licence is valid through its last day in
 * every time zone, so it expires at 12:00 UTC of the next day. Earlier tools end a licence with the last second of the last day in UTC.
 */
export const toLastDay = (expiresAt: number): number => expiresAt - day / 2 - 1;

const countDays = (from: number, to: number): number => Math.floor(to / day) - Math.floor(from / day);

function judgeLicence(licence: Licence, machine: FingerprintRelation, context: CheckContext): VerdictCode {
  const { now, toolId, toolVersion, highWaterMark, deniedIds, revokedLicenceIds } = context;
  if (licence.tool.id !== toolId) return 'OTHER_TOOL';
  if (machine === 'different') return 'OTHER_MACHINE';
  if (licence.tool.maxMajor !== anyMajor && toolVersion.major > licence.tool.maxMajor) return 'TOOL_TOO_NEW';
  if (deniedIds.includes(licence.licenceId)) return 'DENIED';
  if (revokedLicenceIds.includes(licence.licenceId)) return 'REVOKED';
  if (highWaterMark - now > clockTolerance) return 'CLOCK_TURNED_BACK';
  return judgeDates(licence, now, Math.max(now, highWaterMark));
}

/** Checks the dates of a licence, for any PC and tool: its start at `now`, its end at the latest time seen. */
export function judgeDates(licence: Licence, now: number, latestTime = now): DatesCode {
  if (licence.notBefore - now > clockTolerance) return 'NOT_YET_VALID';
  if (licence.expiresAt === neverExpires) return 'VALID';
  if (latestTime < licence.expiresAt) return 'VALID';
  return latestTime < licence.expiresAt + licence.graceDays * day ? 'IN_GRACE' : 'EXPIRED';
}
