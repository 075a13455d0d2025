import { limits } from '@basics/contract/limits.ts';

const warnBeforeMs = limits.session.warnMinutes * 60_000;
/**
 * The longest time between two checks of the clock, in milliseconds. The timer checks the clock repeatedly, because timers do not run while
 * a computer sleeps.
 */
const checkEveryMs = 30_000;

export type ExpiryTimer = { set: (expiresAt: number) => void; clear: () => void; check: () => void };

/** Creates a timer that calls `onExpirySoon` 5 minutes before the session expires, and `onEnd` when it has expired. Times are in milliseconds. */
export function createExpiryTimer(options: {
  now: () => number;
  onExpirySoon: () => void;
  onEnd: () => void;
}): ExpiryTimer {
  let expiresAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check(): void {
    clearTimeout(timer);
    if (expiresAt === null) return;
    const remainingMs = expiresAt - options.now();
    if (remainingMs < 0) return options.onEnd();
    if (remainingMs <= warnBeforeMs) options.onExpirySoon();
    const nextCheckMs = remainingMs > warnBeforeMs ? remainingMs - warnBeforeMs : remainingMs + 1;
    timer = setTimeout(check, Math.min(nextCheckMs, checkEveryMs));
  }

  return {
    set(newExpiry) {
      expiresAt = newExpiry;
      check();
    },
    clear() {
      expiresAt = null;
      clearTimeout(timer);
    },
    check,
  };
}
