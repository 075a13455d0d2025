import { collectCharacters, type Collected } from './collect-characters.ts';
import { fromCrockford, toCrockford } from './crockford.ts';
import { restoreMangledText } from './mangled-text.ts';
import { refuse, type Reading, type Refusal, type RefusalDetail } from './reading.ts';

export type CodePrefix = 'BV' | 'BL' | 'BR';

export type CodeRefusal = 'NOT_A_CODE' | 'CODE_INCOMPLETE' | 'CODE_TYPO' | 'CODE_NEWER';

/**
 * What the text reader must know about a type of code. `expected` returns the number of characters of the whole code from those
 * read so far: a lower bound while they are too few, undefined when they cannot be right.
 */
export type CodeForm<T, Code extends string> = {
  prefix: CodePrefix;
  firstByte: number;
  expected(start: Uint8Array): number | undefined;
  accept(bytes: Uint8Array): Reading<T, Code | CodeRefusal>;
};

/** Limits for the search, in code points: more characters than any mail with a code, and more prefixes than any text has. */
const maxTextLength = 100_000;
const maxStarts = 200;
const groupLength = 6;
const groupsPerLine = 4;

/** One line: the prefix, and groups of six characters joined by `-`. */
export function toCodeText(prefix: CodePrefix, bytes: Uint8Array): string {
  return [prefix, ...(toCrockford(bytes).match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [])].join('-');
}

/** The same code on lines of four groups; every line except the last ends in `-`, to show that the code continues. */
export function printCode(text: string): string {
  const [prefix = '', ...groups] = text.split('-');
  const lines: string[] = [];
  for (let at = 0; at < groups.length; at += groupsPerLine) lines.push(groups.slice(at, at + groupsPerLine).join('-'));
  return `${prefix}-${lines.join('-\n')}`;
}

/**
 * Finds a code in a pasted text: every possible start is tried, and the first that reads wins, which is safe because of
 * the checksum. If none reads, the refusal is that of the start with the most characters.
 */
export function readCodeText<T, Code extends string>(
  text: string,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  // A character has at most two code units, so most texts are accepted or refused without counting.
  const isTooLong =
    text.length > maxTextLength && (text.length > 2 * maxTextLength || countPoints(text) > maxTextLength);
  return isTooLong ? refuse('NOT_A_CODE', { detail: 'too-long' }) : readPlainText(restoreMangledText(text), form);
}

const countPoints = (text: string): number => Array.from(text).length;

/** As `readCodeText`, for the result of `restoreMangledText`. */
export function readPlainText<T, Code extends string>(
  plain: string,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  if (plain.trim() === '') return refuse('NOT_A_CODE', { detail: 'empty' });
  const starts = findCodeStarts(plain, form.prefix).slice(0, maxStarts);
  let best: { characters: number; refusal: Refusal<Code | CodeRefusal> } | undefined;
  // A code that was copied without its prefix begins at the very start of the text.
  for (const start of starts.length === 0 ? [0] : starts) {
    const found = collectCharacters(plain, start);
    const reading = nameWrongLine(found, readCollected(found, form));
    if (reading.ok) return reading;
    if (starts.length > 0 && isCodeStart(plain, start, found, form) && found.count > (best?.characters ?? 0)) {
      best = { characters: found.count, refusal: reading.refusal };
    }
  }
  if (best !== undefined) return { ok: false, refusal: best.refusal };
  const detail = findOtherCode(plain, form.prefix);
  return refuse('NOT_A_CODE', detail === undefined ? {} : { detail });
}

/** In `BL`, the L may have been misread. */
const prefixPatterns: Record<CodePrefix, RegExp> = {
  BV: /(?<![0-9A-Z?])B *V/g,
  BL: /(?<![0-9A-Z?])B *[LI1]/g,
  BR: /(?<![0-9A-Z?])B *R/g,
};

/** The positions after each prefix. */
function findCodeStarts(plain: string, prefix: CodePrefix): number[] {
  const prefixes = plain.matchAll(prefixPatterns[prefix]);
  return Array.from(prefixes, (match) => match.index + match[0].length);
}

