import { bytesToHex } from '@basics/licensing/bytes.ts';
import { decodeCharacter, fromCrockford } from '@basics/licensing/crockford.ts';

/** In a licence code, the licence id follows the first byte and the four bytes of the key's id. */
const idStart = 5;
const idBytes = 8;

/**
 * Reads the licence id, or its beginning, in hex from a keyword: the keyword is the id itself, or a licence code `BL-…` in any spelling.
 * Returns null if the id is too short to identify a licence.
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
