import { decodeCharacter, encodeCharacter } from './crockford.ts';

/**
 * The characters of a printed line, without prefix, dashes and check characters. The last line of a code may have fewer
 * characters.
 */
export const charactersPerLine = 24;

/** The letter before the check characters of a line. The check mark is the only letter that cannot be a character of a code. */
export const checkMark = 'U';

/**
 * Computes the two check characters of a line; lines are numbered from 1. The line number and the line together are a word of a
 * Reed-Solomon code over GF(32) with at most 27 of 31 symbols and a distance of 3, so two wrong or swapped characters in a line are always
 * detected. The generator polynomial is (X + 1)(X + 2) = X² + 3X + 2. https://doi.org/10.1137/0108018
 */
export function computeLineCheck(line: number, values: readonly number[]): string {
  let [high, low] = [0, 0];
  for (const value of [line & 31, ...values]) {
    const factor = value ^ high;
    [high, low] = [low ^ factor ^ doubleSymbol(factor), doubleSymbol(factor)];
  }
  return encodeCharacter(high) + encodeCharacter(low);
}

/** Doubles a symbol of GF(32), whose modulus is x⁵ + x² + 1. */
const doubleSymbol = (symbol: number): number => (symbol << 1) ^ (symbol & 16 ? 37 : 0);

/** Returns whether the check characters of a line are correct; an `O` counts as 0. */
export function hasLineCheck(line: number, values: readonly number[], check: string): boolean {
  const expected = computeLineCheck(line, values);
  return Array.from(check, decodeCharacter).every((value, at) => value === decodeCharacter(expected.charAt(at)));
}

/** Returns the lines of a code, each with its check characters as the last group, for people who read a code aloud or type it. */
export function printCheckedLines(text: string): string[] {
  const [prefix = '', ...groups] = text.split('-');
  const lines = groups.join('').match(new RegExp(`.{1,${charactersPerLine}}`, 'g')) ?? [];
  return lines.map((characters, at) => {
    const values = Array.from(characters, (character) => decodeCharacter(character) ?? 0);
    const check = checkMark + computeLineCheck(at + 1, values);
    const line = [...(characters.match(/.{1,6}/g) ?? []), check].join('-');
    return `${at === 0 ? `${prefix}-` : ''}${line}${at === lines.length - 1 ? '' : '-'}`;
  });
}
