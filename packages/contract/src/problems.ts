import * as z from 'zod/mini';
import { activeTexts } from './active-texts.ts';
import { anyProblemBody, generalProblems } from './general-problems.ts';

/**
 * Every error that the portal answers: its status and its words, declared once.
 * A message in braces is filled in by whoever throws it. RFC 9110 gives the statuses their meaning.
 */
export const problems = {
  ...generalProblems,
  ACCOUNT_PROBLEM: { status: 403, message: 'Something is wrong with your account, contact for support.' },
  PAGE_NOT_FOUND: { status: 404, message: 'Page not found' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  STALE: {
    status: 409,
    message: 'Somebody changed this in the meantime. Load it again, then repeat your change.',
  },
  ALREADY_DECIDED: {
    status: 409,
    message: '{who} {decided} this request on {when}. Load it again to see how it stands.',
  },
  IN_USE: { status: 409, message: '{name} is in use: {uses}. {next}' },
  WRONG_MEDIA_TYPE: { status: 415, message: 'Send this request as application/json.' },
  INVALID: { status: 422, message: 'Some fields need another look.' },
  WRONG_CREDENTIALS: { status: 422, message: 'This login and password do not match. Check both and try again.' },
  TOKEN_NOT_FOUND: { status: 422, message: 'Token not found' },
  LINK_NOT_VALID: { status: 422, message: 'This link was used already or has run out. Ask for a new one.' },
  HUMAN_VERIFICATION_NEEDED: { status: 422, message: 'Please confirm that you are a person, then try again.' },
  SECOND_STEP_NEEDED: { status: 422, message: 'Enter the code of your authenticator app, or use a passkey.' },
  WRONG_SECOND_STEP: { status: 422, message: 'This code does not fit. Take the newest one, or use a recovery code.' },
  OWN_ACCOUNT: { status: 422, message: 'This is your own account. Ask another administrator to do this.' },
  LAST_ADMINISTRATOR: { status: 422, message: 'This is the last active administrator. Make another one first.' },
  DEFAULT_BRAND: { status: 422, message: 'This is the default brand. Make another one the default first.' },
  BRAND_IN_USE: {
    status: 409,
    message: 'This brand is in use and cannot be deleted. To it belong: {uses}. Move or delete them first.',
  },
  CANNOT_ISSUE: {
    status: 503,
    message:
      'The portal cannot issue licences at the moment: its signing key is not available. Please contact support.',
  },

  NOT_A_CODE: {
    status: 422,
    message:
      'This is not a verification code. It begins with BV-; Basics shows it under Licence, or with the command basics code.',
  },
  CODE_INCOMPLETE: {
    status: 422,
    message:
      'Part of the code is missing: {found} of {expected} characters arrived. Copy all of it and paste it again.',
  },
  CODE_TYPO: {
    status: 422,
    message: 'The code has a typing error. Copy it from Basics and paste it instead of typing, or use the .bvr file.',
  },
  CODE_NEWER: {
    status: 422,
    message: 'This code comes from a newer version of Basics than the portal knows. Please contact support.',
  },
  CODE_TOO_OLD: {
    status: 422,
    message: 'This code is {days} days old; codes are accepted for 30 days. Make a new one in Basics and paste that.',
  },
  CLOCK_AHEAD: {
    status: 422,
    message: "This PC's clock is {ahead} ahead. Set it right, then make a new code in Basics.",
  },
  CODE_USED_BY_OTHER: {
    status: 422,
    message:
      'This code was already used by another account. Make a new code on your own PC, or ask your salesman for help.',
  },
  OTHER_TOOL: {
    status: 422,
    message: 'This code belongs to another tool. Make the code in {expected} and paste that.',
  },
  OTHER_BRAND: {
    status: 422,
    message: 'Your account has no {tool} for the brand {brand}. Ask your salesman to add it.',
  },
  NO_TOOL_GRANT: { status: 422, message: "User hasn't tools and brands" },
  SEAT_LIMIT: {
    status: 422,
    message:
      '{seats} in use ({machines}). A PC that is gone can be given up: press “This PC is gone” in My Account. To replace one, make the code on the new PC with basics code --moved; or ask your salesman for another PC.',
  },
  MOVE_LIMIT: {
    status: 422,
    message: 'The moves to another PC that 12 months allow ({allowed}) are used up. Your salesman can allow one more.',
  },
  LICENSE_ENDED: {
    status: 422,
    message: 'This licence is of no use any more, so it is not sent. Get a new one with a fresh code.',
  },
  NO_HELP_NEEDED: {
    status: 422,
    message: 'Nothing stands in the way of this code any more. Read it again, and issue the licence.',
  },
  HELP_LIMIT: {
    status: 422,
    message: 'You wait for {open} answers already. Wait for one of them, or take a question back.',
  },
  ACCOUNT_SUSPENDED: {
    status: 422,
    message: 'This account is not active, so it gets no licences. Reinstate it first, or contact support.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

const codes = Object.keys(problems);
const isProblemCode = (code: string): code is ProblemCode => code in problems;

/** What stands on the wire for every status from 400, with one of these codes. */
export const problemBody = z.extend(anyProblemBody, { code: z.enum(codes.filter(isProblemCode)) });
export type ProblemBody = z.infer<typeof problemBody>;

type Facts<Message extends string> = Message extends `${string}{${infer Fact}}${infer Rest}`
  ? Fact | Facts<Rest>
  : never;

/** The facts that the words of a problem ask for: `{ found, expected }` for CODE_INCOMPLETE, nothing for most. */
export type ProblemFacts<Code extends ProblemCode> = Record<Facts<(typeof problems)[Code]['message']>, string | number>;

/** What a problem says in the language in use, its facts still in braces. */
export const messageOf = (code: ProblemCode): string => activeTexts()?.problems[code] ?? problems[code].message;

/** The words of a problem with its facts filled in. */
export function problemWords<Code extends ProblemCode>(code: Code, facts: ProblemFacts<Code>): string {
  const values: Readonly<Record<string, string | number>> = facts;
  return messageOf(code).replaceAll(/\{(\w+)\}/g, (_, fact: string) => String(values[fact] ?? ''));
}
