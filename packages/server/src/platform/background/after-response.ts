import type { FastifyBaseLogger } from 'fastify';

export type AfterResponse = {
  /** Starts the work when the current request has been answered; errors are logged. */
  run(name: string, action: () => Promise<unknown>): void;
  /** Resolves when all started work is done: before the server closes, and in tests. */
  settled(): Promise<void>;
};

/**
 * Runs work after the response, if its duration must not affect the response time (such as an e-mail that only
 * addresses with an account get) or if nobody has to wait for it.
 */
export function createAfterResponse(log: Pick<FastifyBaseLogger, 'error'>): AfterResponse {
  const runningActions = new Set<Promise<void>>();

  const runLater = async (name: string, action: () => Promise<unknown>): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await action();
    } catch (error) {
      log.error({ err: error, name }, 'work after an answer failed');
    }
  };

  return {
    run(name, action) {
      const runningAction = runLater(name, action);
      runningActions.add(runningAction);
      void runningAction.finally(() => runningActions.delete(runningAction));
    },
    async settled() {
      while (runningActions.size > 0) await Promise.all(runningActions);
    },
  };
}
