import { activeLocale } from '@basics/contract/in-active-language.ts';

/** Formats a time in UTC, because the time zone of the recipient is unknown: `10 March 2026, 13:00 UTC`. */
export const formatMoment = (at: number): string => `${formatDay(at)}, ${createTimeFormat().format(at)} UTC`;

/** Formats a day: `10 March 2026`. */
export const formatDay = (at: number): string => createDayFormat().format(at);

const createDayFormat = () => new Intl.DateTimeFormat(activeLocale(), { dateStyle: 'long', timeZone: 'UTC' });
const createTimeFormat = () =>
  new Intl.DateTimeFormat(activeLocale(), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
