import { limits } from '@basics/contract/limits.ts';
import { formatDay } from '#server/mail/letters/moment-words.ts';
import { days, seconds } from '#server/platform/clock.ts';
import { problemWithFacts } from '#server/platform/problem.ts';
import type { Problem } from '#server/platform/problem.ts';
import { formatDuration } from '#server/platform/span-words.ts';

/**
 * Returns the problem with the age of a code, or null. `createdAt` is from the PC's clock, in Unix seconds; `now` is in Unix
 * milliseconds.
 */
export function findAgeProblem(createdAt: number, now: number): Problem | null {
  const aheadSeconds = createdAt - Math.floor(now / 1000);
  if (aheadSeconds > limits.licence.clockAheadSeconds)
    return problemWithFacts('CLOCK_AHEAD', { ahead: formatDuration(aheadSeconds) });
  const ageMs = -aheadSeconds * 1000;
  if (ageMs <= days(limits.licence.codeAcceptedDays)) return null;
  if (ageMs > days(limits.licence.codeOldestDays))
    return problemWithFacts('CLOCK_BEHIND', { date: formatDay(seconds(createdAt)) });
  return problemWithFacts('CODE_TOO_OLD', { days: Math.floor(ageMs / days(1)) });
}
