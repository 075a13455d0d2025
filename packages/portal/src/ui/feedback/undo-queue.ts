type Action = () => Promise<void>;

/** Actions that wait until they can no longer be undone, by the number of the toast that offers Undo. */
export function createUndoQueue() {
  const waiting = new Map<number, Action>();
  const running = new Set<Promise<void>>();

  function start(id: number, action: Action): void {
    waiting.delete(id);
    const doing = action().finally(() => running.delete(doing));
    running.add(doing);
  }

  return {
    add: (id: number, action: Action) => waiting.set(id, action),
    has: (id: number) => waiting.has(id),
    /** False when the action has already run. */
    undo: (id: number) => waiting.delete(id),
    undoAll: () => waiting.clear(),
    /** Runs all actions except those that can still be undone. */
    runAllExcept(canUndo: (id: number) => boolean) {
      for (const [id, action] of waiting) if (!canUndo(id)) start(id, action);
    },
    done: () => Promise.all(running),
  };
}
