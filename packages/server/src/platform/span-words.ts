import { oneFormatPerLocale } from './locale-formats.ts';

const formatOf = (unit: 'day' | 'hour' | 'minute') =>
  oneFormatPerLocale(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false }),
  );

const timeUnits = [
  { format: formatOf('day'), seconds: 86_400 },
  { format: formatOf('hour'), seconds: 3600 },
  { format: formatOf('minute'), seconds: 60 },
] as const;

/** Formats a duration in the largest unit of which it has at least two, otherwise in minutes: `3 days`, `25 hours`, `11 minutes`. */
export function formatDuration(durationSeconds: number): string {
  const { format, seconds } = timeUnits.find((timeUnit) => durationSeconds >= 2 * timeUnit.seconds) ?? timeUnits[2];
  return format().format(Math.round(durationSeconds / seconds));
}
