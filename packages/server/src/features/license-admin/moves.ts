import { limits } from '@basics/contract/limits.ts';
import { addMonths } from '#server/features/licenses/calendar.ts';
import { days } from '#server/platform/clock.ts';

/** Returns when a move at `at` stops counting, in Unix milliseconds: the first time at which it is no longer within the last 12 months. */
export function findMoveEnd(at: number): number {
  const oneYearLater = addMonths(at, limits.licence.moveWindowMonths);
  // A move on 29 February would stop counting on 28 February of the next year, which is a day too early, so a day is added.
  return addMonths(oneYearLater, -limits.licence.moveWindowMonths) < at ? oneYearLater + days(1) : oneYearLater;
}
