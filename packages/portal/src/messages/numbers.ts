import { locale } from '#portal/texts/locale.ts';

const numbers = new Intl.NumberFormat(locale);
const lists = new Intl.ListFormat(locale);
const regions = new Intl.DisplayNames(locale, { type: 'region' });

/** A number with the separators of the language: "12,500". */
export const numberWords = (value: number): string => numbers.format(value);

/** Several names as one phrase: "Basics and Statics". */
export const listWords = (parts: readonly string[]): string => lists.format(parts);

/** A country by its ISO 3166 alpha-2 code; the code itself where it is unknown. */
export const countryWords = (code: string): string => regions.of(code) ?? code;
