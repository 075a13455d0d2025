import { limits } from '@basics/contract/limits.ts';
import { addMonths } from '#server/features/licenses/calendar.ts';
import { days } from '#server/platform/clock.ts';

/** When a move made at `at` stops counting (Unix milliseconds): once the window, reckoned back from then, no longer reaches it. */
export function countsUntil(at: number): number {
  const sameDay = addMonths(at, limits.licence.moveWindowMonths);
  // From 29 February a window of months leads to the 28th, from which it leads back too far.
  return addMonths(sameDay, -limits.licence.moveWindowMonths) < at ? sameDay + days(1) : sameDay;
}
