import { limits } from '@basics/contract/limits.ts';
import { addMonths } from '#server/features/licenses/calendar.ts';
import { days } from '#server/platform/clock.ts';

/**
 * When a move made at `at` stops counting (Unix milliseconds): the first time at which the window no longer contains
 * it.
 */
export function moveCountsUntil(at: number): number {
  const sameDay = addMonths(at, limits.licence.moveWindowMonths);
  // A window of months that starts on 29 February begins on the 28th, which is too early.
  return addMonths(sameDay, -limits.licence.moveWindowMonths) < at ? sameDay + days(1) : sameDay;
}
