import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { Licence } from '@basics/licensing/licence.ts';
import { createHash, createHmac } from 'node:crypto';
import { parseFields } from './parse-fields.ts';

/** The data that a tool stores between runs to detect a clock that was turned back. Times are Unix seconds, ids are 16 hex digits. */
export type ClockRecord = {
  /** The ids of the licences that the record belongs to: the installed one and the previous one. */
  licences: readonly string[];
  /** The fingerprint in the licence, 32 or 40 hex digits. The record is not used on another PC. */
  fingerprint: string;
  /** The latest time seen while a licence was installed. */
  highWaterMark: number;
  /** The time at which the newest of all installed licences was issued. */
  newestIssuedAt: number;
  /** Ids of licences that later licences revoked. */
  denied: readonly string[];
};

/** A licence that was issued more than this number of seconds ago does not prove that the clock of the PC is about right. */
const recentSeconds = 30 * 86_400;

/** Returns whether a licence was issued so recently that its date of issue proves the time. */
export function isRecent(licence: Licence, now: number): boolean {
  return now - licence.issuedAt <= recentSeconds;
}

/** Writes a record as one line of JSON with a digest at its end; the same record always gives the same text. */
export function writeClockRecord(record: ClockRecord): string {
  const { licences, fingerprint, highWaterMark, newestIssuedAt, denied } = record;
  const recordFields = { licences, fingerprint, highWaterMark, newestIssuedAt, denied };
  return `${JSON.stringify({ ...recordFields, digest: computeDigest(recordFields) })}\n`;
}

/**
 * Reads the record from its copies: of the copies with the newest licence, the one with the latest time. A copy that was edited, damaged or
 * copied from another PC is ignored; undefined when no copy is left. `fingerprintFor` creates the fingerprint of this PC that is
 * compared with the fingerprint of the licence.
 */
export function readClockRecord(
  copies: readonly string[],
  fingerprintFor: (licensedFingerprint: Uint8Array) => Uint8Array,
): ClockRecord | undefined {
  const records = copies.map((text) => parse(text)).filter((record) => record !== undefined);
  const ownRecords = records.filter(({ fingerprint }) => {
    const licensedFingerprint = hexToBytes(fingerprint);
    return relateFingerprints(licensedFingerprint, fingerprintFor(licensedFingerprint)) !== 'different';
  });
  const [newest] = ownRecords.toSorted(
    (firstRecord, secondRecord) =>
      secondRecord.newestIssuedAt - firstRecord.newestIssuedAt ||
      secondRecord.highWaterMark - firstRecord.highWaterMark,
  );
  return newest === undefined
    ? undefined
    : { ...newest, denied: [...new Set(ownRecords.flatMap(({ denied }) => denied))] };
}

/** Creates the first record of a PC. An old licence is checked against `latestChange`, the time of the newest file of the system. */
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

/** Returns the record for a new licence of the same PC. The times and the revoked ids stay. */
export function continueRecord(licence: Licence, record: ClockRecord): ClockRecord {
  return { ...record, licences: [licence.licenceId], fingerprint: bytesToHex(licence.machine.fingerprint) };
}

/** Updates the latest time. A licence that is newer than all before proves the time at which it was issued; only this may set the stored time back. */
export function rememberTime(record: ClockRecord, licence: Licence, now: number): ClockRecord {
  if (licence.issuedAt <= record.newestIssuedAt) return record;
  return { ...record, highWaterMark: Math.min(record.highWaterMark, Math.max(licence.issuedAt, now)) };
}

/**
 * Adds a licence to the record. The previous licence stays in the record, because a power failure can prevent the installation of the new
 * licence.
 */
export function rememberLicence(record: ClockRecord, licence: Licence, now: number): ClockRecord {
  const previousIds = record.licences.filter((id) => id !== licence.licenceId).slice(0, 1);
  return {
    licences: [licence.licenceId, ...previousIds],
    fingerprint: bytesToHex(licence.machine.fingerprint),
    highWaterMark: Math.max(record.highWaterMark, now),
    newestIssuedAt: Math.max(record.newestIssuedAt, licence.issuedAt),
    denied: [...new Set([...record.denied, ...licence.deny])],
  };
}

/**
 * Computes a digest with the PC and the licences as key, so that nobody edits a record by hand or uses it for another licence. The key is
 * not secret: every reader of this source code can compute it.
 */
function computeDigest(recordFields: ClockRecord): string {
  const key = createHash('sha256').update(
    `basics-clock-record-v1\n${recordFields.fingerprint}\n${recordFields.licences.join()}`,
  );
  return createHmac('sha256', key.digest()).update(JSON.stringify(recordFields)).digest('hex');
}

function parse(text: string): ClockRecord | undefined {
  const record = parseRecord(text);
  return record !== undefined && writeClockRecord(record) === text ? record : undefined;
}

function parseRecord(text: string): ClockRecord | undefined {
  const { licences, fingerprint, highWaterMark, newestIssuedAt, denied } = parseFields(text);
  if (!isTextList(licences) || !isTextList(denied)) return undefined;
  if (typeof fingerprint !== 'string' || !/^(?:[0-9a-f]{8}){4,5}$/.test(fingerprint)) return undefined;
  if (typeof highWaterMark !== 'number' || typeof newestIssuedAt !== 'number') return undefined;
  return { licences, fingerprint, highWaterMark, newestIssuedAt, denied };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
