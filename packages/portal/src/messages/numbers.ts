import { locale } from '#portal/texts/locale.ts';
import { createOnFirstUse } from './create-on-first-use.ts';

const numberFormat = createOnFirstUse(() => new Intl.NumberFormat(locale));
const listFormat = createOnFirstUse(() => new Intl.ListFormat(locale));

/** Formats a number with the separators of the language: "12,500". */
export const formatNumber = (value: number): string => numberFormat().format(value);

/** Formats a list of names as a phrase: "Basics and Statics". */
export const formatList = (names: readonly string[]): string => listFormat().format(names);
