import type { FastifyBaseLogger } from 'fastify';

export type AfterResponse = {
  /** Starts the work when the current request has been answered; errors are logged. */
  run(name: string, action: () => Promise<unknown>): void;
  /** Like `run`, but does nothing while other work with the same name and key waits or runs. */
  runOnce(name: string, key: string, action: () => Promise<unknown>): void;
  /** Resolves when all started work is done: before the server closes, and in tests. */
  settled(): Promise<void>;
};

/**
 * Runs work after the response, if its duration must not affect the response time (such as an e-mail that only
 * addresses with an account get) or if nobody has to wait for it.
 */
export function createAfterResponse(log: Pick<FastifyBaseLogger, 'error'>): AfterResponse {
  const runningActions = new Set<Promise<void>>();
  const runningKeys = new Set<string>();

  const runLater = async (name: string, action: () => Promise<unknown>): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      await action();
    } catch (error) {
      log.error({ err: error, name }, 'work after the response failed');
    }
  };

  async function start(name: string, action: () => Promise<unknown>): Promise<void> {
    const runningAction = runLater(name, action);
    runningActions.add(runningAction);
    await runningAction;
    runningActions.delete(runningAction);
  }

  return {
    run(name, action) {
      void start(name, action);
    },
    runOnce(name, key, action) {
      const nameAndKey = `${name} ${key}`;
      if (runningKeys.has(nameAndKey)) return;
      runningKeys.add(nameAndKey);
      void start(name, action).finally(() => runningKeys.delete(nameAndKey));
    },
    async settled() {
      while (runningActions.size > 0) await Promise.all(runningActions);
    },
  };
}
