import { restoreMangledText } from './mangled-text.ts';
import type { Hashing } from '../primitives.ts';
import { refuse, type Reading } from '../encoding/reading.ts';
import { readPlainText, type CodeRefusal } from './text-form.ts';
import { verificationForm, type VerificationCode } from '../verification-code.ts';

/** The maximum length in characters: more than an e-mail with the codes of all PCs of an office. */
const maxTextLength = 1_000_000;
const maxCodes = 500;

/**
 * The start of a code: the prefix and a dash, which cannot occur within a group of six characters; or, if the dashes were lost, the prefix
 * and the first character of every code of version 1. A group `BV` at the end of a code, before a line of a list that begins with a dash,
 * is not the start of a code.
 */
const codeStartPattern = /(?<![0-9A-Z?])B *V(?!(?<=[0-9A-Z]-BV) +-)(?= *-| *2[4-7][0-9A-Z]{4})/g;

/**
 * Reads all verification codes in a pasted text; other text may be between the codes. For a code that cannot be read,
 * the list contains the reason. The list is empty when the text contains no start of a code.
 */
export function readVerificationCodes(text: string, hashing: Hashing): Reading<VerificationCode, CodeRefusal>[] {
  if (text.length > maxTextLength) return [refuse('NOT_A_CODE', { detail: 'too-long' })];
  const form = verificationForm(hashing);
  const restoredText = restoreMangledText(text);
  const startPositions = Array.from(restoredText.matchAll(codeStartPattern), ({ index }) => index).slice(0, maxCodes);
  if (startPositions.length === 0) {
    const onlyCode = readPlainText(restoredText, form); // The only code may have been copied without its prefix.
    return onlyCode.ok ? [onlyCode] : [];
  }
  return startPositions.map((start, index) =>
    readPlainText(restoredText.slice(start, startPositions[index + 1]), form),
  );
}
