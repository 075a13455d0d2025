/** The alphabet of the base32 of Crockford, which has no I, L, O and U (https://www.crockford.com/base32.html). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const bitsByCharacter = new Map<string, number>([
  ...Array.from(alphabet, (character, value): [string, number] => [character, value]),
  ['O', 0],
  ['I', 1],
  ['L', 1],
]);

/**
 * Returns the five bits of an upper-case character. O counts as 0, I and L count as 1. Returns undefined for U and for characters that are
 * not in the alphabet.
 */
export function decodeCharacter(character: string): number | undefined {
  return bitsByCharacter.get(character);
}

/** Returns the character that encodes five bits. */
export const encodeCharacter = (value: number): string => alphabet.charAt(value & 31);

/**
 * Returns how many characters are needed for this number of bytes: 8 bits for each byte, 5 bits for each character,
 * rounded up.
 */
export function countCharacters(bytes: number): number {
  return Math.ceil((bytes * 8) / 5);
}

/** Encodes bytes as characters. The last character is padded with zero bits. */
export function toCrockford(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += encodeCharacter(buffer >>> pendingBits);
    }
    buffer &= (1 << pendingBits) - 1;
  }
  return pendingBits === 0 ? text : text + encodeCharacter(buffer << (5 - pendingBits));
}

/**
 * Decodes characters. Returns the complete bytes, and whether all padding bits are zero, which is required in a
 * complete code.
 */
export function fromCrockford(characters: readonly number[]): { bytes: Uint8Array; isPaddingZero: boolean } {
  const bytes = new Uint8Array(Math.floor((characters.length * 5) / 8));
  let position = 0;
  let buffer = 0;
  let pendingBits = 0;
  for (const value of characters) {
    buffer = (buffer << 5) | value;
    pendingBits += 5;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes[position++] = buffer >>> pendingBits;
      buffer &= (1 << pendingBits) - 1;
    }
  }
  return { bytes, isPaddingZero: buffer === 0 };
}
