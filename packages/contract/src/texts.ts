import type { ActiveTexts } from './active-texts.ts';
import type { Language } from './languages.ts';
import type { ProblemCode } from './problems.ts';
import type { fieldMessages } from './field-messages.ts';

/**
 * The problems and validation messages in a language other than English: `export const fr: Texts = {...}` in `texts/fr.ts`. A missing
 * text, or a function with other parameters, does not compile. Placeholders in messages keep their names in braces.
 */
export type Texts = ActiveTexts & {
  fieldMessages: Readonly<Record<keyof typeof fieldMessages, string>>;
  problems: Readonly<Record<ProblemCode, string>>;
};

/** The texts of every language, for the server. English is null, because the English texts are declared together with their keys. */
export const texts: { readonly [Id in Language]: Id extends 'en' ? null : Texts } = { en: null };
