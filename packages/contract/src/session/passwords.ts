import * as z from 'zod/mini';
import { bothFieldsHaveText } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** Counts the length of a password in code points, as NIST SP 800-63B requires. */
const countCodePoints = (password: string): number => Array.from(password).length;

/** The five parts of the password rule in the specification, in the order in which the form shows them. */
export const passwordRules = [
  { id: 'length', isMetBy: (password: string) => countCodePoints(password) >= limits.password.min },
  { id: 'number', isMetBy: (password: string) => /\p{Nd}/u.test(password) },
  { id: 'upper', isMetBy: (password: string) => /\p{Lu}/u.test(password) },
  { id: 'lower', isMetBy: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'special', isMetBy: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;

/**
 * Returns the normalised form (NFKC) of a password, so that the password does not depend on the keyboard (NIST SP 800-63B). The server
 * checks and hashes this form.
 */
const normalisePassword = (password: string): string => password.normalize('NFKC');

/**
 * A new password. A new password must meet the password rule, have at most 128 characters of any script, and have no white space at the
 * beginning or the end, which some clients would remove. In addition to these checks, the server refuses common passwords.
 */
export const newPassword = z.string({ error: fieldMessages.password }).check(
  z.refine((password) => password !== '', { error: fieldMessages.password, abort: true }),
  // The length is checked first, so that an extremely long text is refused before the text is normalised and its
  // characters are counted.
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

/** Adds the check that the two password fields of a form are equal. The message is shown at the second field. */
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
