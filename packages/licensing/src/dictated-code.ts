import { decodeCharacter, fromCrockford } from './crockford.ts';
import { charactersPerLine, checkMark, hasLineCheck } from './line-check.ts';
import { restoreMangledText } from './mangled-text.ts';
import { charactersWithNameLength, countExpectedCharacters } from './verification-code.ts';

/**
 * A line while it is typed. `characters` are in upper case, without prefix and dashes. `typedCount` and `expectedCount` are the numbers of characters,
 * with the two check characters, but without prefix, dashes and `U`.
 */
export type DictatedLine = {
  state: 'empty' | 'typing' | 'right' | 'wrong';
  characters: string;
  typedCount: number;
  expectedCount: number;
};

/** A verification code while it is typed line by line; `typedCount` and `expectedCount` count the characters of the code itself. */
export type Dictation = {
  lines: DictatedLine[];
  typedCount: number;
  expectedCount: number;
  /** Whether `expectedCount` is exact. Until the length of the machine name is known, `expectedCount` is a minimum. */
  isExact: boolean;
  /** The code as one text, without check characters. */
  text: string;
};

const checkLength = 2;
const minCharacters = countExpectedCharacters(new Uint8Array(0)) ?? 0;

/** Checks each line by its check characters. The result has one entry for each line of the code, as far as the length of the code is known. */
export function readDictation(texts: readonly string[]): Dictation {
  const lines: DictatedLine[] = [];
  let code = '';
  let typedCount = 0;
  let expectedCount = minCharacters;
  for (let index = 0; index * charactersPerLine < expectedCount; index++) {
    const typedCharacters = toCharacters(texts[index] ?? '', index);
    // The third line contains the length of the machine name, from which the length of this line and of the whole code follow.
    if (code.length === index * charactersPerLine)
      expectedCount = countExpected(code + typedCharacters.slice(0, charactersPerLine));
    const length = Math.min(charactersPerLine, expectedCount - index * charactersPerLine);
    const characters =
      typedCharacters.charAt(length) === checkMark
        ? typedCharacters.slice(0, length) + typedCharacters.slice(length + 1)
        : typedCharacters;
    lines.push(judgeLine(characters, index + 1, length));
    code += characters.slice(0, length);
    typedCount += Math.min(characters.length, length);
  }
  return { lines, typedCount, expectedCount, isExact: code.length >= charactersWithNameLength, text: `BV-${code}` };
}

/** Letters and digits in upper case, without the prefix that begins the first line. */
function toCharacters(text: string, index: number): string {
  const restoredText = restoreMangledText(text);
  return (index === 0 ? restoredText.replace(/^ *B *V *-/, '') : restoredText).replaceAll(/[ \->.]/g, '');
}

const toValues = (characters: string): number[] =>
  Array.from(characters, (character) => decodeCharacter(character) ?? 0);

const countExpected = (code: string): number =>
  countExpectedCharacters(fromCrockford(toValues(code)).bytes) ?? minCharacters;

function judgeLine(characters: string, line: number, length: number): DictatedLine {
  const counts = { characters, typedCount: characters.length, expectedCount: length + checkLength };
  if (characters === '') return { state: 'empty', ...counts };
  const hasForeignCharacter = Array.from(characters).some((character) => decodeCharacter(character) === undefined);
  if (hasForeignCharacter || counts.typedCount > counts.expectedCount) return { state: 'wrong', ...counts };
  if (counts.typedCount < counts.expectedCount) return { state: 'typing', ...counts };
  const isCorrect = hasLineCheck(line, toValues(characters.slice(0, length)), characters.slice(length));
  return { state: isCorrect ? 'right' : 'wrong', ...counts };
}
