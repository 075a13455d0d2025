import { activeLocale } from '@basics/contract/in-active-language.ts';

/** A moment as people read it, in UTC, because nobody's time zone is known: `10 March 2026, 13:00 UTC`. */
export const momentWords = (at: number): string => `${dayWords(at)}, ${timeFormat().format(at)} UTC`;

/** A day as people read it: `10 March 2026`. */
export const dayWords = (at: number): string => dayFormat().format(at);

const dayFormat = () => new Intl.DateTimeFormat(activeLocale(), { dateStyle: 'long', timeZone: 'UTC' });
const timeFormat = () =>
  new Intl.DateTimeFormat(activeLocale(), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
