import { uptime } from 'node:os';

/** Returns the current time in Unix milliseconds. Functions that depend on the time get a clock as a parameter. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/**
 * A clock that nobody can set: the milliseconds since the machine started, including the time in which it was suspended
 * (CLOCK_BOOTTIME on Linux).
 */
export const steadyClock: Clock = () => uptime() * 1000;

/**
 * The time by which the clocks of two servers may differ. A stored time that is further in the future was written by a
 * wrong clock.
 */
export const clockSkewMs = 5 * 60_000;

/**
 * The longest time by which the start of a session may be in the future. If the clock is set back by a day, nobody is
 * therefore signed out. A session that starts even later was opened by a wrong clock, and could last for years.
 */
export const maxSessionLeadMs = 2 * 24 * 60 * 60_000;

/** Each of these four functions returns its time in milliseconds: `seconds(5)` is 5000. */
export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

/** The time for which a deleted user or release note can be restored. */
export const restorableMs = days(30);

/** Returns a time in the format of the API (ISO 8601, in UTC). */
export const toIsoTime = (at: number): string => new Date(at).toISOString();

/** Returns the calendar day of a time as `YYYY-MM-DD`, in UTC. */
export const toUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const unitsMs = { m: minutes, h: hours, d: days };

/** Converts a text such as `30m`, `6h` or `1d` to milliseconds; null for any other text. */
export function readDuration(text: string): number | null {
  const [, count = '', unit] = /^([1-9]\d{0,2})([mhd])$/.exec(text) ?? [];
  return unit === 'm' || unit === 'h' || unit === 'd' ? unitsMs[unit](Number(count)) : null;
}

/** The start of a day in UTC, and its end: in the portal, a licence ends with the last second of its last day. */
export const startOfDay = (at: number): number => Date.parse(`${toUtcDay(at)}T00:00:00.000Z`);
export const endOfDay = (at: number): number => Date.parse(`${toUtcDay(at)}T23:59:59.000Z`);

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
