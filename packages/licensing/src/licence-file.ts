import { fromBase64, toBase64 } from './base64.ts';
import { exactly, utf8, utf8ToText } from './bytes.ts';
import { keyIdOf } from './licence-code.ts';
import { parsePayload, type LicencePayload } from './licence-payload.ts';
import type { Hashing, Primitives, Signer } from './primitives.ts';
import { accepted, refused, type Reading } from './reading.ts';

export type LicenceFileRefusal =
  'NOT_A_LICENCE_FILE' | 'FILE_INCOMPLETE' | 'FILE_DAMAGED' | 'FILE_NEWER' | 'UNKNOWN_KEY' | 'NOT_GENUINE';

/** `keyId`: 16 hex digits of the key that signed. */
export type LicenceFile = { payload: LicencePayload; keyId: string };

const title = 'BASICS LICENCE FILE v';
const header = `${title}1`;

/** The four lines of a `.lic` file, each ended by `\n`. Throws a RangeError for a payload that readers would refuse. */
export function writeLicenceFile(payload: LicencePayload, signer: Signer, hashing: Hashing): string {
  const json = JSON.stringify(payload);
  const reading = parsePayload(json);
  if (reading.state !== 'read') {
    throw new RangeError(
      `A licence payload cannot be written: ${reading.state === 'malformed' ? reading.field : 'too new'}`,
    );
  }
  const signed = `${header}\nkey: ${keyIdOf(signer.publicKey, hashing)}\npayload: ${toBase64(utf8(json))}\n`;
  const signature = exactly(64, signer.sign(utf8(signed)), 'A signature');
  return `${signed}signature: ${toBase64(signature)}\n`;
}

/**
 * Verifies the first three lines with the trusted keys, and only then parses the payload. Line ends may be CRLF, and
 * a byte-order mark may come first; everything else must be unchanged.
 */
export function readLicenceFile(
  text: string,
  keys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<LicenceFile, LicenceFileRefusal> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r', '')
    .split('\n');
  const [first = '', second = '', third = '', fourth = ''] = lines;
  const version = /^BASICS LICENCE FILE v([1-9][0-9]{0,3})$/.exec(first)?.[1];
  if (version === undefined) return refused(first.startsWith(title) ? 'FILE_DAMAGED' : 'NOT_A_LICENCE_FILE');
  if (version !== '1') return refused('FILE_NEWER');
  if (lines.length < 4) return refused('FILE_INCOMPLETE', { found: lines.length, expected: 4 });
  if (lines.length > 5 || (lines.length === 5 && lines[4] !== '')) {
    return refused('FILE_DAMAGED', { found: lines.length, expected: 4, detail: 'too-long' });
  }
  const keyId = /^key: ([0-9a-f]{16})$/.exec(second)?.[1];
  const payload = /^payload: (.+)$/.exec(third)?.[1];
  const signature = signatureOf(fourth);
  if (keyId === undefined || payload === undefined || signature === undefined) return refused('FILE_DAMAGED');
  const candidates = keys.filter((key) => keyIdOf(key, primitives) === keyId);
  if (candidates.length === 0) return refused('UNKNOWN_KEY', { keyId });
  const signed = utf8(`${first}\n${second}\n${third}\n`);
  if (!candidates.some((key) => primitives.verifyEd25519(key, signed, signature))) {
    return refused('NOT_GENUINE', { keyId });
  }
  return readSigned(payload, keyId);
}

/** Whether a text begins like a licence file, to choose its reader. */
export function looksLikeLicenceFile(text: string): boolean {
  return /^[\s>\uFEFF]*BASICS LICENCE FILE/i.test(text);
}

function signatureOf(line: string): Uint8Array | undefined {
  const text = /^signature: (.+)$/.exec(line)?.[1];
  const bytes = text === undefined ? undefined : fromBase64(text);
  return bytes?.length === 64 ? bytes : undefined;
}

function readSigned(payload: string, keyId: string): Reading<LicenceFile, LicenceFileRefusal> {
  const bytes = fromBase64(payload);
  const json = bytes === undefined ? undefined : utf8ToText(bytes);
  if (json === undefined) return refused('FILE_DAMAGED', { detail: 'malformed' });
  const reading = parsePayload(json);
  if (reading.state === 'newer') return refused('FILE_NEWER');
  if (reading.state === 'malformed') return refused('FILE_DAMAGED', { detail: 'malformed' });
  return accepted({ payload: reading.payload, keyId });
}
