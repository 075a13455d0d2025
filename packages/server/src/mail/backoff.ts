import { hours, minutes } from '#server/platform/clock.ts';

/** After this many attempts, about two days, a letter has failed. */
export const maxAttempts = 13;

/** The longest that a letter waits after its attempt number `attempt`, in milliseconds. */
export const maxWaitAfter = (attempt: number): number => computeWaitAfter(attempt, 1);

/** How long a letter waits after its attempt number `attempt` (from 1): 1 minute, three times as long each time, at most 6 hours. */
export function computeWaitAfter(attempt: number, chance: number): number {
  const wait = Math.min(hours(6), minutes(1) * 3 ** (attempt - 1));
  // Up to a fifth more or less, so that letters that failed together are not all retried together. `chance` is from 0 to 1.
  return Math.round(wait * (0.8 + 0.4 * chance));
}
