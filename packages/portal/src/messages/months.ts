import { locale } from '#portal/texts/locale.ts';

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonthFormat = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** A month, `2027-03`, as "March 2027". */
export const monthWords = (month: string): string => monthFormat.format(firstOf(month));

/** A month as a label of an axis: "Mar". */
export const shortMonthWords = (month: string): string => shortMonthFormat.format(firstOf(month));
