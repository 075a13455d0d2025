import { locale } from '#portal/texts/locale.ts';
import { formatNumber } from './numbers.ts';
import { createOnFirstUse } from './create-on-first-use.ts';

/** The forms of a noun by the plural categories of Unicode CLDR. Each language has only the categories that it needs. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const pluralRules = createOnFirstUse(() => new Intl.PluralRules(locale));

/** Returns a number with its noun: `formatPlural(2, { one: 'row', other: 'rows' })` is "2 rows". */
export const formatPlural = (count: number, forms: PluralForms): string =>
  `${formatNumber(count)} ${choosePluralForm(count, forms)}`;

/** Returns the form of a word for a number: `choosePluralForm(1, { one: 'ends', other: 'end' })` is "ends". */
export const choosePluralForm = (count: number, forms: PluralForms): string =>
  forms[pluralRules().select(count)] ?? forms.other;
