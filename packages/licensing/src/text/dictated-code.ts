import { decodeCharacter, fromCrockford } from './crockford.ts';
import { charactersPerLine, checkMark, hasLineCheck } from './line-check.ts';
import { restoreMangledText } from './mangled-text.ts';
import { charactersWithNameLength, countExpectedCharacters } from '../verification-code.ts';

/**
 * A line of a code while a user types it. `characters` are in upper case, without the prefix and the dashes. `typedCount` and
 * `expectedCount` are the numbers of characters that were typed and that a complete line has: with the two check characters, but without
 * the prefix, the dashes and the `U` before the check characters.
 */
export type DictatedLine = {
  state: 'empty' | 'typing' | 'right' | 'wrong';
  characters: string;
  typedCount: number;
  expectedCount: number;
};

/**
 * A verification code that a user types line by line. `typedCount` and `expectedCount` count the characters of the code, without check
 * characters.
 */
export type DictatedCode = {
  lines: DictatedLine[];
  typedCount: number;
  expectedCount: number;
  /**
   * Whether `expectedCount` is exact. Before the length of the machine name is known, `expectedCount` is only a
   * minimum.
   */
  isExact: boolean;
  /** The characters of the code that were typed so far, as one text without check characters. */
  text: string;
};

const checkCharacterCount = 2;
const minCharacterCount = countExpectedCharacters(new Uint8Array(0)) ?? 0;

/**
 * Checks each typed line of a code by its check characters. The result has one entry for each line of the code, as far as the length of the
 * code is known.
 */
export function readDictatedCode(texts: readonly string[]): DictatedCode {
  const lines: DictatedLine[] = [];
  let code = '';
  let typedCount = 0;
  let expectedCount = minCharacterCount;
  for (let index = 0; index * charactersPerLine < expectedCount; index++) {
    const typedCharacters = toCharacters(texts[index] ?? '', index);
    // The third line contains the length of the machine name, which determines the length of the third line and of the whole code.
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

/**
 * Returns the lines after a text was typed or pasted into a line. Characters after a line that is right belong to the next lines that are
 * not right, so a right line never changes because of what follows it.
 */
export function typeIntoLine(texts: readonly string[], lineIndex: number, text: string): string[] {
  const previousText = texts[lineIndex] ?? '';
  const nextTexts = readDictatedCode(texts).lines.map((_, index) => texts[index] ?? '');
  nextTexts[lineIndex] = text;
  const line = readDictatedCode(nextTexts).lines[lineIndex];
  if (!line || line.typedCount <= line.expectedCount) return nextTexts;
  const ownCharacters = line.characters.slice(0, line.expectedCount);
  nextTexts[lineIndex] = text.startsWith(previousText) && isRight(texts, lineIndex) ? previousText : ownCharacters;
  if (!isRight(nextTexts, lineIndex)) return nextTexts.with(lineIndex, text);
  const nextLine = readDictatedCode(nextTexts).lines.findIndex(
    ({ state }, index) => index > lineIndex && state !== 'right',
  );
  if (nextLine < 0) return nextTexts;
  const followingText = line.characters.slice(line.expectedCount);
  return typeIntoLine(nextTexts, nextLine, (nextTexts[nextLine] ?? '') + followingText);
}

const isRight = (texts: readonly string[], lineIndex: number): boolean =>
  readDictatedCode(texts).lines[lineIndex]?.state === 'right';

/**
 * Returns the letters and digits of a typed line in upper case. The first line may begin with the prefix, which cannot be mistaken for the
 * code, because a code of version 1 begins with 2.
 */
function toCharacters(text: string, index: number): string {
  const characters = restoreMangledText(text).replaceAll(/[ \->.]/g, '');
  return index === 0 ? characters.replace(/^BV/, '') : characters;
}

const toValues = (characters: string): number[] =>
  Array.from(characters, (character) => decodeCharacter(character) ?? 0);

const countExpected = (code: string): number =>
  countExpectedCharacters(fromCrockford(toValues(code)).bytes) ?? minCharacterCount;

function judgeLine(characters: string, line: number, length: number): DictatedLine {
  const counts = { characters, typedCount: characters.length, expectedCount: length + checkCharacterCount };
  if (characters === '') return { state: 'empty', ...counts };
  const hasForeignCharacter = Array.from(characters).some((character) => decodeCharacter(character) === undefined);
  if (hasForeignCharacter || counts.typedCount > counts.expectedCount) return { state: 'wrong', ...counts };
  if (counts.typedCount < counts.expectedCount) return { state: 'typing', ...counts };
  const isCorrect = hasLineCheck(line, toValues(characters.slice(0, length)), characters.slice(length));
  return { state: isCorrect ? 'right' : 'wrong', ...counts };
}

/** The spelling alphabet of ICAO and NATO for the letters of codes (ICAO Annex 10, volume II, 5.2.1.3). Digits are spoken as words. */
const letterNames =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango ' +
  'Uniform Victor Whiskey X-ray Yankee Zulu';
const digitNames = 'zero one two three four five six seven eight nine';

const spokenWords = new Map([
  ...letterNames.split(' ').map((word): [string, string] => [word.charAt(0), word]),
  ...digitNames.split(' ').map((word, digit): [string, string] => [String(digit), word]),
]);

/** Returns the words to say for each group of a printed line, one text for each group; dashes are not spoken. */
export const spellLine = (line: string): string[] =>
  line
    .split('-')
    .filter((group) => group !== '')
    .map((group) => Array.from(group, (character) => spokenWords.get(character) ?? character).join(' '));
