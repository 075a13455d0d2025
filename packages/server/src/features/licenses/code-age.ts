import { activeLocale } from '@basics/contract/in-active-language.ts';
import { limits } from '@basics/contract/limits.ts';
import { days } from '#server/platform/clock.ts';
import { problemWith } from '#server/platform/problem.ts';
import type { Problem } from '#server/platform/problem.ts';

/** What speaks against a code made at `createdAt` by the PC's own clock (Unix seconds), as seen at `now` (Unix milliseconds). */
export function ageProblem(createdAt: number, now: number): Problem | null {
  const aheadSeconds = createdAt - Math.floor(now / 1000);
  if (aheadSeconds > limits.licence.clockAheadSeconds)
    return problemWith('CLOCK_AHEAD', { ahead: inWords(aheadSeconds) });
  const age = -aheadSeconds * 1000;
  if (age <= days(limits.licence.codeAcceptedDays)) return null;
  return problemWith('CODE_TOO_OLD', { days: Math.floor(age / days(1)) });
}

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** A span in the largest unit that it fills twice, else in minutes: `3 days`, `25 hours`, `11 minutes`. */
function inWords(span: number): string {
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
