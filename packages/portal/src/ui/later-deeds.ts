type Deed = () => Promise<void>;

/** What waits until nobody can take it back any more, by the number of the toast that offers to. */
export function createDeeds() {
  const waiting = new Map<number, Deed>();
  const underWay = new Set<Promise<void>>();

  function begin(id: number, deed: Deed): void {
    waiting.delete(id);
    const doing = deed().finally(() => underWay.delete(doing));
    underWay.add(doing);
  }

  return {
    add: (id: number, deed: Deed) => waiting.set(id, deed),
    has: (id: number) => waiting.has(id),
    /** False when it is done already. */
    takeBack: (id: number) => waiting.delete(id),
    takeAllBack: () => waiting.clear(),
    /** Begins all but those that can still be taken back. */
    beginAllBut(left: (id: number) => boolean) {
      for (const [id, deed] of waiting) if (!left(id)) begin(id, deed);
    },
    done: () => Promise.all(underWay),
  };
}
