import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { padFingerprint } from '@basics/licensing/fingerprint.ts';

/** The columns of a PC with its parts, in hex. The fifth part is in a column of its own, because older rows have four. */
type MachineParts = { fingerprint: string; anchor: string | null; anchorUuid: string | null };

/** The latest parts of a PC and those of its anchor. The latest UUID is not stored: it is compared with that of the anchor. */
export function readFingerprints({ fingerprint, anchor, anchorUuid }: MachineParts) {
  const uuid = anchorUuid ?? '';
  return { fingerprint: hexToBytes(fingerprint + uuid), anchor: hexToBytes((anchor ?? fingerprint) + uuid) };
}

/** The first four parts in hex, as they are stored. */
export const toStoredParts = (fingerprint: Uint8Array): string => bytesToHex(padFingerprint(fingerprint, 1));

/** The fifth part in hex; null if it is not known. */
export const toStoredUuid = (fingerprint: Uint8Array): string | null =>
  fingerprint.length > 16 ? bytesToHex(fingerprint.subarray(16)) : null;
