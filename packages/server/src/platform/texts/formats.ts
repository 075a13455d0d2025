import { activeLocale } from '@basics/contract/texts/in-active-language.ts';

/**
 * Returns a function that returns the formatter for the active language. Each language has one formatter, because a formatter takes about
 * 30 KB outside the JavaScript heap, which the garbage collector does not count. When each of 3,000 reminder e-mails created a new
 * formatter, the process kept 120 MB.
 */
export function createCachedFormat<Format>(create: (locale: string) => Format): () => Format {
  const formats = new Map<string, Format>();
  return () => {
    const locale = activeLocale();
    const format = formats.get(locale) ?? create(locale);
    formats.set(locale, format);
    return format;
  };
}

const createUnitFormat = (unit: 'day' | 'hour' | 'minute') =>
  createCachedFormat(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false }),
  );

const timeUnits = [
  { format: createUnitFormat('day'), seconds: 86_400 },
  { format: createUnitFormat('hour'), seconds: 3600 },
  { format: createUnitFormat('minute'), seconds: 60 },
] as const;

/** Formats a duration in the largest unit that gives at least 2, otherwise in minutes: `3 days`, `25 hours`, `11 minutes`. */
export function formatDuration(durationSeconds: number): string {
  const { format, seconds } = timeUnits.find((timeUnit) => durationSeconds >= 2 * timeUnit.seconds) ?? timeUnits[2];
  return format().format(Math.round(durationSeconds / seconds));
}

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
