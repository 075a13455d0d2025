/** When each toast goes, by its number: its time runs from the moment in which it is seen, and not while toasts are held. */
export function createTimers(onEnd: (id: number) => void) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const seen = new Set<number>();
  let held = false;

  return {
    /** It is visible from now on; false when it was before. */
    see(id: number): boolean {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    },
    /** Gives a toast that is visible its whole time, in milliseconds, from now. */
    start(id: number, ms: number): void {
      clearTimeout(timers.get(id));
      if (!held && seen.has(id)) timers.set(id, setTimeout(onEnd, ms, id)); // prettier-ignore
    },
    stopAllBut(isShown: (id: number) => boolean): void {
      for (const id of seen) {
        if (isShown(id)) continue;
        clearTimeout(timers.get(id));
        timers.delete(id);
        seen.delete(id);
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
