import { hours, minutes } from '#server/platform/clock.ts';

/** After this many attempts, about two days, a letter has failed. */
export const mostAttempts = 13;

/** How long a letter waits after its attempt number `attempt` (from 1): 1 minute, tripled each time, at most 6 hours. */
export function waitAfter(attempt: number, chance: number): number {
  const wait = Math.min(hours(6), minutes(1) * 3 ** (attempt - 1));
  // Up to a fifth more or less, so that letters that failed together are not all retried together. `chance` is from 0 to 1.
  return Math.round(wait * (0.8 + 0.4 * chance));
}
