import type { FastifyBaseLogger } from 'fastify';

export type AfterResponse = {
  /** Starts the work when the current request has been answered; errors are logged. */
  run(name: string, work: () => Promise<unknown>): void;
  /** Resolves when all started work is done: before the server closes, and in tests. */
  settled(): Promise<void>;
};

/**
 * Runs work after the response, if its duration must not affect the response time (such as an e-mail that only
 * addresses with an account get) or if nobody has to wait for it.
 */
export function createAfterResponse(log: Pick<FastifyBaseLogger, 'error'>): AfterResponse {
  const runningWork = new Set<Promise<void>>();

  const runLater = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await new Promise((resume) => setImmediate(resume));
    try {
      await work();
    } catch (error) {
      log.error({ err: error, name }, 'work after an answer failed');
    }
  };

  return {
    run(name, work) {
      const started = runLater(name, work);
      runningWork.add(started);
      void started.finally(() => runningWork.delete(started));
    },
    async settled() {
      while (runningWork.size > 0) await Promise.all(runningWork);
    },
  };
}
