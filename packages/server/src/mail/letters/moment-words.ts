import { activeLocale } from '@basics/contract/in-active-language.ts';

/** A moment in the form that people read, in UTC, because the recipient's time zone is unknown: `10 March 2026, 13:00 UTC`. */
export const formatMoment = (at: number): string => `${formatDay(at)}, ${createTimeFormat().format(at)} UTC`;

/** A day in the form that people read: `10 March 2026`. */
export const formatDay = (at: number): string => createDayFormat().format(at);

const createDayFormat = () => new Intl.DateTimeFormat(activeLocale(), { dateStyle: 'long', timeZone: 'UTC' });
const createTimeFormat = () =>
  new Intl.DateTimeFormat(activeLocale(), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
