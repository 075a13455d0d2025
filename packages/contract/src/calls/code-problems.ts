import { activeTexts } from '../texts/active-texts.ts';

/**
 * The problems of a verification code that pages find themselves, before they send the code. They have their own file, so that these pages
 * do not load all other problems.
 */
export const codeProblems = {
  NOT_A_CODE: {
    status: 422,
    message:
      'This is not a verification code. A verification code begins with BV-. To get one, open Licence in Basics or run the command basics code.',
  },
  CODE_INCOMPLETE: {
    status: 422,
    message:
      'Part of the code is missing: it has {found} of {expected} characters. Copy the whole code and paste it again.',
  },
  CODE_TYPO: {
    status: 422,
    message:
      'The code contains a typing error. Copy and paste it from Basics instead of typing it, or use the .bvr file.',
  },
  CODE_NEWER: {
    status: 422,
    message: 'This code comes from a version of Basics that the portal does not support yet. Please contact support.',
  },
} as const;

type FactNames<Message extends string> = Message extends `${string}{${infer Fact}}${infer Rest}`
  ? Fact | FactNames<Rest>
  : never;

/** The values for the placeholders in braces of a message. */
export type MessageFacts<Message extends string> = Record<FactNames<Message>, string | number>;

/** Returns a message with its placeholders filled in. */
export const fillPlaceholders = (message: string, facts: Readonly<Record<string, string | number>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (_, factName: string) => String(facts[factName] ?? ''));

/** Returns the message of a problem of a code in the active language, with its placeholders filled in. */
export const fillCodeMessage = <Code extends keyof typeof codeProblems>(
  code: Code,
  facts: MessageFacts<(typeof codeProblems)[Code]['message']>,
): string => fillPlaceholders(activeTexts()?.problems[code] ?? codeProblems[code].message, facts);
