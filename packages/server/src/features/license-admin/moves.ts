import { limits } from '@basics/contract/limits.ts';
import { addMonths } from '#server/features/licenses/calendar.ts';
import { days } from '#server/platform/clock.ts';

/** Returns when a move at `at` stops counting, in Unix milliseconds: the first time at which it is no longer within the last 12 months. */
export function findMoveEnd(at: number): number {
  const sameDay = addMonths(at, limits.licence.moveWindowMonths);
  // A period of months that should begin on 29 February begins on the 28th in other years, which is too early.
  return addMonths(sameDay, -limits.licence.moveWindowMonths) < at ? sameDay + days(1) : sameDay;
}
