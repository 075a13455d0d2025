import { createCachedFormat } from '#server/platform/texts/locale-formats.ts';

/** Formats a time in UTC, because the time zone of the recipient is unknown: `10 March 2026, 13:00 UTC`. */
export const formatMoment = (at: number): string => `${formatDay(at)}, ${timeFormat().format(at)} UTC`;

/** Formats a day: `10 March 2026`. */
export const formatDay = (at: number): string => dayFormat().format(at);

const dayFormat = createCachedFormat(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const timeFormat = createCachedFormat(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
);
