import type { LetterKind } from '@basics/contract/mail.ts';
import type { LetterContent, LetterOf } from '../letter.ts';

/** A function for each kind of e-mail that writes its content. */
export type Writers = { [Kind in LetterKind]: (letter: LetterOf<Kind>) => LetterContent };

/** The texts of e-mails in one language: `export const fr: LetterTexts = {...}` in `letters/fr.ts`. */
export type LetterTexts = Writers & {
  /** The greeting line; `firstName` is empty if it is not known. */
  greeting: (firstName: string) => string;
  /** The block before the other texts of an e-mail to the deputy of an absent salesman; `until` is the last day of the absence. */
  deputyFor: (absent: { name: string; until: string }) => string;
  /** The line at the end of an e-mail, before the support address. */
  questions: string;
};
