import { locale } from '#portal/texts/locale.ts';
import { createOnFirstUse } from './create-on-first-use.ts';

const regionNames = createOnFirstUse(() => new Intl.DisplayNames(locale, { type: 'region' }));

/** Returns the name of a country by its ISO 3166 alpha-2 code, or the code itself if no country has this code. */
export const formatCountry = (code: string): string => regionNames().of(code) ?? code;
