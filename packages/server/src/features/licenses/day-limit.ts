import { clockSkewMs, days, minutes } from '#server/platform/clock.ts';
import { formatDuration } from '#server/platform/span-words.ts';

/** How long a user must wait when a limit per 24 hours is reached, in seconds and as a text. */
export type WaitingTime = { retryAfterSeconds: number; wait: string };

/**
 * Returns null if fewer than `limit` of the moments (Unix milliseconds) are in the last 24 hours, otherwise the waiting time. A moment in the
 * future was written by a clock that has been corrected since, and does not count.
 */
export function findWaitingTime(moments: readonly number[], limit: number, now: number): WaitingTime | null {
  const recentMoments = moments.filter((at) => at > now - days(1) && at <= now + clockSkewMs).toSorted((a, b) => a - b);
  const oldest = recentMoments[recentMoments.length - limit];
  if (oldest === undefined) return null;
  const retryAfterSeconds = Math.ceil((oldest + days(1) - now) / 1000);
  return { retryAfterSeconds, wait: formatDuration(Math.max(minutes(1) / 1000, retryAfterSeconds)) };
}
