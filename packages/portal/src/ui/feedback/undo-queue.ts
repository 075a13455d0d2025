type Action = () => Promise<void>;

/**
 * Creates a queue of actions that wait until they can no longer be undone. The key of an action is the id of the toast with the Undo
 * button.
 */
export function createUndoQueue() {
  const waitingActions = new Map<number, Action>();
  const runningActions = new Set<Promise<void>>();

  function start(id: number, action: Action): void {
    waitingActions.delete(id);
    const runningAction = action().finally(() => runningActions.delete(runningAction));
    runningActions.add(runningAction);
  }

  return {
    add: (id: number, action: Action) => waitingActions.set(id, action),
    has: (id: number) => waitingActions.has(id),
    /** Removes an action; false when it has already run. */
    undo: (id: number) => waitingActions.delete(id),
    undoAll: () => waitingActions.clear(),
    /** Runs all actions except those that can still be undone. */
    runAllExcept(canUndo: (id: number) => boolean) {
      for (const [id, action] of waitingActions) if (!canUndo(id)) start(id, action);
    },
    done: () => Promise.all(runningActions),
  };
}
