import { locale } from '#portal/texts/locale.ts';

const regions = new Intl.DisplayNames(locale, { type: 'region' });

/** A country by its ISO 3166 alpha-2 code; the code itself where it is unknown. */
export const countryWords = (code: string): string => regions.of(code) ?? code;
