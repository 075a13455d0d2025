import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { Licence } from '@basics/licensing/licence.ts';
import { createHash, createHmac } from 'node:crypto';

/** What a tool remembers between runs, for one PC. Times are Unix seconds, ids 16 hex digits. */
export type ClockRecord = {
  /** The licences that it belongs to: the installed one, and the one before it. */
  licences: readonly string[];
  /** The fingerprint in the licence, 32 or 40 hex digits: on another PC the record does not count. */
  fingerprint: string;
  /** The latest time seen while a licence was installed. */
  highWaterMark: number;
  /** When the newest licence that was ever installed was issued. */
  newestIssuedAt: number;
  /** Ids of licences that later ones revoked. */
  denied: readonly string[];
};

/** A licence issued longer ago, in seconds, does not prove that the clock of the PC is about right. */
const recent = 30 * 86_400;

export function isRecent(licence: Licence, now: number): boolean {
  return now - licence.issuedAt <= recent;
}

/** One line of JSON that ends with a digest; the same record always gives the same text. */
export function writeClockRecord(record: ClockRecord): string {
  const { licences, fingerprint, highWaterMark, newestIssuedAt, denied } = record;
  const body = { licences, fingerprint, highWaterMark, newestIssuedAt, denied };
  return `${JSON.stringify({ ...body, digest: digestOf(body) })}\n`;
}

/**
 * The record in the copies of this PC: of those with the newest licence, the latest time. A copy that was edited, damaged or brought
 * from another PC is left out; undefined when none is left. `fingerprintFor`: the fingerprint of this PC, compared with a licensed one.
 */
export function readClockRecord(
  copies: readonly string[],
  fingerprintFor: (licensed: Uint8Array) => Uint8Array,
): ClockRecord | undefined {
  const records = copies.map((text) => parse(text)).filter((record) => record !== undefined);
  const own = records.filter(({ fingerprint }) => {
    const licensed = hexToBytes(fingerprint);
    return relateFingerprints(licensed, fingerprintFor(licensed)) !== 'different';
  });
  const [newest] = own.toSorted(
    (left, right) => right.newestIssuedAt - left.newestIssuedAt || right.highWaterMark - left.highWaterMark,
  );
  return newest === undefined ? undefined : { ...newest, denied: [...new Set(own.flatMap(({ denied }) => denied))] };
}

/** The record of a PC that has none: an old licence is checked against `latestChange`, the time of the newest file of the system. */
export function newClockRecord(licence: Licence, now: number, latestChange: () => number): ClockRecord {
  const isTrusted = isRecent(licence, now);
  return {
    licences: [licence.licenceId],
    fingerprint: bytesToHex(licence.machine.fingerprint),
    highWaterMark: isTrusted ? 0 : latestChange(),
    newestIssuedAt: isTrusted ? 0 : licence.issuedAt,
    denied: [],
  };
}

/** The record of another licence of this PC, continued for this one. */
export function belongTo(licence: Licence, record: ClockRecord): ClockRecord {
  return { ...record, licences: [licence.licenceId], fingerprint: bytesToHex(licence.machine.fingerprint) };
}

/** A licence newer than any before proves the time at which it was issued: only this may set the stored latest time back. */
export function rememberTime(record: ClockRecord, licence: Licence, now: number): ClockRecord {
  if (licence.issuedAt <= record.newestIssuedAt) return record;
  return { ...record, highWaterMark: Math.min(record.highWaterMark, Math.max(licence.issuedAt, now)) };
}

/** The licence before stays in the record, because a power failure can prevent that the new one takes its place. */
export function rememberLicence(record: ClockRecord, licence: Licence, now: number): ClockRecord {
  const before = record.licences.filter((id) => id !== licence.licenceId).slice(0, 1);
  return {
    licences: [licence.licenceId, ...before],
    fingerprint: bytesToHex(licence.machine.fingerprint),
    highWaterMark: Math.max(record.highWaterMark, now),
    newestIssuedAt: Math.max(record.newestIssuedAt, licence.issuedAt),
    denied: [...new Set([...record.denied, ...licence.deny])],
  };
}

/**
 * Keyed by the PC and the licences, so that a record is neither edited nor carried to another licence by hand. The key is no secret:
 * somebody who reads this source can compute it.
 */
function digestOf(body: ClockRecord): string {
  const key = createHash('sha256').update(`basics-clock-record-v1\n${body.fingerprint}\n${body.licences.join()}`);
  return createHmac('sha256', key.digest()).update(JSON.stringify(body)).digest('hex');
}

function parse(text: string): ClockRecord | undefined {
  const record = recordOf(text);
  return record !== undefined && writeClockRecord(record) === text ? record : undefined;
}

function recordOf(text: string): ClockRecord | undefined {
  const { licences, fingerprint, highWaterMark, newestIssuedAt, denied } = fieldsOf(text);
  if (!isTexts(licences) || !isTexts(denied)) return undefined;
  if (typeof fingerprint !== 'string' || !/^(?:[0-9a-f]{8}){4,5}$/.test(fingerprint)) return undefined;
  if (typeof highWaterMark !== 'number' || typeof newestIssuedAt !== 'number') return undefined;
  return { licences, fingerprint, highWaterMark, newestIssuedAt, denied };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
