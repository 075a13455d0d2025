import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { Licence } from '@basics/licensing/licence.ts';
import { createHash, createHmac } from 'node:crypto';
import { parseFields } from './atomic-file.ts';

/**
 * The data that a tool stores between runs to detect a clock that was turned back. Times are in Unix seconds. Ids of licences have 16
 * hexadecimal digits.
 */
export type ClockRecord = {
  /** The ids of the licences to which the record belongs: the installed licence and the previous licence. */
  licences: readonly string[];
  /**
   * The fingerprint in the licence, with 32 or 40 hexadecimal digits. A clock record is not used on a PC with another
   * fingerprint.
   */
  fingerprint: string;
  /** The latest time that the clock of the PC has shown while a licence was installed. */
  highWaterMark: number;
  /** The time at which the newest of all installed licences was issued. */
  newestIssuedAt: number;
  /** The ids of the licences that later licences have revoked. */
  denied: readonly string[];
};

/** If a licence was issued more than this number of seconds ago, its date does not show whether the clock of the PC is right. */
const recentSeconds = 30 * 86_400;

/** Returns whether a licence was issued so recently that its date shows that the clock of the PC is right. */
export function isRecent(licence: Licence, now: number): boolean {
  return now - licence.issuedAt <= recentSeconds;
}

/** Returns a clock record as one line of JSON with a digest at its end. The same record always gives the same text. */
export function writeClockRecord(record: ClockRecord): string {
  const { licences, fingerprint, highWaterMark, newestIssuedAt, denied } = record;
  const recordFields = { licences, fingerprint, highWaterMark, newestIssuedAt, denied };
  return `${JSON.stringify({ ...recordFields, digest: computeDigest(recordFields) })}\n`;
}

/**
 * Reads the clock record from its copies. Of the copies that belong to the newest licence, the copy with the latest time is used. A copy
 * that was edited, damaged or copied from another PC is ignored. Returns undefined if no other copy is left. `fingerprintFor` returns the
 * fingerprint of this PC, which is compared with the fingerprint of the licence.
 */
export function readClockRecord(
  copies: readonly string[],
  fingerprintFor: (licensedFingerprint: Uint8Array) => Uint8Array,
): ClockRecord | undefined {
  const records = copies.map((text) => parseUnchangedRecord(text)).filter((record) => record !== undefined);
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

/**
 * Creates the first clock record of a PC. For an old licence, the record begins with `latestChange`, the time of the newest file of the
 * operating system.
 */
export function createClockRecord(licence: Licence, now: number, latestChange: () => number): ClockRecord {
  const isTrusted = isRecent(licence, now);
  return {
    licences: [licence.licenceId],
    fingerprint: bytesToHex(licence.machine.fingerprint),
    highWaterMark: isTrusted ? 0 : latestChange(),
    newestIssuedAt: isTrusted ? 0 : licence.issuedAt,
    denied: [],
  };
}

/**
 * Updates the latest time of a clock record. A licence that is newer than all former licences shows that the time is not before its date of
 * issue. Only such a licence may set the stored latest time back.
 */
export function rememberTime(record: ClockRecord, licence: Licence, now: number): ClockRecord {
  if (licence.issuedAt <= record.newestIssuedAt) return record;
  return { ...record, highWaterMark: Math.min(record.highWaterMark, Math.max(licence.issuedAt, now)) };
}

/**
 * Adds a licence to a clock record. The previous licence stays in the record, because a power failure can prevent the installation of the
 * new licence.
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
 * Computes the digest of a clock record. The key of the digest depends on the PC and the licences, so that a record which was edited by
 * hand, or which belongs to another licence, is ignored. The key of the digest is not secret: every reader of this source code can compute
 * it.
 */
function computeDigest(recordFields: ClockRecord): string {
  const key = createHash('sha256').update(
    `basics-clock-record-v1\n${recordFields.fingerprint}\n${recordFields.licences.join()}`,
  );
  return createHmac('sha256', key.digest()).update(JSON.stringify(recordFields)).digest('hex');
}

function parseUnchangedRecord(text: string): ClockRecord | undefined {
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
