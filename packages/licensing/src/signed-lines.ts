import { fromBase64, toBase64 } from './base64.ts';
import { exactly, utf8, utf8ToText } from './bytes.ts';
import { keyIdOf } from './licence-code.ts';
import type { Hashing, Primitives, Signer } from './primitives.ts';
import { accepted, refused, type Reading } from './reading.ts';

export type SignedLinesRefusal = 'FILE_INCOMPLETE' | 'FILE_DAMAGED' | 'FILE_NEWER' | 'UNKNOWN_KEY' | 'NOT_GENUINE';

/** The text of a payload whose signature was verified, and the 16 hex digits of the key that signed it. */
export type SignedText = { json: string; keyId: string };

/** The four lines of a signed file, each ended by `\n`: title with version 1, key, payload, signature. */
export function writeSignedLines(title: string, json: string, signer: Signer, hashing: Hashing): string {
  const signed = `${title} v1\nkey: ${keyIdOf(signer.publicKey, hashing)}\npayload: ${toBase64(utf8(json))}\n`;
  const signature = exactly(64, signer.sign(utf8(signed)), 'A signature');
  return `${signed}signature: ${toBase64(signature)}\n`;
}

/**
 * Verifies the first three lines with the trusted keys, and only then returns the payload. Line ends may be CRLF, and
 * a byte-order mark may come first; everything else must be unchanged. `refusal`: for a text that does not begin with the title.
 */
export function readSignedLines<Code extends string>(
  text: string,
  { title, refusal }: { title: string; refusal: Code },
  keys: readonly Uint8Array[],
  primitives: Primitives,
): Reading<SignedText, SignedLinesRefusal | Code> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r', '')
    .split('\n');
  const [first = '', second = '', third = '', fourth = ''] = lines;
  if (!first.startsWith(`${title} v`)) return refused(refusal);
  const version = /^[1-9][0-9]{0,3}$/.exec(first.slice(`${title} v`.length))?.[0];
  if (version === undefined) return refused('FILE_DAMAGED');
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
  const bytes = fromBase64(payload);
  const json = bytes === undefined ? undefined : utf8ToText(bytes);
  return json === undefined ? refused('FILE_DAMAGED', { detail: 'malformed' }) : accepted({ json, keyId });
}

function signatureOf(line: string): Uint8Array | undefined {
  const text = /^signature: (.+)$/.exec(line)?.[1];
  const bytes = text === undefined ? undefined : fromBase64(text);
  return bytes?.length === 64 ? bytes : undefined;
}
