import { activeLocale } from '@basics/contract/in-active-language.ts';

/** A moment in the form that people read, in UTC, because the recipient's time zone is unknown: `10 March 2026, 13:00 UTC`. */
export const momentWords = (at: number): string => `${dayWords(at)}, ${timeFormat().format(at)} UTC`;

/** A day in the form that people read: `10 March 2026`. */
export const dayWords = (at: number): string => dayFormat().format(at);

const dayFormat = () => new Intl.DateTimeFormat(activeLocale(), { dateStyle: 'long', timeZone: 'UTC' });
const timeFormat = () =>
  new Intl.DateTimeFormat(activeLocale(), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
