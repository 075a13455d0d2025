import { hours, minutes } from '#server/platform/clock/clock.ts';

/** After this number of attempts, which take about two days, an e-mail has failed. */
export const maxAttempts = 13;

/** Returns the longest time that an e-mail waits after its attempt number `attempt`, in milliseconds. */
export const computeMaxWaitMs = (attempt: number): number => computeWaitMs(attempt, 1);

/**
 * Computes how long an e-mail waits after its attempt number `attempt` (from 1): 1 minute, then three times as long each time, at most 6
 * hours.
 */
export function computeWaitMs(attempt: number, randomFraction: number): number {
  const waitMs = Math.min(hours(6), minutes(1) * 3 ** (attempt - 1));
  // A random part changes the wait by up to a fifth, so that e-mails that failed together are not sent again together.
  // `randomFraction` is from 0 to 1.
  return Math.round(waitMs * (0.8 + 0.4 * randomFraction));
}
