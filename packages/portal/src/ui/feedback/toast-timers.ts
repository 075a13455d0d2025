/** Starts a timeout of `ms` milliseconds and gives its id; ends one. */
export type Timeouts = { set: (run: () => void, ms: number) => number; clear: (id: number | undefined) => void };

export const browserTimeouts: Timeouts = {
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (id) => window.clearTimeout(id),
};

/** Ends each toast, by its id, after its time. Held, as at first, no time runs: nothing is shown yet. */
export function createTimers(onEnd: (id: number) => void, { set, clear }: Timeouts) {
  const timers = new Map<number, number>();
  let held = true;

  return {
    /** Begins anew, in milliseconds. */
    start(id: number, ms: number): void {
      clear(timers.get(id));
      if (!held)
        timers.set(
          id,
          set(() => onEnd(id), ms),
        );
    },
    stopAllBut(isShown: (id: number) => boolean): void {
      for (const [id, timer] of timers) {
        if (isShown(id)) continue;
        clear(timer);
        timers.delete(id);
      }
    },
    hold(): void {
      held = true;
      for (const timer of timers.values()) clear(timer);
    },
    release(): void {
      held = false;
    },
  };
}
