import type { ActiveTexts } from './active-texts.ts';
import type { ProblemCode } from '../calls/problems.ts';
import type { fieldMessages } from './field-messages.ts';
import type { serverMessages } from './server-messages.ts';

/**
 * The texts of problems and the validation messages in a language other than English, such as `export const fr: Texts = {...}` in
 * `texts/fr.ts`. The compiler reports a missing text, and a function with other parameters. In a translated message, the names of the
 * placeholders in braces stay the same.
 */
export type Texts = ActiveTexts & {
  fieldMessages: Readonly<Record<keyof typeof fieldMessages | keyof typeof serverMessages, string>>;
  problems: Readonly<Record<ProblemCode, string>>;
};

/**
 * The texts of every language, for the server. The entry for English is null, because the English texts are declared together with their
 * keys in other files.
 */
export const texts: { readonly [Id in Language]: Id extends 'en' ? null : Texts } = { en: null };

/**
 * The languages of the portal: the id of each language, which `users.language` stores, and the name of the language in that language. If
 * you add a language, the project compiles only when all of its texts exist: `texts/<id>.ts` in this package, `mail/letters/<id>.ts` and
 * `platform/texts/<id>.ts` on the server, and `messages/<id>/` in the portal.
 */
export const languages = { en: { name: 'English' } } as const;

export type Language = keyof typeof languages;

/** The language of a user who has no other language. */
export const defaultLanguage: Language = 'en';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object that is declared here has these keys and no other
export const languageIds = Object.keys(languages) as Language[];
