import { untangle } from './mangled-text.ts';
import type { Hashing } from './primitives.ts';
import { refused, type Reading } from './reading.ts';
import type { CodeRefusal } from './text-form.ts';
import { readVerificationCode, type VerificationCode } from './verification-code.ts';

/** More than the mail that a whole office's codes come in. */
const longestText = 1_000_000;
const mostCodes = 500;

/**
 * Where a code begins: its prefix with the dash behind it, which no group of six within a code can look like; or, where the dashes
 * were lost, its prefix with the first character that every code of version 1 has.
 */
const begins = /(?<![\p{L}\p{N}])B\s*V(?=\s*-|\s*2[4-7][0-9A-Z]{4})/gu;

/**
 * All verification codes in what a person pasted, each read by itself, with any text between them. What sets out to be a code and
 * cannot be read is there as its refusal, in its place; an empty list where nothing does.
 */
export function readVerificationCodes(text: string, hashing: Hashing): Reading<VerificationCode, CodeRefusal>[] {
  if (text.length > longestText) return [refused('NOT_A_CODE', { detail: 'too-long' })];
  const plain = untangle(text);
  const starts = Array.from(plain.matchAll(begins), ({ index }) => index).slice(0, mostCodes);
  if (starts.length === 0) {
    const alone = readVerificationCode(plain, hashing); // Copied without its prefix.
    return alone.ok ? [alone] : [];
  }
  return starts.map((start, at) => readVerificationCode(plain.slice(start, starts[at + 1]), hashing));
}
