import { locale } from '#portal/texts/locale.ts';
import { createOnFirstUse } from './create-on-first-use.ts';

const monthFormat = createOnFirstUse(
  () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const shortMonthFormat = createOnFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }));

const findFirstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** Formats a month, `2027-03`, as "March 2027". */
export const formatMonth = (month: string): string => monthFormat().format(findFirstDay(month));

/** Formats a month as a short label: "Mar". */
export const formatShortMonth = (month: string): string => shortMonthFormat().format(findFirstDay(month));
