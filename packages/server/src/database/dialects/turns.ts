import { setImmediate } from 'node:timers';
import { DatabaseBusy } from '../failures.ts';

/** Creates a queue that lets one caller proceed at a time, in order. A caller that has waited longer than `maxWaitMs` is rejected. */
export function createTurnQueue(maxWaitMs: number) {
  let isTaken = false;
  const waitingCallers = new Set<() => void>();

  function resumeNextCaller(): void {
    const nextCaller = waitingCallers.values().next().value;
    if (nextCaller === undefined) isTaken = false;
    else {
      waitingCallers.delete(nextCaller);
      nextCaller();
    }
  }

  return {
    async take(): Promise<void> {
      if (!isTaken) {
        isTaken = true;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waitingCallers.add(resolve);
      const timeout = setTimeout(() => {
        waitingCallers.delete(resolve);
        reject(new DatabaseBusy(`The database was busy with other writes for ${maxWaitMs / 1000} seconds.`));
      }, maxWaitMs);
      try {
        await promise;
      } finally {
        clearTimeout(timeout);
      }
    },
    give(): void {
      if (waitingCallers.size === 0) isTaken = false;
      // The next caller continues after waiting events are handled. Otherwise a thousand waiting writes would run before the process reads
      // the next request.
      else setImmediate(resumeNextCaller);
    },
  };
}

export type TurnQueue = ReturnType<typeof createTurnQueue>;
