/**
 * The languages that the portal speaks: the id that users choose (`users.language`), its own name, and the BCP 47 tag for `Intl`. A language
 * added here does not compile until all of its texts are there: `texts/<id>.ts` here, `mail/letters/<id>.ts` on the server and
 * `messages/<id>/` in the portal.
 */
export const languages = { en: { name: 'English', locale: 'en-GB' } } as const;

export type Language = keyof typeof languages;

const isLanguage = (id: string): id is Language => Object.hasOwn(languages, id);
export const languageIds: readonly Language[] = Object.keys(languages).filter(isLanguage);
