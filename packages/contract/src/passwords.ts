import * as z from 'zod/mini';
import { bothFilled } from './fields.ts';
import { limits } from './limits.ts';
import { words } from './words.ts';

/** Length as NIST SP 800-63B counts it: one for each code point. */
const codePoints = (text: string): number => Array.from(text).length;

/** The five parts of the specified rule, in the order in which the form ticks them. */
export const passwordRules = [
  { id: 'length', holds: (text: string) => codePoints(text) >= limits.password.least },
  { id: 'number', holds: (text: string) => /\p{Nd}/u.test(text) },
  { id: 'upper', holds: (text: string) => /\p{Lu}/u.test(text) },
  { id: 'lower', holds: (text: string) => /\p{Ll}/u.test(text) },
  { id: 'special', holds: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

/** A password as it is hashed and judged: composed alike, whichever keyboard it came from (NIST SP 800-63B, NFKC). */
const composed = (text: string): string => text.normalize('NFKC');

/**
 * A new password: the specified rule, at most 128 characters of any script, no white space at its ends, because clients that trim
 * and clients that do not would otherwise disagree on it. Common passwords are refused by the server beside this.
 */
export const newPassword = z.string({ error: words.password }).check(
  z.refine((text) => text !== '', { error: words.password, abort: true }),
  // Before anything is composed or counted, so that an absurd length costs nothing.
  z.maxLength(1024, { error: words.passwordLong, abort: true }),
  z.refine((text) => codePoints(composed(text)) <= limits.password.most, { error: words.passwordLong, abort: true }),
  z.refine((text) => text === text.trim(), { error: words.passwordEnds, abort: true }),
  z.refine((text) => passwordRules.every((rule) => rule.holds(composed(text))), { error: words.passwordRule }),
);

export const confirmPassword = z
  .string({ error: words.confirmPassword })
  .check(z.refine((text) => text.trim() !== '', { error: words.confirmPassword }));

/** Both typed alike; the words stand at the second one. */
export const passwordsMatch = <Shape extends z.ZodMiniType<{ password: string; confirmPassword: string }>>(
  shape: Shape,
) =>
  shape.check(
    z.refine((body) => body.password === body.confirmPassword, {
      error: words.passwordsMatch,
      path: ['confirmPassword'],
      when: bothFilled('password', 'confirmPassword'),
    }),
  );
