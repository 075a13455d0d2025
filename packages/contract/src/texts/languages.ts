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
