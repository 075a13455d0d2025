import { decodeCharacter } from './crockford.ts';
import { charactersPerLine, checkMark, hasLineCheck } from './line-check.ts';

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
  /** The first line, from 1, whose check characters do not fit. */
  wrongLine: number | undefined;
};

/** More than any code has. */
const maxCharacters = 256;
const groupLength = 6;
/** What may be between characters of a code, and a word or a sign; see `restoreMangledText`. */
const pieces = /([ \->]*)([0-9A-Z?]+|\.)/g;

export function collectCharacters(plain: string, start: number): Collected {
  const code = createCodeLines();
  const wordStarts = new Set<number>();
  let hasDashes = false;
  let proseAt: number | undefined;
  let foreign: Collected['foreign'];
  for (const match of plain.slice(start, start + maxCharacters * 8).matchAll(pieces)) {
    const [whole, gap = '', piece = ''] = match;
    const before = code.values.length;
    const startsWord = gap.includes(' ') && !gap.includes('-');
    if (gap.includes(' ')) wordStarts.add(before);
    if (before > 0 && gap.includes('-')) hasDashes = true;
    if (before > 0 && startsWord && piece.length !== groupLength) proseAt ??= before;
    const { end, isLast } = code.take(piece, startsWord);
    if (isLast) break;
    if (end === piece.length && code.values.length < maxCharacters) continue;
    const isWithin = code.values.length > before || !startsWord;
    if (isWithin) foreign = findForeignKind(piece.charAt(end), plain.charAt(start + match.index + whole.length));
    break;
  }
  const { values, wrongLine } = code;
  return { values, count: hasDashes ? (proseAt ?? values.length) : values.length, wordStarts, foreign, wrongLine };
}

/** A line with more characters has no check: a `U` after it is text. */
const maxLineLength = charactersPerLine + groupLength;

/** The values of a code, and the check characters of its lines. */
function createCodeLines() {
  const values: number[] = [];
  let lines = 0;
  let lineStart = 0;
  let wrongLine: number | undefined;

  /** Whether check characters begin at `U`: those of a whole line, or of a line that the piece ends. */
  function hasCheck(piece: string, at: number, startsWord: boolean): boolean {
    const length = values.length - lineStart;
    const canFollow = piece.charAt(at) === checkMark && at + 3 <= piece.length && length > 0 && length <= maxLineLength;
    const isLast = at + 3 === piece.length && (lines > 0 || (at === 0 && !startsWord));
    return canFollow && (length === charactersPerLine || isLast);
  }

  /** Takes the characters up to the first that has no value; `isLast`: the check characters of a shorter line, which end a code. */
  function take(piece: string, startsWord: boolean): { end: number; isLast: boolean } {
    for (let at = 0; at < piece.length; at++) {
      const value = decodeCharacter(piece.charAt(at));
      if (value !== undefined) {
        values.push(value);
        continue;
      }
      if (!hasCheck(piece, at, startsWord)) return { end: at, isLast: false };
      const line = values.slice(lineStart);
      lineStart = values.length;
      lines++;
      if (!hasLineCheck(lines, line, piece.slice(at + 1, at + 3))) wrongLine ??= lines;
      if (line.length !== charactersPerLine) return { end: at, isLast: true };
      at += 2;
    }
    return { end: piece.length, isLast: false };
  }

  return {
    values,
    take,
    get wrongLine() {
      return wrongLine;
    },
  };
}

/** A sign counts only directly before a letter or digit: an ellipsis or the end of a sentence does not. */
function findForeignKind(character: string, next: string): Collected['foreign'] {
  if (/[0-9A-Z?]/.test(character)) return 'letter';
  return character === '.' && /[0-9A-Z?]/.test(next) ? 'sign' : undefined;
}
