import type { Timeouts } from '#portal/ui/feedback/toast-timers.ts';

/**
 * Creates timeouts whose clock moves only by `advance`. The fake timers of Vitest also move while a test waits for the page, so the
 * result would depend on the speed of the machine.
 */
export function createTestTimeouts() {
  let now = 0;
  let lastId = 0;
  const pending = new Map<number, { at: number; run: () => void }>();
  const timeouts: Timeouts = {
    set(run, ms) {
      pending.set((lastId += 1), { at: now + ms, run });
      return lastId;
    },
    clear: (id) => void (id !== undefined && pending.delete(id)),
  };
  return {
    timeouts,
    /** Moves the clock by this time in milliseconds, and runs the timeouts that end. */
    advance: (ms: number): void => {
      now += ms;
      for (const [id, { at, run }] of pending)
        if (at <= now) {
          pending.delete(id);
          run();
        }
    },
  };
}
