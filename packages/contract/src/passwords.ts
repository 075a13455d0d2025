import * as z from 'zod/mini';
import { bothFieldsHaveText } from './fields.ts';
import { limits } from './limits.ts';
import { fieldMessages } from './field-messages.ts';

/** Length as NIST SP 800-63B counts it: in code points. */
const countCodePoints = (password: string): number => Array.from(password).length;

/** The five parts of the specified rule, in the order in which the form shows them. */
export const passwordRules = [
  { id: 'length', isMetBy: (password: string) => countCodePoints(password) >= limits.password.min },
  { id: 'number', isMetBy: (password: string) => /\p{Nd}/u.test(password) },
  { id: 'upper', isMetBy: (password: string) => /\p{Lu}/u.test(password) },
  { id: 'lower', isMetBy: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'special', isMetBy: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

/** A password in the form that is checked and hashed: normalised, so that it does not depend on the keyboard (NIST SP 800-63B, NFKC). */
const normalisePassword = (password: string): string => password.normalize('NFKC');

/**
 * A new password: the specified rule, at most 128 characters of any script, and no white space at the beginning and the end, because some
 * clients would remove such white space and others would not. In addition, the server refuses common passwords.
 */
export const newPassword = z.string({ error: fieldMessages.password }).check(
  z.refine((password) => password !== '', { error: fieldMessages.password, abort: true }),
  // The length is checked first, so that an extremely long text is refused before it is normalised and counted.
  z.maxLength(1024, { error: fieldMessages.passwordLong, abort: true }),
  z.refine((password) => countCodePoints(normalisePassword(password)) <= limits.password.max, {
    error: fieldMessages.passwordLong,
    abort: true,
  }),
  z.refine((password) => password === password.trim(), { error: fieldMessages.passwordEnds, abort: true }),
  z.refine((password) => passwordRules.every((rule) => rule.isMetBy(normalisePassword(password))), {
    error: fieldMessages.passwordRule,
  }),
);

export const confirmPassword = z
  .string({ error: fieldMessages.confirmPassword })
  .check(z.refine((password) => password.trim() !== '', { error: fieldMessages.confirmPassword }));

/** Checks that the two password fields are equal; the message is shown at the second field. */
export const requireMatchingPasswords = <Shape extends z.ZodMiniType<{ password: string; confirmPassword: string }>>(
  shape: Shape,
) =>
  shape.check(
    z.refine((body) => body.password === body.confirmPassword, {
      error: fieldMessages.passwordsMatch,
      path: ['confirmPassword'],
      when: bothFieldsHaveText('password', 'confirmPassword'),
    }),
  );
