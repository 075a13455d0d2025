import { DatabaseBusy } from '../failures.ts';

/** A queue that lets one caller at a time through, in order; rejects a caller that has waited more than `patience` milliseconds. */
export function createTurnQueue(patience: number) {
  let taken = false;
  const waiting = new Set<() => void>();

  return {
    async take(): Promise<void> {
      if (!taken) {
        taken = true;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const tooLong = setTimeout(() => {
        waiting.delete(resolve);
        reject(new DatabaseBusy(`The database was busy with other writes for ${patience / 1000} seconds.`));
      }, patience);
      try {
        await promise;
      } finally {
        clearTimeout(tooLong);
      }
    },
    give(): void {
      const next = waiting.values().next().value;
      if (next === undefined) taken = false;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}

export type TurnQueue = ReturnType<typeof createTurnQueue>;
