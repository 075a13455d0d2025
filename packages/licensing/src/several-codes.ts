import { restoreMangledText } from './mangled-text.ts';
import type { Hashing } from './primitives.ts';
import { refuse, type Reading } from './reading.ts';
import { readPlainText, type CodeRefusal } from './text-form.ts';
import { verificationForm, type VerificationCode } from './verification-code.ts';

/** In characters: more than a mail with the codes of a whole office. */
const maxTextLength = 1_000_000;
const maxCodes = 500;

/**
 * The start of a code: its prefix with the dash after it, which no group of six within a code can have; or, if the dashes
 * are lost, its prefix with the first character that every code of version 1 has. A last group `BV` of a code is no start, when the dash
 * after it belongs to the next line of a list.
 */
const codeStart = /(?<![0-9A-Z?])B *V(?!(?<=[0-9A-Z]-BV) +-)(?= *-| *2[4-7][0-9A-Z]{4})/g;

/**
 * All verification codes in a pasted text, each read by itself, with any text between them. A code that cannot be
 * read is in the list as its refusal; the list is empty when the text contains no start of a code.
 */
export function readVerificationCodes(text: string, hashing: Hashing): Reading<VerificationCode, CodeRefusal>[] {
  if (text.length > maxTextLength) return [refuse('NOT_A_CODE', { detail: 'too-long' })];
  const form = verificationForm(hashing);
  const plain = restoreMangledText(text);
  const starts = Array.from(plain.matchAll(codeStart), ({ index }) => index).slice(0, maxCodes);
  if (starts.length === 0) {
    const alone = readPlainText(plain, form); // Copied without its prefix.
    return alone.ok ? [alone] : [];
  }
  return starts.map((start, at) => readPlainText(plain.slice(start, starts[at + 1]), form));
}
