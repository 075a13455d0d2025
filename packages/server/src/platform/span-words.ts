import { activeLocale } from '@basics/contract/in-active-language.ts';

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/**
 * A duration in seconds in the largest unit that it fills twice, else in minutes: `3 days`, `25 hours`, `11 minutes`.
 */
export function formatDuration(span: number): string {
  const step = steps.find(({ seconds }) => span >= 2 * seconds) ?? steps[2];
  const { unit, seconds } = step;
  const format = new Intl.NumberFormat(activeLocale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  });
  return format.format(Math.round(span / seconds));
}
