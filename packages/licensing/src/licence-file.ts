import { parsePayload, type LicencePayload } from './licence-payload.ts';
import type { Hashing, Primitives, Signer } from './primitives.ts';
import { accept, refuse, type Reading } from './encoding/reading.ts';
import { readSignedLines, writeSignedLines, type SignedLinesRefusal } from './encoding/signed-lines.ts';

export type LicenceFileRefusal = 'NOT_A_LICENCE_FILE' | SignedLinesRefusal;

/** A licence file that was read. `keyId` is the id of the key that signed the file, with 16 hexadecimal digits. */
export type LicenceFile = { payload: LicencePayload; keyId: string };

const fileTitle = 'BASICS LICENCE FILE';

/**
 * Returns the text of a `.lic` file: four lines, each of which ends with a line feed. Throws a RangeError for a payload that readers would
 * refuse.
 */
export function writeLicenceFile(payload: LicencePayload, signer: Signer, hashing: Hashing): string {
  const json = JSON.stringify(payload);
  const reading = parsePayload(json);
  if (reading.state !== 'read') {
    throw new RangeError(
      `A licence payload cannot be written: ${reading.state === 'malformed' ? reading.field : 'too new'}`,
    );
  }
  return writeSignedLines(fileTitle, json, signer, hashing);
}

/** Reads a licence file. The payload is parsed only after its signature was verified with the trusted keys. */
export function readLicenceFile(
  text: string,
  publicKeys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<LicenceFile, LicenceFileRefusal> {
  const signedLines = readSignedLines(
    text,
    { title: fileTitle, refusal: 'NOT_A_LICENCE_FILE' },
    publicKeys,
    primitives,
  );
  if (!signedLines.ok) return signedLines;
  const reading = parsePayload(signedLines.value.json);
  if (reading.state === 'newer') return refuse('FILE_NEWER');
  if (reading.state === 'malformed') return refuse('FILE_DAMAGED', { detail: 'malformed' });
  return accept({ payload: reading.payload, keyId: signedLines.value.keyId });
}

/** Returns whether a text begins like a licence file, so that `readLicenceFile` must read it. */
export function looksLikeLicenceFile(text: string): boolean {
  return /^[\s>\uFEFF]*BASICS LICENCE FILE/i.test(text);
}
