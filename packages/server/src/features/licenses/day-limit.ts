import { clockSkewMs, days, minutes } from '#server/platform/clock.ts';
import { formatDuration } from '#server/platform/span-words.ts';

/** How long to wait when a limit of 24 hours is reached, in seconds and in words. */
export type Wait = { retryAfterSeconds: number; wait: string };

/**
 * null where the moments of the last 24 hours (Unix milliseconds) are fewer than `most`, else when the next is allowed. A moment ahead of now
 * was written by a clock that has been put right since, and does not count.
 */
export function findWait(moments: readonly number[], most: number, now: number): Wait | null {
  const counted = moments.filter((at) => at > now - days(1) && at <= now + clockSkewMs).toSorted((a, b) => a - b);
  const oldest = counted[counted.length - most];
  if (oldest === undefined) return null;
  const retryAfterSeconds = Math.ceil((oldest + days(1) - now) / 1000);
  return { retryAfterSeconds, wait: formatDuration(Math.max(minutes(1) / 1000, retryAfterSeconds)) };
}
