import { limits } from '@basics/contract/limits.ts';

const warnedAhead = limits.session.warnMinutes * 60_000;
/** A sleeping machine stops its timers: while a session lives, the clock is read again this often. In milliseconds. */
const longestSleep = 30_000;

export type ExpiryTimer = { set: (expiresAt: number) => void; clear: () => void; check: () => void };

/** Tells when a session comes near its end (5 minutes before) and when it is over; moments are in milliseconds. */
export function createExpiryTimer(tell: { now: () => number; onNear: () => void; onEnd: () => void }): ExpiryTimer {
  let expiresAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check(): void {
    clearTimeout(timer);
    if (expiresAt === null) return;
    const left = expiresAt - tell.now();
    if (left < 0) return tell.onEnd();
    if (left <= warnedAhead) tell.onNear();
    const next = left > warnedAhead ? left - warnedAhead : left + 1;
    timer = setTimeout(check, Math.min(next, longestSleep));
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
