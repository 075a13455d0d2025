import { decodeCharacter, fromCrockford } from './crockford.ts';
import { charactersPerLine, checkMark, hasLineCheck } from './line-check.ts';
import { restoreMangledText } from './mangled-text.ts';
import { charactersWithNameLength, countExpectedCharacters } from './verification-code.ts';

/**
 * A line while it is typed. `characters` are in upper case, without prefix and dashes. `found` and `expected` are the numbers of characters,
 * with the two check characters, but without prefix, dashes and `U`.
 */
export type DictatedLine = {
  state: 'empty' | 'typing' | 'right' | 'wrong';
  characters: string;
  found: number;
  expected: number;
};

/** A verification code while it is typed line by line; `found` and `expected` count the characters of the code itself. */
export type Dictation = {
  lines: DictatedLine[];
  found: number;
  expected: number;
  /** False until the length of the machine name is known; until then `expected` is a minimum. */
  isExact: boolean;
  /** The code as one text, without check characters. */
  text: string;
};

const checkLength = 2;
const minCharacters = countExpectedCharacters(new Uint8Array(0)) ?? 0;

/** Judges each line by its check characters. There is one result for each line of the code, as far as its length is known. */
export function readDictation(texts: readonly string[]): Dictation {
  const lines: DictatedLine[] = [];
  let code = '';
  let found = 0;
  let expected = minCharacters;
  for (let index = 0; index * charactersPerLine < expected; index++) {
    const typedCharacters = toCharacters(texts[index] ?? '', index);
    // The third line has the length of the name, which says how long this line and the code are.
    if (code.length === index * charactersPerLine)
      expected = countExpected(code + typedCharacters.slice(0, charactersPerLine));
    const length = Math.min(charactersPerLine, expected - index * charactersPerLine);
    const characters =
      typedCharacters.charAt(length) === checkMark
        ? typedCharacters.slice(0, length) + typedCharacters.slice(length + 1)
        : typedCharacters;
    lines.push(judgeLine(characters, index + 1, length));
    code += characters.slice(0, length);
    found += Math.min(characters.length, length);
  }
  return { lines, found, expected, isExact: code.length >= charactersWithNameLength, text: `BV-${code}` };
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
  const counts = { characters, found: characters.length, expected: length + checkLength };
  if (characters === '') return { state: 'empty', ...counts };
  const hasForeignCharacter = Array.from(characters).some((character) => decodeCharacter(character) === undefined);
  if (hasForeignCharacter || counts.found > counts.expected) return { state: 'wrong', ...counts };
  if (counts.found < counts.expected) return { state: 'typing', ...counts };
  const isCorrect = hasLineCheck(line, toValues(characters.slice(0, length)), characters.slice(length));
  return { state: isCorrect ? 'right' : 'wrong', ...counts };
}
