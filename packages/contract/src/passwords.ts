import * as z from 'zod/mini';
import { haveText } from './fields.ts';
import { limits } from './limits.ts';
import { words } from './words.ts';

/** Length as NIST SP 800-63B counts it: in code points. */
const countCodePoints = (text: string): number => Array.from(text).length;

/** The five parts of the specified rule, in the order in which the form shows them. */
export const passwordRules = [
  { id: 'length', holds: (text: string) => countCodePoints(text) >= limits.password.least },
  { id: 'number', holds: (text: string) => /\p{Nd}/u.test(text) },
  { id: 'upper', holds: (text: string) => /\p{Lu}/u.test(text) },
  { id: 'lower', holds: (text: string) => /\p{Ll}/u.test(text) },
  { id: 'special', holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

/** A password in the form that is checked and hashed: normalised, so that it does not depend on the keyboard (NIST SP 800-63B, NFKC). */
const normalisePassword = (text: string): string => text.normalize('NFKC');

/**
 * A new password: the specified rule, at most 128 characters of any script, no white space at its ends, because clients that trim
 * and clients that do not would store different passwords. In addition, the server refuses common passwords.
 */
export const newPassword = z.string({ error: words.password }).check(
  z.refine((text) => text !== '', { error: words.password, abort: true }),
  // This check is first, so that an extremely long text is refused before it is normalised and counted.
  z.maxLength(1024, { error: words.passwordLong, abort: true }),
  z.refine((text) => countCodePoints(normalisePassword(text)) <= limits.password.most, {
    error: words.passwordLong,
    abort: true,
  }),
  z.refine((text) => text === text.trim(), { error: words.passwordEnds, abort: true }),
  z.refine((text) => passwordRules.every((rule) => rule.holds(normalisePassword(text))), { error: words.passwordRule }),
);

export const confirmPassword = z
  .string({ error: words.confirmPassword })
  .check(z.refine((text) => text.trim() !== '', { error: words.confirmPassword }));

/** Both fields must be equal; the message is shown at the second one. */
export const passwordsMatch = <Shape extends z.ZodMiniType<{ password: string; confirmPassword: string }>>(
  shape: Shape,
) =>
  shape.check(
    z.refine((body) => body.password === body.confirmPassword, {
      error: words.passwordsMatch,
      path: ['confirmPassword'],
      when: haveText('password', 'confirmPassword'),
    }),
  );
