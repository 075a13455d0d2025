import * as z from 'zod/mini';
import { createTooLongMessage } from './first-words.ts';

/** White space that would begin a new line or column. */
const breaks = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu;

/**
 * Controls, lone surrogates, byte-order marks, and marks that change the direction of writing: with these a name could hide text or reorder
 * the text around it ("Trojan Source", CVE-2021-42574). Not U+0000, which the server refuses in every text.
 */
const unseen = /(?!\0)[\p{Cc}\p{Cs}\p{Bidi_Control}\uFEFF]/gu;

/** A name as one line that shows what it contains: a line break becomes a space, unseen characters are removed. */
export const visibleLine = (text: string): string => text.replaceAll(breaks, ' ').replaceAll(unseen, '');

/** A required name of a person, a company or a thing; see `requiredText`. */
export const requiredLine = (required: string, most: number): z.ZodMiniString<string> =>
  z.string({ error: required }).check(
    z.overwrite(visibleLine),
    z.refine((text) => text.trim() !== '', { error: required }),
    z.maxLength(most, { error: createTooLongMessage(most) }),
  );

/** One line of text that may be empty, such as a phone number. */
export const optionalLine = (most: number) =>
  z.string().check(z.overwrite(visibleLine), z.maxLength(most, { error: createTooLongMessage(most) }));
