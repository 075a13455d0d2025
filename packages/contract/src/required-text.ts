import * as z from 'zod/mini';
import { tooLong } from './first-words.ts';

/**
 * Text that must be there: `required` is said when it is absent, empty or only white space. It does not abort: what compares two
 * other fields is to be said as well.
 */
export const requiredText = (required: string, most: number): z.ZodMiniString<string> =>
  z.string({ error: required }).check(
    z.refine((text) => text.trim() !== '', { error: required }),
    z.maxLength(most, { error: tooLong(most) }),
  );
