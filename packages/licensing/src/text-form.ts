import { crockfordValue, fromCrockford, toCrockford } from './crockford.ts';
import { isFiller, untangle } from './mangled-text.ts';
import { refused, type Reading, type Refusal } from './reading.ts';

export type CodePrefix = 'BV' | 'BL';

export type CodeRefusal = 'NOT_A_CODE' | 'CODE_INCOMPLETE' | 'CODE_TYPO' | 'CODE_NEWER';

/**
 * What the reader of text must know of a code. `expected` gives the number of characters of the whole code from those
 * read so far: a lower bound while they are too few to tell, undefined where they cannot be right.
 */
export type CodeForm<T, Code extends string> = {
  prefix: CodePrefix;
  firstByte: number;
  expected(start: Uint8Array): number | undefined;
  accept(bytes: Uint8Array): Reading<T, Code | CodeRefusal>;
};

/** More than any mail that a code arrives in; what is longer is not looked at. */
const longestText = 100_000;
const groupLength = 6;
const groupsPerLine = 4;

/** One line: the prefix, and groups of six characters joined by `-`. */
export function toCodeText(prefix: CodePrefix, bytes: Uint8Array): string {
  return [prefix, ...(toCrockford(bytes).match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? [])].join('-');
}

/** The same code on lines of four groups; every line but the last ends in `-`, so that it is seen to go on. */
export function printCode(text: string): string {
  const [prefix = '', ...groups] = text.split('-');
  const lines: string[] = [];
  for (let at = 0; at < groups.length; at += groupsPerLine) lines.push(groups.slice(at, at + groupsPerLine).join('-'));
  return [prefix, lines.join('-\n')].join('-');
}

/**
 * Finds a code in what a person pasted: every place where one may begin is tried, and the first that reads wins, which
 * its checksum makes safe. If none reads, the refusal is that of the place with the most characters.
 */
export function readCodeText<T, Code extends string>(
  text: string,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  if (text.trim() === '') return refused('NOT_A_CODE', { detail: 'empty' });
  if (text.length > longestText) return refused('NOT_A_CODE', { detail: 'too-long' });
  const plain = untangle(text);
  let best: { characters: number; refusal: Refusal<Code | CodeRefusal> } | undefined;
  for (const start of codeStarts(plain, form.prefix)) {
    const found = collect(plain, start);
    const reading = readCollected(found, form);
    if (reading.ok) return reading;
    const characters = found.values.length;
    if (start > 0 && isMeant(plain, start, found, form.firstByte) && characters > (best?.characters ?? 0)) {
      best = { characters, refusal: reading.refusal };
    }
  }
  if (best !== undefined) return { ok: false, refusal: best.refusal };
  return refused('NOT_A_CODE', whatElse(plain, form.prefix));
}

/** Where a code may begin: after each prefix; and, if there is none, at the very start, for a code copied without it. */
function codeStarts(plain: string, prefix: CodePrefix): number[] {
  const letter = prefix === 'BV' ? 'V' : '[LI1]';
  const starts = Array.from(plain.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])B\\s*${letter}`, 'gu')), (match) => {
    return match.index + match[0].length;
  });
  return starts.length > 0 ? starts : [0];
}

/** A word of prose may begin with the same two letters ("BLACK"): a dash, or the first byte of a code, makes it one. */
function isMeant(plain: string, start: number, found: Collected, firstByte: number): boolean {
  if (/^\s*-/.test(plain.slice(start, start + 8))) return true;
  return found.values.length >= groupLength && fromCrockford(found.values.slice(0, 2)).bytes[0] === firstByte;
}

type Collected = {
  values: number[];
  /** Characters up to the first white space after which something other than a group of six follows. */
  joined: number;
  endsInForeign: boolean;
  /** Of each character: whether it stands in one piece with the one before it. */
  glued: boolean[];
};

const mostCharacters = 512;

function collect(plain: string, start: number): Collected {
  const values: number[] = [];
  const glued: boolean[] = [];
  let joined: number | undefined;
  let hasDashes = false;
  let gap = '';
  for (let at = start; at < plain.length && values.length < mostCharacters; at++) {
    const character = plain.charAt(at);
    if (isFiller(character)) {
      gap += character;
      continue;
    }
    const value = crockfordValue(character);
    const isJoined = !/\s/.test(gap) || gap.trimStart().startsWith('-') || gap.startsWith('-');
    if (values.length > 0 && gap.includes('-')) hasDashes = true;
    if (value === undefined) {
      const endsInForeign =
        (joined === undefined || !hasDashes) && isJoined && startsForeignPiece(plain.slice(at, at + 2));
      return { values, joined: hasDashes ? (joined ?? values.length) : values.length, endsInForeign, glued };
    }
    const startsGroup = /^[0-9A-Z]{6}(?![0-9A-Z])/.test(plain.slice(at, at + 7));
    if (values.length > 0 && !isJoined && !startsGroup) joined ??= values.length;
    values.push(value);
    glued.push(!/\s/.test(gap));
    gap = '';
  }
  return { values, joined: hasDashes ? (joined ?? values.length) : values.length, endsInForeign: false, glued };
}

/** A letter or digit that no code has, or one stray sign before more letters; not an ellipsis, not the end of a sentence. */
function startsForeignPiece(next: string): boolean {
  return /^[\p{L}\p{N}]|^.[\p{L}\p{N}]/u.test(next);
}

function readCollected<T, Code extends string>(
  found: Collected,
  form: CodeForm<T, Code>,
): Reading<T, Code | CodeRefusal> {
  const { bytes: start } = fromCrockford(found.values);
  const first = start[0] ?? 0;
  if (start.length > 0 && first >>> 4 === form.firstByte >>> 4 && (first & 15) > (form.firstByte & 15)) {
    return refused('CODE_NEWER');
  }
  if (start.length > 0 && first !== form.firstByte) return refused('CODE_TYPO');
  const expected = form.expected(start);
  if (expected === undefined) return refused('CODE_TYPO');
  if (found.values.length < expected) {
    if (found.endsInForeign)
      return refused('CODE_TYPO', { found: found.values.length, expected, detail: 'foreign-character' });
    return refused('CODE_INCOMPLETE', { found: found.joined, expected });
  }
  if (found.values.length > expected && found.glued[expected] === true) {
    return refused('CODE_TYPO', { found: found.joined, expected, detail: 'too-long' });
  }
  const { bytes, restIsZero } = fromCrockford(found.values.slice(0, expected));
  const reading = restIsZero ? form.accept(bytes) : refused('CODE_TYPO');
  if (!reading.ok && reading.refusal.code === 'CODE_TYPO' && found.joined < expected) {
    return refused('CODE_INCOMPLETE', { found: found.joined, expected });
  }
  return reading;
}

function whatElse(plain: string, prefix: CodePrefix): Omit<Refusal<'NOT_A_CODE'>, 'code'> {
  if (plain.includes('BASICS LICENCE FILE')) return { detail: 'licence-file' };
  const other: CodePrefix = prefix === 'BV' ? 'BL' : 'BV';
  const isOther = codeStarts(plain, other).some(
    (start) => start > 0 && collect(plain, start).joined >= groupLength * 2,
  );
  if (!isOther) return {};
  return { detail: other === 'BV' ? 'verification-code' : 'licence-code' };
}
