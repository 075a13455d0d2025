import { collectCharacters, type CollectedCode } from './collect-characters.ts';
import { fromCrockford, toCrockford } from './crockford.ts';
import { restoreMangledText } from './mangled-text.ts';
import { refuse, type Reading, type Refusal, type RefusalDetail } from '../encoding/reading.ts';

export type CodePrefix = 'BV' | 'BL' | 'BR';

export type CodeRefusal = 'NOT_A_CODE' | 'CODE_INCOMPLETE' | 'CODE_TYPO' | 'CODE_NEWER';

/**
 * The properties of a type of code that the text reader needs. `countExpected` returns the number of characters of the
 * whole code, computed from its first bytes: a lower bound if there are too few bytes, undefined if the bytes cannot be
 * right.
 */
export type CodeForm<T, Code extends string> = {
  prefix: CodePrefix;
  firstByte: number;
  countExpected(firstBytes: Uint8Array): number | undefined;
  accept(bytes: Uint8Array): Reading<T, Code | CodeRefusal>;
};

/** The limits of the search: more code points than any e-mail with a code has, and more prefixes than any text has. */
const maxTextLength = 100_000;
const maxStarts = 200;
const groupLength = 6;
const groupsPerLine = 4;

/** Writes a code on one line: the prefix and groups of six characters, joined by `-`. */
export function toCodeText(prefix: CodePrefix, bytes: Uint8Array): string {
  return [prefix, ...(toCrockford(bytes).match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [])].join('-');
}

/** Prints a code on lines of four groups. Every line except the last ends with `-`, to show that the code continues. */
export function printCode(text: string): string {
  const [prefix = '', ...groups] = text.split('-');
  const lines: string[] = [];
  for (let index = 0; index < groups.length; index += groupsPerLine)
    lines.push(groups.slice(index, index + groupsPerLine).join('-'));
  return `${prefix}-${lines.join('-\n')}`;
}

/**
 * Finds a code in a pasted text: tries every possible start and returns the first code that can be read, which is safe because of the
 * checksum. If no code can be read, the refusal of the start with the most characters is returned.
 */
export function readCodeText<T, Code extends string>(
  text: string,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  // A character has at most two code units, so most texts are accepted or refused without counting.
  const isTooLong =
    text.length > maxTextLength && (text.length > 2 * maxTextLength || countCodePoints(text) > maxTextLength);
  return isTooLong ? refuse('NOT_A_CODE', { detail: 'too-long' }) : readPlainText(restoreMangledText(text), form);
}

const countCodePoints = (text: string): number => Array.from(text).length;

/** Like `readCodeText`, but for a text that `restoreMangledText` has already restored. */
export function readPlainText<T, Code extends string>(
  restoredText: string,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  if (restoredText.trim() === '') return refuse('NOT_A_CODE', { detail: 'empty' });
  const codeStarts = findCodeStarts(restoredText, form.prefix).slice(0, maxStarts);
  let bestAttempt: { characters: number; refusal: Refusal<Code | CodeRefusal> } | undefined;
  // A code that was copied without its prefix begins at the very start of the text. It may contain a group that begins like the prefix.
  for (const start of [...codeStarts, 0]) {
    const collectedCode = collectCharacters(restoredText, start);
    const reading = addWrongLine(collectedCode, decodeCollectedCode(collectedCode, form));
    if (reading.ok) return reading;
    if (
      start > 0 &&
      isCodeStart(restoredText, start, collectedCode, form) &&
      collectedCode.characterCount > (bestAttempt?.characters ?? 0)
    ) {
      bestAttempt = { characters: collectedCode.characterCount, refusal: reading.refusal };
    }
  }
  if (bestAttempt !== undefined) return { ok: false, refusal: bestAttempt.refusal };
  const detail = findOtherCode(restoredText, form.prefix);
  return refuse('NOT_A_CODE', detail === undefined ? {} : { detail });
}

/** The patterns of the prefixes. The L of `BL` may have been misread as 1 or I. */
const prefixPatterns: Record<CodePrefix, RegExp> = {
  BV: /(?<![0-9A-Z?])B *V/g,
  BL: /(?<![0-9A-Z?])B *[LI1]/g,
  BR: /(?<![0-9A-Z?])B *R/g,
};

/** Returns the position after each occurrence of the prefix. */
function findCodeStarts(restoredText: string, prefix: CodePrefix): number[] {
  const prefixes = restoredText.matchAll(prefixPatterns[prefix]);
  return Array.from(prefixes, (match) => match.index + match[0].length);
}

/**
 * Returns whether a code begins at the position `start`. An ordinary word may begin with the same two letters
 * ("BLACK"), so a dash or the first byte of a code must follow.
 */
function isCodeStart(
  restoredText: string,
  start: number,
  collectedCode: CollectedCode,
  form: { firstByte: number },
): boolean {
  if (/^ *- *[0-9A-Z]/.test(restoredText.slice(start, start + 8))) return true;
  return (
    collectedCode.characterCount >= groupLength &&
    fromCrockford(collectedCode.characterValues.slice(0, 2)).bytes[0] === form.firstByte
  );
}

