import { hours, seconds } from '#server/platform/clock/clock.ts';

/** The functions of this file calculate in UTC with Unix milliseconds. In the portal a licence ends with the last second of its last day. */

export const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const startOfDay = (at: number): number => Date.parse(`${formatDay(at)}T00:00:00.000Z`);

export const endOfDay = (at: number): number => Date.parse(`${formatDay(at)}T23:59:59.000Z`);

/**
 * The time by which a licence expires later in the tool than in the portal, so that the last day of the licence is over
 * in every time zone. The last time zone is UTC-12.
 */
export const expiryMarginMs = hours(12) + seconds(1);

/** Returns the same day a number of months later, or the last day of a shorter month (31 January + 1 = 28 or 29 February). */
export function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
