import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { decodeCharacter, fromCrockford } from '@basics/licensing/text/crockford.ts';

/** The licence id begins after 5 bytes of a licence code: the first byte, and four bytes of the id of the signing key. */
const idStart = 5;
const idBytes = 8;

/**
 * Reads a licence id, or its beginning, from a keyword and returns it in hex. The keyword is the id itself, or a licence code `BL-…` with
 * or without hyphens and blanks. Returns null if the id is too short to identify a licence.
 */
export function readUidInKeyword(keyword: string): string | null {
  const text = keyword.trim().toLowerCase();
  if (text === '') return null;
  if (/^[0-9a-f]{6,16}$/.test(text)) return text;
  const [, characters = ''] = /^bl-([0-9a-z\s-]+)$/.exec(text) ?? [];
  const values = Array.from(characters.replaceAll(/[\s-]/g, '').toUpperCase(), decodeCharacter);
  if (!values.every((value) => value !== undefined)) return null;
  return bytesToHex(fromCrockford(values).bytes.slice(idStart, idStart + idBytes)) || null;
}
