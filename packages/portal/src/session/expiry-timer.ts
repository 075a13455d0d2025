import { limits } from '@basics/contract/limits.ts';

const warnBeforeMs = limits.session.warnMinutes * 60_000;
/** Timers do not run while a computer sleeps, so the clock is checked this often, in milliseconds. */
const checkEveryMs = 30_000;

export type ExpiryTimer = { set: (expiresAt: number) => void; clear: () => void; check: () => void };

/** Calls `onNear` 5 minutes before the session expires, and `onEnd` when it has expired; moments are in milliseconds. */
export function createExpiryTimer(options: { now: () => number; onNear: () => void; onEnd: () => void }): ExpiryTimer {
  let expiresAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check(): void {
    clearTimeout(timer);
    if (expiresAt === null) return;
    const left = expiresAt - options.now();
    if (left < 0) return options.onEnd();
    if (left <= warnBeforeMs) options.onNear();
    const next = left > warnBeforeMs ? left - warnBeforeMs : left + 1;
    timer = setTimeout(check, Math.min(next, checkEveryMs));
  }

  return {
    set(moment) {
      expiresAt = moment;
      check();
    },
    clear() {
      expiresAt = null;
      clearTimeout(timer);
    },
    check,
  };
}
