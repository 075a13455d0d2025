import { decodeCharacter } from './crockford.ts';

/** The characters that may belong to a code, from its start on, and how likely that is. */
export type Collected = {
  /** Five bits each. */
  values: number[];
  /** How many of them look like part of the code; text after a code that is cut off is not counted. */
  count: number;
  /** Where a new word begins after white space: a code can end there, but not within a word. */
  wordStarts: ReadonlySet<number>;
  /** The character that ended the code within a word: a letter or digit that codes do not have, or another sign. */
  foreign: 'letter' | 'sign' | undefined;
};

/** More than any code has. */
const maxCharacters = 256;
const groupLength = 6;
/** What may be between characters of a code, and a word or a sign; see `restoreMangledText`. */
const pieces = /([ \->]*)([0-9A-Z?]+|\.)/g;

export function collectCharacters(plain: string, start: number): Collected {
  const values: number[] = [];
  const wordStarts = new Set<number>();
  let hasDashes = false;
  let proseAt: number | undefined;
  let foreign: Collected['foreign'];
  for (const match of plain.slice(start, start + maxCharacters * 8).matchAll(pieces)) {
    const [whole, gap = '', piece = ''] = match;
    const startsWord = gap.includes(' ') && !gap.includes('-');
    if (gap.includes(' ')) wordStarts.add(values.length);
    if (values.length > 0 && gap.includes('-')) hasDashes = true;
    if (values.length > 0 && startsWord && piece.length !== groupLength) proseAt ??= values.length;
    const kept = readValues(piece);
    values.push(...kept);
    if (kept.length === piece.length && values.length < maxCharacters) continue;
    const isWithin = kept.length > 0 || !startsWord;
    if (isWithin)
      foreign = findForeignKind(piece.charAt(kept.length), plain.charAt(start + match.index + whole.length));
    break;
  }
  return { values, count: hasDashes ? (proseAt ?? values.length) : values.length, wordStarts, foreign };
}

function readValues(piece: string): number[] {
  const values: number[] = [];
  for (const character of piece) {
    const value = decodeCharacter(character);
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

/** A sign counts only directly before a letter or digit: an ellipsis or the end of a sentence does not. */
function findForeignKind(character: string, next: string): Collected['foreign'] {
  if (/[0-9A-Z?]/.test(character)) return 'letter';
  return character === '.' && /[0-9A-Z?]/.test(next) ? 'sign' : undefined;
}
