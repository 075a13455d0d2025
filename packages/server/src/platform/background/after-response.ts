import type { FastifyBaseLogger } from 'fastify';

export type AfterResponse = {
  /** Starts the action after the response to the current request; errors of the action are logged. */
  run(name: string, action: () => Promise<unknown>): void;
  /** Like `run`, but does nothing while another action with the same name and key waits or runs. */
  runOnce(name: string, key: string, action: () => Promise<unknown>): void;
  /** Resolves when all started actions have ended. The server calls it before it closes, and tests call it. */
  settled(): Promise<void>;
};

/**
 * Runs actions after the response: actions whose duration must not affect the response time (such as an e-mail that
 * only addresses with an account get), and actions for which nobody has to wait.
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
