import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalBytes } from '../encoding/bytes.ts';
import { countCharacters, decodeCharacter, fromCrockford, toCrockford } from './crockford.ts';

function decode(text: string): ReturnType<typeof fromCrockford> {
  return fromCrockford(Array.from(text, (character) => decodeCharacter(character) ?? Number.NaN));
}

describe("Crockford's base32", () => {
  test('100,000 random byte strings are encoded to the expected length and decoded unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const text = toCrockford(bytes);
        const { bytes: decodedBytes, isPaddingZero } = decode(text);
        return text.length === countCharacters(bytes.length) && isPaddingZero && equalBytes(decodedBytes, bytes);
      }),
      { numRuns: 100_000 },
    );
  });

  test('the bytes of the examples are encoded as the expected characters', () => {
    expect(toCrockford(Uint8Array.of())).toBe('');
    expect(toCrockford(Uint8Array.of(0xff))).toBe('ZW');
    expect(toCrockford(Uint8Array.of(0x11))).toBe('24');
    expect(toCrockford(Uint8Array.of(0, 0x44, 0x32, 0x14, 0xc7))).toBe('01234567');
  });

  test('the character O is read as 0, I and L are read as 1, and U is refused', () => {
    expect(decodeCharacter('O')).toBe(0);
    expect(decodeCharacter('I')).toBe(1);
    expect(decodeCharacter('L')).toBe(1);
    expect(decodeCharacter('U')).toBeUndefined();
    expect(decodeCharacter('a')).toBeUndefined();
  });

  test('the reader reports whether the unused bits of the last character are all zero', () => {
    expect(decode('24').isPaddingZero).toBe(true);
    expect(decode('25').isPaddingZero).toBe(false);
  });
});
