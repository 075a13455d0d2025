/** Starts a timeout of `ms` milliseconds and returns its id; `clear` stops it. */
export type Timeouts = { set: (run: () => void, ms: number) => number; clear: (id: number | undefined) => void };

export const browserTimeouts: Timeouts = {
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (id) => window.clearTimeout(id),
};

/**
 * Creates one timer for each toast. A timer calls `onEnd` with the id of its toast. The timers are paused at the start, because no toast is
 * painted yet.
 */
export function createTimers(onEnd: (id: number) => void, { set, clear }: Timeouts) {
  const timers = new Map<number, number>();
  let isPaused = true;

  return {
    /** Starts or restarts the timer of a toast. */
    start(id: number, ms: number): void {
      clear(timers.get(id));
      if (!isPaused)
        timers.set(
          id,
          set(() => onEnd(id), ms),
        );
    },
    stopAllExcept(isShown: (id: number) => boolean): void {
      for (const [id, timer] of timers) {
        if (isShown(id)) continue;
        clear(timer);
        timers.delete(id);
      }
    },
    pause(): void {
      isPaused = true;
      for (const timer of timers.values()) clear(timer);
    },
    resume(): void {
      isPaused = false;
    },
  };
}
