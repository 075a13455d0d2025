import { decodeCharacter } from './crockford.ts';
import { charactersPerLine, checkMark, hasLineCheck } from './line-check.ts';

/** The characters that may belong to a code, from its possible start on, and signs of where the code ends. */
export type CollectedCode = {
  /** The values of the characters, five bits each. */
  characterValues: number[];
  /** The number of values that look like part of the code; text after an incomplete code is not counted. */
  characterCount: number;
  /** The indexes at which a new word begins after white space. A code can end there, but not within a word. */
  wordStarts: ReadonlySet<number>;
  /** The kind of the character within a word at which the code ended: a letter or digit that codes do not contain, or another sign. */
  foreignCharacter: 'letter' | 'sign' | undefined;
  /** The number of the first line with wrong check characters, from 1. */
  wrongLine: number | undefined;
};

/** The maximum number of characters to collect: more than any code has. */
const maxCharacters = 256;
const groupLength = 6;
/** Characters that may separate the groups of a code, then a word or a sign; see `restoreMangledText`. */
const piecePattern = /([ \->]*)([0-9A-Z?]+|\.)/g;

export function collectCharacters(restoredText: string, start: number): CollectedCode {
  const code = createCodeLines();
  const wordStarts = new Set<number>();
  let hasDashes = false;
  let proseStart: number | undefined;
  let foreignCharacter: CollectedCode['foreignCharacter'];
  for (const match of restoredText.slice(start, start + maxCharacters * 8).matchAll(piecePattern)) {
    const [matchedText, gap = '', piece = ''] = match;
    const lengthBefore = code.values.length;
    const isWordStart = gap.includes(' ') && !gap.includes('-');
    if (gap.includes(' ')) wordStarts.add(lengthBefore);
    if (lengthBefore > 0 && gap.includes('-')) hasDashes = true;
    if (lengthBefore > 0 && isWordStart && piece.length !== groupLength) proseStart ??= lengthBefore;
    const { end, isLast } = code.take(piece, isWordStart);
    if (isLast) break;
    if (end === piece.length && code.values.length < maxCharacters) continue;
    const isWithinWord = code.values.length > lengthBefore || !isWordStart;
    if (isWithinWord)
      foreignCharacter = findForeignKind(
        piece.charAt(end),
        restoredText.charAt(start + match.index + matchedText.length),
      );
    break;
  }
  const { values, wrongLine } = code;
  return {
    characterValues: values,
    characterCount: hasDashes ? (proseStart ?? values.length) : values.length,
    wordStarts,
    foreignCharacter,
    wrongLine,
  };
}

/** Longer lines have no check characters: a `U` after more characters is ordinary text. */
const maxLineLength = charactersPerLine + groupLength;

/** Collects the values of a code, and verifies the check characters of its lines. */
function createCodeLines() {
  const characterValues: number[] = [];
  let lines = 0;
  let lineStart = 0;
  let wrongLine: number | undefined;

  /**
   * Returns whether the `U` at `position` begins the check characters of a line: the line is complete, or it is the last, shorter line of
   * the text.
   */
  function hasCheck(piece: string, position: number, isWordStart: boolean): boolean {
    const length = characterValues.length - lineStart;
    const canBeCheck =
      piece.charAt(position) === checkMark && position + 3 <= piece.length && length > 0 && length <= maxLineLength;
    const isLast = position + 3 === piece.length && (lines > 0 || (position === 0 && !isWordStart));
    return canBeCheck && (length === charactersPerLine || isLast);
  }

  /**
   * Collects the characters up to the first one that no code contains. `isLast`: they end with the check characters of a shorter line,
   * which end the code.
   */
  function takePiece(piece: string, isWordStart: boolean): { end: number; isLast: boolean } {
    for (let position = 0; position < piece.length; position++) {
      const value = decodeCharacter(piece.charAt(position));
      if (value !== undefined) {
        characterValues.push(value);
        continue;
      }
      if (!hasCheck(piece, position, isWordStart)) return { end: position, isLast: false };
      const line = characterValues.slice(lineStart);
      lineStart = characterValues.length;
      lines++;
      if (!hasLineCheck(lines, line, piece.slice(position + 1, position + 3))) wrongLine ??= lines;
      if (line.length !== charactersPerLine) return { end: position, isLast: true };
      position += 2;
    }
    return { end: piece.length, isLast: false };
  }

  return {
    values: characterValues,
    take: takePiece,
    get wrongLine() {
      return wrongLine;
    },
  };
}

/**
 * Returns the kind of a character that no code contains. A sign counts only directly before a letter or digit, so a full stop at the end of
 * a sentence does not count.
 */
function findForeignKind(character: string, nextCharacter: string): CollectedCode['foreignCharacter'] {
  if (/[0-9A-Z?]/.test(character)) return 'letter';
  return character === '.' && /[0-9A-Z?]/.test(nextCharacter) ? 'sign' : undefined;
}
