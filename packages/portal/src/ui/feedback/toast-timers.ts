/** When each toast goes, by its number; held, none does. */
export function createTimers(onEnd: (id: number) => void) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let held = false;

  return {
    /** Begins anew, in milliseconds. */
    start(id: number, ms: number): void {
      clearTimeout(timers.get(id));
      if (!held) timers.set(id, setTimeout(onEnd, ms, id)); // prettier-ignore
    },
    stopAllBut(isShown: (id: number) => boolean): void {
      for (const [id, timer] of timers) {
        if (isShown(id)) continue;
        clearTimeout(timer);
        timers.delete(id);
      }
    },
    hold(): void {
      held = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
    release(): void {
      held = false;
    },
  };
}
