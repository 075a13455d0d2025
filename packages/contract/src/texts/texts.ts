import type { ActiveTexts } from './active-texts.ts';
import type { Language } from './languages.ts';
import type { ProblemCode } from '../calls/problems.ts';
import type { fieldMessages } from './field-messages.ts';

/**
 * The texts of problems and the validation messages in a language other than English, such as `export const fr: Texts = {...}` in
 * `texts/fr.ts`. The compiler reports a missing text, and a function with other parameters. In a translated message, the names of the
 * placeholders in braces stay the same.
 */
export type Texts = ActiveTexts & {
  fieldMessages: Readonly<Record<keyof typeof fieldMessages, string>>;
  problems: Readonly<Record<ProblemCode, string>>;
};

/**
 * The texts of every language, for the server. The entry for English is null, because the English texts are declared together with their
 * keys in other files.
 */
export const texts: { readonly [Id in Language]: Id extends 'en' ? null : Texts } = { en: null };
