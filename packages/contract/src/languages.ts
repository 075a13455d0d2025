/**
 * The languages of the portal: the id that is stored for users (`users.language`) and its own name. A language
 * added here does not compile until all of its texts exist: `texts/<id>.ts` here, `mail/letters/<id>.ts` and `platform/texts/<id>.ts` on the server, and
 * `messages/<id>/` in the portal.
 */
export const languages = { en: { name: 'English' } } as const;

export type Language = keyof typeof languages;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object that is declared here has these keys and no other
export const languageIds = Object.keys(languages) as Language[];
