import { locale } from '#portal/texts/locale.ts';
import { createOnFirstUse } from './create-on-first-use.ts';

const numbers = createOnFirstUse(() => new Intl.NumberFormat(locale));
const lists = createOnFirstUse(() => new Intl.ListFormat(locale));

/** Formats a number with the separators of the language: "12,500". */
export const formatNumber = (value: number): string => numbers().format(value);

/** Formats a list of names as a phrase: "Basics and Statics". */
export const formatList = (names: readonly string[]): string => lists().format(names);
