import * as z from 'zod/mini';
import { createTooLongMessage } from '../texts/sign-in-messages.ts';

/**
 * A required text. `required` is the message for a text that is absent, empty or only white space. If this check fails, the validation
 * continues, so that checks that compare two other fields still run.
 */
export const requiredText = (required: string, maxLength: number): z.ZodMiniString<string> =>
  z.string({ error: required }).check(
    z.refine((text) => text.trim() !== '', { error: required }),
    z.maxLength(maxLength, { error: () => createTooLongMessage(maxLength) }),
  );
