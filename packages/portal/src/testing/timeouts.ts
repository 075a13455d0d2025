import type { Timeouts } from '#portal/ui/toasts/toast-store.ts';

/**
 * Creates timeouts whose clock moves only by `advance`. The fake timers of Vitest also move while a test waits for the page, so the
 * result would depend on the speed of the machine.
 */
export function createTestTimeouts() {
  let now = 0;
  let lastId = 0;
  const pendingTimeouts = new Map<number, { at: number; run: () => void }>();
  const timeouts: Timeouts = {
    set(run, ms) {
      pendingTimeouts.set((lastId += 1), { at: now + ms, run });
      return lastId;
    },
    clear: (id) => void (id !== undefined && pendingTimeouts.delete(id)),
  };
  return {
    timeouts,
    /** Moves the clock by this time in milliseconds, and runs the timeouts that end. */
    advance: (ms: number): void => {
      now += ms;
      for (const [id, { at, run }] of pendingTimeouts)
        if (at <= now) {
          pendingTimeouts.delete(id);
          run();
        }
    },
  };
}
