import { uptime } from 'node:os';

/** Returns the current time in Unix milliseconds. Functions that depend on the time get a clock as a parameter. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Milliseconds since the machine started, including suspended time (CLOCK_BOOTTIME on Linux): nobody can set it. */
export const steadyClock: Clock = () => uptime() * 1000;

/**
 * How far the clocks of two servers may differ. A stored time that is further in the future was written by a wrong clock that has been
 * corrected since.
 */
export const clockSkewMs = 5 * 60_000;

/**
 * How far in the future the opening time of a session may be, so that a clock that is set back by a day signs nobody out. A session from
 * further in the future was opened by a wrong clock, and could last for years.
 */
export const maxSessionLeadMs = 2 * 24 * 60 * 60_000;

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

/** How long a deleted user or release note can be restored. */
export const restorableMs = days(30);

/** The calendar day of a time, `YYYY-MM-DD` in UTC. */
export const toUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
