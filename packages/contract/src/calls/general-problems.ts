import * as z from 'zod/mini';
import { activeTexts } from '../texts/active-texts.ts';

/**
 * One problem (API error) for each HTTP status, for responses that the portal did not create, such as the error page of
 * a gateway.
 */
export const generalProblems = {
  MALFORMED: { status: 400, message: 'The request could not be read. Check its format and send it again.' },
  NO_SESSION: { status: 401, message: 'Authorization error' },
  NOT_PERMITTED: { status: 403, message: 'Your profile does not allow this. If you need it, ask an administrator.' },
  RESULTS_NOT_FOUND: { status: 404, message: 'Results not found' },
  TOO_LARGE: { status: 413, message: 'The request is too large. Send at most 64 KiB.' },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Too many attempts. Wait a moment, then try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong. Please try again later.' },
  BUSY: { status: 503, message: 'The portal is busy. Try again in a moment.' },
} as const;

/** Returns the message of a general problem in the active language. */
export const findGeneralMessage = (code: keyof typeof generalProblems): string =>
  activeTexts()?.problems[code] ?? generalProblems[code].message;

/** The format of every problem; `fields` maps the path of a field to its message. */
export const anyProblemBody = z.strictObject({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.string(),
});