/** An ordinary word may begin with the same two letters ("BLACK"): only a dash, or the first byte of a code, makes it a prefix. */
function isCodeStart(plain: string, start: number, found: Collected, form: { firstByte: number }): boolean {
  if (/^ *- *[0-9A-Z]/.test(plain.slice(start, start + 8))) return true;
  return found.count >= groupLength && fromCrockford(found.values.slice(0, 2)).bytes[0] === form.firstByte;
}

/** Check characters only locate an error: a code with the right checksum is accepted whatever they are. */
function nameWrongLine<T, Code extends string>(
  { wrongLine }: Collected,
  reading: Reading<T, Code | CodeRefusal>,
): Reading<T, Code | CodeRefusal> {
  if (reading.ok || wrongLine === undefined) return reading;
  const { code, ...more } = reading.refusal;
  return code === 'CODE_TYPO' || code === 'CODE_INCOMPLETE'
    ? refuse('CODE_TYPO', { ...more, line: wrongLine })
    : reading;
}

function readCollected<T, Code extends string>(
  found: Collected,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  const { bytes: start } = fromCrockford(found.values);
  const [first = form.firstByte] = start;
  if (isNewer(first, form.firstByte)) {
    const isTypo = found.wrongLine !== undefined || isMistyped(found, form);
    return refuse(isTypo ? 'CODE_TYPO' : 'CODE_NEWER');
  }
  const expected = first === form.firstByte ? form.expected(start) : undefined;
  if (expected === undefined) {
    const least = form.expected(new Uint8Array(0)) ?? 0;
    return found.count < least ? refuseShort(found, least) : refuse('CODE_TYPO');
  }
  if (found.values.length < expected) return refuseShort(found, expected);
  const isTorn = found.values.length > expected ? !found.wordStarts.has(expected) : found.foreign === 'letter';
  if (isTorn && found.count < expected) return refuseShort(found, expected);
  if (isTorn) return refuse('CODE_TYPO', { found: found.count, expected, detail: 'too-long' });
  const reading = acceptWhole(found.values.slice(0, expected), form);
  const isShort = !reading.ok && reading.refusal.code === 'CODE_TYPO' && found.count < expected;
  return isShort ? refuseShort(found, expected) : reading;
}

function acceptWhole<T, Code extends string>(
  values: number[],
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  const { bytes, restIsZero } = fromCrockford(values);
  return restIsZero ? form.accept(bytes) : refuse('CODE_TYPO');
}

/** The same type of code, in a version whose layout is unknown. */
function isNewer(first: number, known: number): boolean {
  return first >>> 4 === known >>> 4 && (first & 15) > (known & 15);
}

/** A typing error in the first two characters must not look like a newer version: with the right ones, the checksum matches. */
function isMistyped<T, Code extends string>(found: Collected, form: CodeForm<T, Code>): boolean {
  const [, second = 0, ...rest] = found.values;
  const values = [form.firstByte >>> 3, ((form.firstByte & 7) << 2) | (second & 3), ...rest];
  const expected = form.expected(fromCrockford(values).bytes) ?? values.length + 1;
  if (values.length < expected) return false;
  const reading = acceptWhole(values.slice(0, expected), form);
  return reading.ok || reading.refusal.code !== 'CODE_TYPO';
}

function refuseShort(found: Collected, expected: number): { ok: false; refusal: Refusal<CodeRefusal> } {
  const isForeign = found.foreign !== undefined && found.count === found.values.length;
  if (isForeign) return refuse('CODE_TYPO', { found: found.count, expected, detail: 'foreign-character' });
  return refuse('CODE_INCOMPLETE', { found: found.count, expected });
}

function findOtherCode(plain: string, prefix: CodePrefix): RefusalDetail | undefined {
  if (plain.includes('BASICS LICENCE FILE')) return 'licence-file';
  const other: CodePrefix = prefix === 'BV' ? 'BL' : 'BV';
  const isOther = findCodeStarts(plain, other)
    .slice(0, maxStarts)
    .some((start) => collectCharacters(plain, start).count >= 2 * groupLength);
  if (!isOther) return undefined;
  return other === 'BV' ? 'verification-code' : 'licence-code';
}
