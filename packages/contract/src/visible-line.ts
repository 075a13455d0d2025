import * as z from 'zod/mini';
import { createTooLongMessage } from './sign-in-messages.ts';

/** White space that begins a new line or column. */
const lineBreaks = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu;

/**
 * Controls, lone surrogates, byte-order marks, and marks that change the direction of writing: with these a name could hide text or reorder
 * the text around it ("Trojan Source", CVE-2021-42574). U+0000 is not in the pattern, because the server refuses it in every text.
 */
const invisibleCharacters = /(?!\0)[\p{Cc}\p{Cs}\p{Bidi_Control}\uFEFF]/gu;

/** A name as one line that shows what it contains: a line break becomes a space, invisible characters are removed. */
export const toVisibleLine = (text: string): string =>
  text.replaceAll(lineBreaks, ' ').replaceAll(invisibleCharacters, '');

/** A required name of a person, a company or a thing; see `requiredText`. */
export const requiredLine = (required: string, maxLength: number): z.ZodMiniString<string> =>
  z.string({ error: required }).check(
    z.overwrite(toVisibleLine),
    z.refine((text) => text.trim() !== '', { error: required }),
    z.maxLength(maxLength, { error: () => createTooLongMessage(maxLength) }),
  );

/** One line of text that may be empty, such as a phone number. */
export const optionalLine = (maxLength: number) =>
  z
    .string()
    .check(z.overwrite(toVisibleLine), z.maxLength(maxLength, { error: () => createTooLongMessage(maxLength) }));
