import { days } from '#server/platform/clock/clock.ts';

/** A time span from `from` until just before `to`, in Unix milliseconds; null means without a limit. */
export type Span = { from: number | null; to: number | null };

/** The spans that the home page shows begin at these ages, in whole days. */
const ageLimits = [0, 2, 4, 8, 15, 31];

/** Returns the time spans in which rows of each age were created, the youngest first. */
export const createAgeSpans = (now: number): (Span & { fromDays: number; toDays: number | null })[] =>
  ageLimits.map((fromDays, at) => {
    const nextLimit = ageLimits[at + 1];
    return {
      fromDays,
      toDays: nextLimit === undefined ? null : nextLimit - 1,
      from: nextLimit === undefined ? null : now - days(nextLimit) + 1,
      // A row with a time in the future was written while the clock of the server was wrong, so it counts as new.
      to: fromDays === 0 ? null : now - days(fromDays) + 1,
    };
  });

/** Returns the calendar months in UTC, beginning with the current month. */
export function createMonthSpans(now: number, count: number): (Span & { month: string })[] {
  const date = new Date(now);
  const findMonthStart = (months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return Array.from({ length: count }, (_, at) => ({
    month: new Date(findMonthStart(at)).toISOString().slice(0, 7),
    from: findMonthStart(at),
    to: findMonthStart(at + 1),
  }));
}
