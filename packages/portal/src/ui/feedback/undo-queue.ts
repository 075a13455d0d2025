type Action = () => Promise<void>;

/** What waits until nobody can take it back any more, by the number of the toast that offers to. */
export function createUndoQueue() {
  const waiting = new Map<number, Action>();
  const underWay = new Set<Promise<void>>();

  function begin(id: number, action: Action): void {
    waiting.delete(id);
    const doing = action().finally(() => underWay.delete(doing));
    underWay.add(doing);
  }

  return {
    add: (id: number, action: Action) => waiting.set(id, action),
    has: (id: number) => waiting.has(id),
    /** False when it is done already. */
    undo: (id: number) => waiting.delete(id),
    undoAll: () => waiting.clear(),
    /** Begins all but those that can still be taken back. */
    beginAllBut(left: (id: number) => boolean) {
      for (const [id, action] of waiting) if (!left(id)) begin(id, action);
    },
    done: () => Promise.all(underWay),
  };
}
