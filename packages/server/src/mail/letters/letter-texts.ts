import type { LetterKind } from '@basics/contract/mail.ts';
import type { Content, LetterOf } from '../letter.ts';

/** Who writes which kind. */
export type Writers = { [Kind in LetterKind]: (letter: LetterOf<Kind>) => Content };

/** What letters say in one language: `export const fr: LetterTexts = {...}` in `letters/fr.ts`. */
export type LetterTexts = Writers & {
  /** The first line; the name is empty where nobody we know has given us one. */
  greeting: (firstName: string) => string;
  /** The last line, before an address. */
  questions: string;
};
