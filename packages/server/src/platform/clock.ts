import { uptime } from 'node:os';

/** The current time in Unix milliseconds; a parameter wherever time matters. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds since the machine started, including suspended time (CLOCK_BOOTTIME on Linux): nobody can set it. */
export const steadyClock: Clock = () => uptime() * 1000;

/**
 * How far the clocks of two servers may differ. A time that was written as "now" and is further ahead came from a clock
 * that was ahead and has been corrected.
 */
export const clockSkewMs = 5 * 60_000;

/**
 * How far ahead a session may have been opened: a clock that is put back by a day signs nobody out. A session from further ahead was opened
 * by a wrong clock and could last for years.
 */
export const sessionsAheadMs = 2 * 24 * 60 * 60_000;

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);
