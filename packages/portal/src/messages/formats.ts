import { locale } from '#portal/texts/locale.ts';

const numberFormat = createOnFirstUse(() => new Intl.NumberFormat(locale));
const listFormat = createOnFirstUse(() => new Intl.ListFormat(locale));

/** Formats a number with the separators of the language: "12,500". */
export const formatNumber = (value: number): string => numberFormat().format(value);

/** Formats a list of names as a phrase: "Basics and Statics". */
export const formatList = (names: readonly string[]): string => listFormat().format(names);

/**
 * Returns a function that creates a value at its first call, and returns the same value at every later call. To create the first
 * formatter of `Intl` takes 0.1 s on a phone, because the browser loads the data of the language. The first view of a page must not wait
 * for the formatter.
 */
export function createOnFirstUse<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/** The forms of a noun by the plural categories of Unicode CLDR. Each language has only the categories that it needs. */
type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const pluralRules = createOnFirstUse(() => new Intl.PluralRules(locale));

/** Returns a number with its noun: `formatPlural(2, { one: 'row', other: 'rows' })` is "2 rows". */
export const formatPlural = (count: number, forms: PluralForms): string =>
  `${formatNumber(count)} ${choosePluralForm(count, forms)}`;

/** Returns the form of a word for a number: `choosePluralForm(1, { one: 'ends', other: 'end' })` is "ends". */
export const choosePluralForm = (count: number, forms: PluralForms): string =>
  forms[pluralRules().select(count)] ?? forms.other;

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in its largest decimal unit: "12.3 GB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** power);
}

/** Ends a sentence after a name with exactly one full stop, also when the name itself ends with one (S.p.A.). */
export const endSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
