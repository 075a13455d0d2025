import type { ActiveTexts } from './active-texts.ts';
import type { Language } from './languages.ts';
import type { ProblemCode } from './problems.ts';
import type { words } from './words.ts';

/**
 * What a language other than English says in problems and beside fields: `export const fr: Texts = {...}` in `texts/fr.ts`. A text that is
 * missing, or a function that takes other parameters, does not compile. Messages of problems keep the names in braces.
 */
export type Texts = ActiveTexts & {
  words: Readonly<Record<keyof typeof words, string>>;
  problems: Readonly<Record<ProblemCode, string>>;
};

/** The texts of every language, for the server, which answers in all of them; those of English lie where their keys are declared. */
export const texts: { readonly [Id in Language]: Id extends 'en' ? null : Texts } = { en: null };
