import { decodeCharacter } from './crockford.ts';
import { charactersPerLine, checkMark, hasLineCheck } from './line-check.ts';

/**
 * The characters of a text that may belong to a code, from the possible start of the code on, and facts that help to
 * find the end of the code.
 */
export type CollectedCode = {
  /** The values of the collected characters, five bits for each character. */
  characterValues: number[];
  /**
   * The number of collected characters that look like part of the code. Text after an incomplete code is not counted.
   */
  characterCount: number;
  /**
   * The indexes at which a new word begins after white space. A code can end before a new word, but not within a word.
   */
  wordStarts: ReadonlySet<number>;
  /**
   * If the code ended within a word, the kind of the character at its end: a letter or digit that codes do not contain (`letter`), or
   * another character (`sign`).
   */
  foreignCharacter: 'letter' | 'sign' | undefined;
  /** The number of the first line of the code whose check characters are wrong. The first line has the number 1. */
  wrongLine: number | undefined;
};

/** The maximum number of characters to collect. No code has so many characters. */
const maxCharacters = 256;
const groupLength = 6;
/**
 * Matches the characters that may separate the groups of a code, and then a word or a full stop. The text was prepared
 * by `restoreMangledText`.
 */
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

/**
 * The maximum number of characters of a line before its check characters. After more characters, a `U` is ordinary
 * text.
 */
const maxLineLength = charactersPerLine + groupLength;

/** Returns functions that collect the characters of a code, and verify the check characters at the end of its lines. */
function createCodeLines() {
  const characterValues: number[] = [];
  let lines = 0;
  let lineStart = 0;
  let wrongLine: number | undefined;

  /**
   * Returns whether the `U` at `position` begins the check characters of a line, because the line is complete, or because it is the last,
   * shorter line of the text.
   */
  function beginsCheckCharacters(piece: string, position: number, isWordStart: boolean): boolean {
    const length = characterValues.length - lineStart;
    const canBeCheck =
      piece.charAt(position) === checkMark && position + 3 <= piece.length && length > 0 && length <= maxLineLength;
    const isLast = position + 3 === piece.length && (lines > 0 || (position === 0 && !isWordStart));
    return canBeCheck && (length === charactersPerLine || isLast);
  }

  /**
   * Collects the characters of a piece of text up to the first character that no code contains. `isLast` is true if the collected
   * characters end with the check characters of a shorter line, which is the last line of a code.
   */
  function collectPiece(piece: string, isWordStart: boolean): { end: number; isLast: boolean } {
    for (let position = 0; position < piece.length; position++) {
      const value = decodeCharacter(piece.charAt(position));
      if (value !== undefined) {
        characterValues.push(value);
        continue;
      }
      if (!beginsCheckCharacters(piece, position, isWordStart)) return { end: position, isLast: false };
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
    take: collectPiece,
    get wrongLine() {
      return wrongLine;
    },
  };
}

/**
 * Returns the kind of a character that no code contains. A sign (no letter or digit) counts only if a letter or digit follows directly, so
 * a full stop at the end of a sentence does not count.
 */
function findForeignKind(character: string, nextCharacter: string): CollectedCode['foreignCharacter'] {
  if (/[0-9A-Z?]/.test(character)) return 'letter';
  return character === '.' && /[0-9A-Z?]/.test(nextCharacter) ? 'sign' : undefined;
}
