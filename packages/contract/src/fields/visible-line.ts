import * as z from 'zod/mini';
import { fieldMessages } from '../texts/field-messages.ts';
import { createTooLongMessage } from '../texts/sign-in-messages.ts';

/** Matches white space that begins a new line or a new column. */
const lineBreakPattern = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu;

/**
 * Matches control characters, lone surrogates, byte-order marks, and characters that change the direction of writing. With these
 * characters, a name could hide text or reorder the text around it ("Trojan Source", CVE-2021-42574). U+0000 is not in the pattern, because
 * the server refuses it in every text.
 */
const invisibleCharacterPattern = /(?!\0)[\p{Cc}\p{Cs}\p{Bidi_Control}\uFEFF]/gu;

/**
 * Returns a name as one line without hidden characters: a line break becomes a space, and invisible characters are
 * removed.
 */
export const toVisibleLine = (text: string): string =>
  text.replaceAll(lineBreakPattern, ' ').replaceAll(invisibleCharacterPattern, '');

/** Returns the message for a text that a spreadsheet has written instead of the value that was entered; null for any other text. */
export function findSpreadsheetDamage(text: string): string | null {
  if (shortenedNumberPattern.test(text)) return fieldMessages.shortenedNumber;
  return spreadsheetErrorPattern.test(text) ? fieldMessages.spreadsheetError : null;
}

/** Matches a number that a spreadsheet shows with a power of ten, such as `4,91523E+11`. */
const shortenedNumberPattern = /^\s*\d+(?:[.,]\d+)?E\+\d+\s*$/i;

/** Matches the error messages of spreadsheets in many languages, such as `#NAME?`, `#N/A`, `#BEZUG!` or `#¡REF!`, and a cell that is too narrow. */
const spreadsheetErrorPattern = /^\s*#(?:[¡¿]?[\p{Lu}\d/]+[!?]|N\/A|NV|N\/D|NA|##+)\s*$/u;

const notDamaged = z.superRefine<string>((text, context) => {
  const message = findSpreadsheetDamage(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** A required name of a person, a company or a thing; see `requiredText`. */
export const requiredLine = (required: string, maxLength: number): z.ZodMiniString<string> =>
  z.string({ error: required }).check(
    z.overwrite(toVisibleLine),
    z.refine((text) => text.trim() !== '', { error: required }),
    z.maxLength(maxLength, { error: () => createTooLongMessage(maxLength) }),
    notDamaged,
  );

/** One line of text that may be empty, such as a phone number. An absent text is read as an empty one. */
export const optionalLine = (maxLength: number) => z._default(visibleLine(maxLength), '');

/** One line of text that may be empty. */
export const visibleLine = (maxLength: number) =>
  z
    .string()
    .check(
      z.overwrite(toVisibleLine),
      z.maxLength(maxLength, { error: () => createTooLongMessage(maxLength) }),
      notDamaged,
    );
