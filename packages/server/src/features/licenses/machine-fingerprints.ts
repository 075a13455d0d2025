import { bytesToHex, hexToBytes } from '@basics/licensing/bytes.ts';
import { padFingerprint } from '@basics/licensing/fingerprint.ts';

/** The columns with the parts of a PC, in hex. The fifth part has a separate column, because many codes have only four parts. */
type MachineParts = { fingerprint: string; anchor: string; anchorUuid: string | null };

/**
 * Reads the latest parts of a PC, and the parts of its anchor. The UUID of the latest code is not stored, so the latest parts and the
 * anchor get the UUID of the anchor.
 */
export function readFingerprints({ fingerprint, anchor, anchorUuid }: MachineParts) {
  const uuid = anchorUuid ?? '';
  return { fingerprint: hexToBytes(fingerprint + uuid), anchor: hexToBytes(anchor + uuid) };
}

/** Converts the first four parts to hex, the form in which they are stored. */
export const toStoredParts = (fingerprint: Uint8Array): string => bytesToHex(padFingerprint(fingerprint, 1));

/** Converts the fifth part, the UUID, to hex; null if it is not known. */
export const toStoredUuid = (fingerprint: Uint8Array): string | null =>
  fingerprint.length > 16 ? bytesToHex(fingerprint.subarray(16)) : null;
