import { fromBase64, toBase64, requireLength, encodeUtf8, decodeUtf8 } from './bytes.ts';
import { computeKeyId } from '../licence-code.ts';
import type { Hashing, Primitives, Signer } from '../primitives.ts';
import { accept, refuse, type Reading } from './reading.ts';

export type SignedLinesRefusal = 'FILE_INCOMPLETE' | 'FILE_DAMAGED' | 'FILE_NEWER' | 'UNKNOWN_KEY' | 'NOT_GENUINE';

/** The text of a payload whose signature was verified, and the id of the key that signed it (16 hex digits). */
export type SignedText = { json: string; keyId: string };

/** The maximum size in UTF-8 bytes: enough for a revocation list with 200,000 licences. */
const maxBytes = 4_000_000;

/** Writes the four lines of a signed file, each ended by a line feed: title with version 1, key, payload, signature. */
export function writeSignedLines(title: string, json: string, signer: Signer, hashing: Hashing): string {
  const signedLines = `${title} v1\nkey: ${computeKeyId(signer.publicKey, hashing)}\npayload: ${toBase64(encodeUtf8(json))}\n`;
  const signature = requireLength(64, signer.sign(encodeUtf8(signedLines)), 'A signature');
  return `${signedLines}signature: ${toBase64(signature)}\n`;
}

/**
 * Verifies the first three lines with the trusted keys, and only then returns the payload. Line ends may be CRLF, and the
 * file may begin with a byte-order mark; everything else must be unchanged. A text without the title is refused with `refusal`.
 */
export function readSignedLines<Code extends string>(
  text: string,
  { title, refusal }: { title: string; refusal: Code },
  publicKeys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<SignedText, SignedLinesRefusal | Code> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r', '')
    .split('\n');
  const [titleLine = '', keyLine = '', payloadLine = '', signatureLine = ''] = lines;
  if (!titleLine.startsWith(`${title} v`)) return refuse(refusal);
  const version = /^[1-9][0-9]{0,3}$/.exec(titleLine.slice(`${title} v`.length))?.[0];
  if (version === undefined) return refuse('FILE_DAMAGED');
  if (version !== '1') return refuse('FILE_NEWER');
  if (isTooLong(text)) return refuse('FILE_DAMAGED', { detail: 'too-long' });
  if (lines.length < 4) return refuse('FILE_INCOMPLETE', { found: lines.length, expected: 4 });
  if (lines.length > 5 || (lines.length === 5 && lines[4] !== '')) {
    return refuse('FILE_DAMAGED', { found: lines.length, expected: 4, detail: 'too-long' });
  }
  const keyId = /^key: ([0-9a-f]{16})$/.exec(keyLine)?.[1];
  const payload = /^payload: ([A-Za-z0-9+/=]+)$/.exec(payloadLine)?.[1];
  const signature = readSignature(signatureLine);
  if (keyId === undefined || payload === undefined || signature === undefined) return refuse('FILE_DAMAGED');
  const keysWithId = publicKeys.filter((key) => computeKeyId(key, primitives) === keyId);
  if (keysWithId.length === 0) return refuse('UNKNOWN_KEY', { keyId });
  const signedBytes = encodeUtf8(`${titleLine}\n${keyLine}\n${payloadLine}\n`);
  if (!keysWithId.some((key) => primitives.verifyEd25519(key, signedBytes, signature))) {
    return refuse('NOT_GENUINE', { keyId });
  }
  const bytes = fromBase64(payload);
  const json = bytes === undefined ? undefined : decodeUtf8(bytes);
  return json === undefined ? refuse('FILE_DAMAGED', { detail: 'malformed' }) : accept({ json, keyId });
}

/**
 * Returns whether a text has more bytes than allowed. The bytes are counted only if the text could be too long: a code
 * unit has at most three bytes.
 */
const isTooLong = (text: string): boolean => text.length * 3 > maxBytes && encodeUtf8(text).length > maxBytes;

function readSignature(line: string): Uint8Array | undefined {
  const text = /^signature: ([A-Za-z0-9+/=]+)$/.exec(line)?.[1];
  const bytes = text === undefined ? undefined : fromBase64(text);
  return bytes?.length === 64 ? bytes : undefined;
}
