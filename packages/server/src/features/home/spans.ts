import { days } from '#server/platform/clock.ts';

/** From `from` up to, but not including, `to`; Unix milliseconds, null is open. */
export type Span = { from: number | null; to: number | null };

/** The days after which a request is a little late, late, and about to be forgotten. */
const steps = [0, 2, 4, 8, 15, 31];

/** Spans of age, the youngest first: the moments at which something so many whole days old began. */
export const ageSpans = (now: number): (Span & { fromDays: number; toDays: number | null })[] =>
  steps.map((fromDays, at) => {
    const next = steps[at + 1];
    return {
      fromDays,
      toDays: next === undefined ? null : next - 1,
      from: next === undefined ? null : now - days(next) + 1,
      // What lies ahead of this clock by a moment was made by another one, just now.
      to: fromDays === 0 ? null : now - days(fromDays) + 1,
    };
  });

/** The calendar months (UTC) from the one that holds `now`. */
export function monthSpans(now: number, count: number): (Span & { month: string })[] {
  const date = new Date(now);
  const begin = (months: number): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return Array.from({ length: count }, (_, at) => ({
    month: new Date(begin(at)).toISOString().slice(0, 7),
    from: begin(at),
    to: begin(at + 1),
  }));
}
