import { relateFingerprints, type FingerprintRelation } from './fingerprint.ts';
import { anyMajor, neverExpires } from './licence-code.ts';
import type { Licence } from './licence.ts';
import type { ToolVersion } from './verification-code.ts';

/**
 * The data with which a licence is checked: the tool, the fingerprint of the PC, and the time. Times are Unix seconds.
 */
export type CheckContext = {
  now: number;
  fingerprint: Uint8Array;
  toolId: number;
  toolVersion: ToolVersion;
  /** The latest time that this tool has seen on the PC, or 0 if the tool has stored no time yet. */
  highWaterMark: number;
  /** The ids of the licences that later licences have revoked. */
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

export type DateVerdictCode = Extract<VerdictCode, 'VALID' | 'IN_GRACE' | 'EXPIRED' | 'NOT_YET_VALID'>;

/** The result of checking a licence on a PC at a time. */
export type Verdict = {
  code: VerdictCode;
  /** Whether the tool may run. */
  allowed: boolean;
  machine: FingerprintRelation;
  /**
   * `expiresAt` is the time at which the licence expires, `graceEndsAt` the time at which its grace period ends.
   * `expiresAt` and `graceEndsAt` are undefined for a licence that never expires.
   */
  expiresAt: number | undefined;
  graceEndsAt: number | undefined;
  /**
   * The number of calendar days in UTC until the last day of the licence (`toLastDay`), which the portal counts in the same way. `daysLeft`
   * is 0 on the last day, and negative after the last day.
   */
  daysLeft: number | undefined;
};

const daySeconds = 86_400;

/**
 * The number of seconds by which the clock of a PC may be behind the latest time that the tool has seen, or behind the
 * start of a licence.
 */
export const clockToleranceSeconds = 48 * 3600;

/**
 * Checks whether a genuine licence allows a tool to run on this PC at this time. If there are several reasons against the licence, the
 * verdict contains the first reason. Reasons that do not change with time come first. Whether the licence has expired is checked at the
 * latest time that the tool has seen, so that setting the clock back does not extend a licence.
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
    graceEndsAt: hasExpiry ? licence.expiresAt + licence.graceDays * daySeconds : undefined,
    daysLeft: hasExpiry
      ? countDays(Math.max(context.now, context.highWaterMark), toLastDay(licence.expiresAt))
      : undefined,
  };
}

/**
 * Returns a time on the last day (in UTC) of a licence or of its grace period, in Unix seconds. A licence is valid through its last day in
 * every time zone, so it expires at 12:00 UTC of the next day. For earlier versions of the tool, a licence expires with the last second of
 * its last day in UTC.
 */
export const toLastDay = (expiresAt: number): number => expiresAt - daySeconds / 2 - 1;

const countDays = (from: number, to: number): number => Math.floor(to / daySeconds) - Math.floor(from / daySeconds);

/**
 * Returns the first time after `now` at which the dates of a licence change something: the beginning of the day (in UTC) on which `days` days
 * are left, the expiry, or the end of the grace period. Undefined if none of them is after `now`, and for a licence that never expires.
 */
export function findNextChange(
  { expiresAt, graceDays }: Pick<Licence, 'expiresAt' | 'graceDays'>,
  days: number,
  now: number,
): number | undefined {
  if (expiresAt === neverExpires) return undefined;
  const lastDay = Math.floor(toLastDay(expiresAt) / daySeconds);
  return [(lastDay - days) * daySeconds, expiresAt, expiresAt + graceDays * daySeconds].find((time) => time > now);
}

function judgeLicence(licence: Licence, machine: FingerprintRelation, context: CheckContext): VerdictCode {
  const { now, toolId, toolVersion, highWaterMark, deniedIds, revokedLicenceIds } = context;
  if (licence.tool.id !== toolId) return 'OTHER_TOOL';
  if (machine === 'different') return 'OTHER_MACHINE';
  if (licence.tool.maxMajor !== anyMajor && toolVersion.major > licence.tool.maxMajor) return 'TOOL_TOO_NEW';
  if (deniedIds.includes(licence.licenceId)) return 'DENIED';
  if (revokedLicenceIds.includes(licence.licenceId)) return 'REVOKED';
  if (highWaterMark - now > clockToleranceSeconds) return 'CLOCK_TURNED_BACK';
  return judgeDates(licence, now, Math.max(now, highWaterMark));
}

/**
 * Checks the dates of a licence, for any PC and tool. The start of the licence is compared with `now`, and its end with
 * the latest time that the tool has seen.
 */
export function judgeDates(licence: Licence, now: number, latestTime = now): DateVerdictCode {
  if (licence.notBefore - now > clockToleranceSeconds) return 'NOT_YET_VALID';
  if (licence.expiresAt === neverExpires) return 'VALID';
  if (latestTime < licence.expiresAt) return 'VALID';
  return latestTime < licence.expiresAt + licence.graceDays * daySeconds ? 'IN_GRACE' : 'EXPIRED';
}
