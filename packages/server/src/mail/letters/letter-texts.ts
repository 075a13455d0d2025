import type { LetterKind } from '@basics/contract/mail/mail.ts';
import type { LetterContent, LetterOf } from '../letter.ts';

/** One function for each kind of e-mail, which writes the content of the e-mail. */
export type Writers = { [Kind in LetterKind]: (letter: LetterOf<Kind>) => LetterContent };

/** The texts of the e-mails in one language, for example `export const fr: LetterTexts = {...}` in `letters/fr.ts`. */
export type LetterTexts = Writers & {
  /** Returns the line with the greeting. `firstName` is empty if it is not known. */
  greeting: (firstName: string) => string;
  /**
   * Returns the first paragraph of an e-mail that the deputy of an absent salesman gets. `until` is the last day of the
   * absence.
   */
  deputyFor: (absent: { name: string; until: string }) => string;
  /** The line at the end of an e-mail, before the support address. */
  questions: string;
  /** Returns the sentence about the code that a reader can type at the given address if a link does not work. */
  typeCode: (address: string, code: string) => string;
};
