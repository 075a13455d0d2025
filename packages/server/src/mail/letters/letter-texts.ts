import type { LetterKind } from '@basics/contract/mail.ts';
import type { Content, LetterOf } from '../letter.ts';

/** The module that writes each kind of letter. */
export type Writers = { [Kind in LetterKind]: (letter: LetterOf<Kind>) => Content };

/** The texts of letters in one language: `export const fr: LetterTexts = {...}` in `letters/fr.ts`. */
export type LetterTexts = Writers & {
  /** The first line; `name` is empty if the user or staff have given none. */
  greeting: (firstName: string) => string;
  /** The last line, before the support address. */
  questions: string;
};
