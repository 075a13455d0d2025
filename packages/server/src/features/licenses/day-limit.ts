import { days, minutes } from '#server/platform/clock.ts';
import { spanWords } from '#server/platform/span-words.ts';

/** How long to wait when a limit of 24 hours is reached, in seconds and in words. */
export type Wait = { retryAfterSeconds: number; wait: string };

/** Null if fewer than `most` of the moments (Unix milliseconds) are in the last 24 hours, else the time to wait. */
export function findWait(moments: readonly number[], most: number, now: number): Wait | null {
  const counted = moments.filter((at) => at > now - days(1)).toSorted((a, b) => a - b);
  const oldest = counted[counted.length - most];
  if (oldest === undefined) return null;
  const retryAfterSeconds = Math.ceil((oldest + days(1) - now) / 1000);
  return { retryAfterSeconds, wait: spanWords(Math.max(minutes(1) / 1000, retryAfterSeconds)) };
}
