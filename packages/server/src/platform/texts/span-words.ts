import { createCachedFormat } from './locale-formats.ts';

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