/**
 * Adds the number of the wrong line to a refusal. The check characters of a line only locate an error: a code with the
 * right checksum is accepted even if its check characters are wrong.
 */
function addWrongLine<T, Code extends string>(
  { wrongLine }: CollectedCode,
  reading: Reading<T, Code | CodeRefusal>,
): Reading<T, Code | CodeRefusal> {
  if (reading.ok || wrongLine === undefined) return reading;
  const { code, ...more } = reading.refusal;
  return code === 'CODE_TYPO' || code === 'CODE_INCOMPLETE'
    ? refuse('CODE_TYPO', { ...more, line: wrongLine })
    : reading;
}

function decodeCollectedCode<T, Code extends string>(
  collectedCode: CollectedCode,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  const { bytes: start } = fromCrockford(collectedCode.characterValues);
  const [firstByte = form.firstByte] = start;
  if (isNewerFormat(firstByte, form.firstByte)) {
    const isTypo = collectedCode.wrongLine !== undefined || isMistyped(collectedCode, form);
    return refuse(isTypo ? 'CODE_TYPO' : 'CODE_NEWER');
  }
  const expectedCount = firstByte === form.firstByte ? form.countExpected(start) : undefined;
  if (expectedCount === undefined) {
    const minLength = form.countExpected(new Uint8Array(0)) ?? 0;
    return collectedCode.characterCount < minLength
      ? refuseIncompleteCode(collectedCode, minLength)
      : refuse('CODE_TYPO');
  }
  if (collectedCode.characterValues.length < expectedCount) return refuseIncompleteCode(collectedCode, expectedCount);
  const endsWithinWord =
    collectedCode.characterValues.length > expectedCount
      ? !collectedCode.wordStarts.has(expectedCount)
      : collectedCode.foreignCharacter === 'letter';
  if (endsWithinWord && collectedCode.characterCount < expectedCount)
    return refuseIncompleteCode(collectedCode, expectedCount);
  if (endsWithinWord)
    return refuse('CODE_TYPO', { found: collectedCode.characterCount, expected: expectedCount, detail: 'too-long' });
  const reading = decodeWholeCode(collectedCode.characterValues.slice(0, expectedCount), form);
  const isShort = !reading.ok && reading.refusal.code === 'CODE_TYPO' && collectedCode.characterCount < expectedCount;
  return isShort ? refuseIncompleteCode(collectedCode, expectedCount) : reading;
}

function decodeWholeCode<T, Code extends string>(
  values: number[],
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  const { bytes, isPaddingZero } = fromCrockford(values);
  return isPaddingZero ? form.accept(bytes) : refuse('CODE_TYPO');
}

/** Returns whether the first byte shows the same type of code in an unknown version. */
function isNewerFormat(firstByte: number, knownFirstByte: number): boolean {
  return firstByte >>> 4 === knownFirstByte >>> 4 && (firstByte & 15) > (knownFirstByte & 15);
}

/**
 * Returns whether the first two characters are mistyped: the checksum matches if they are replaced by the right
 * characters. A mistyped prefix must not look like a newer version of the format.
 */
function isMistyped<T, Code extends string>(collectedCode: CollectedCode, form: CodeForm<T, Code>): boolean {
  const [, secondValue = 0, ...lastValues] = collectedCode.characterValues;
  const values = [form.firstByte >>> 3, ((form.firstByte & 7) << 2) | (secondValue & 3), ...lastValues];
  const expectedCount = form.countExpected(fromCrockford(values).bytes) ?? values.length + 1;
  if (values.length < expectedCount) return false;
  const reading = decodeWholeCode(values.slice(0, expectedCount), form);
  return reading.ok || reading.refusal.code !== 'CODE_TYPO';
}

function refuseIncompleteCode(
  collectedCode: CollectedCode,
  expectedCount: number,
): { ok: false; refusal: Refusal<CodeRefusal> } {
  const endsAtForeignCharacter =
    collectedCode.foreignCharacter !== undefined &&
    collectedCode.characterCount === collectedCode.characterValues.length;
  if (endsAtForeignCharacter)
    return refuse('CODE_TYPO', {
      found: collectedCode.characterCount,
      expected: expectedCount,
      detail: 'foreign-character',
    });
  return refuse('CODE_INCOMPLETE', { found: collectedCode.characterCount, expected: expectedCount });
}

function findOtherCode(restoredText: string, prefix: CodePrefix): RefusalDetail | undefined {
  if (restoredText.includes('BASICS LICENCE FILE')) return 'licence-file';
  const otherPrefix: CodePrefix = prefix === 'BV' ? 'BL' : 'BV';
  const hasOtherCode = findCodeStarts(restoredText, otherPrefix)
    .slice(0, maxStarts)
    .some((start) => collectCharacters(restoredText, start).characterCount >= 2 * groupLength);
  if (!hasOtherCode) return undefined;
  return otherPrefix === 'BV' ? 'verification-code' : 'licence-code';
}
