import type { Timeouts } from '#portal/ui/feedback/toast-timers.ts';

/**
 * Timeouts whose clock moves only by `advance`. Fake timers of Vitest also move while a test waits for the page, by as much as the
 * machine is slow.
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
    /** In milliseconds. */
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
