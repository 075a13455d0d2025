import type { FastifyBaseLogger } from 'fastify';

export type BackgroundJob = {
  /** Runs the work now; if the work is already running, runs it again afterwards. */
  wake(): void;
  /** Aborts the signal of the running work, waits until the work has ended, and never starts it again. */
  stop(): Promise<void>;
};

type Dependencies = {
  name: string;
  everyMs: number;
  log: FastifyBaseLogger;
  work: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Runs `work` in the background: at the start, every `everyMs` milliseconds, and when `wake` is called, but never twice
 * at the same time. Errors are logged.
 */
export function startBackgroundJob({ name, everyMs, log, work }: Dependencies): BackgroundJob {
  const stopController = new AbortController();
  let currentRun: Promise<void> | null = null;
  let isWoken = false;

  const run = async (): Promise<void> => {
    do {
      isWoken = false;
      try {
        await work(stopController.signal);
      } catch (error) {
        if (!stopController.signal.aborted) log.error({ err: error, name }, 'work in the background failed');
      }
    } while (isWoken && !stopController.signal.aborted);
    currentRun = null;
  };
  const wake = (): void => {
    isWoken = true;
    if (!stopController.signal.aborted) currentRun ??= run();
  };
  const timer = setInterval(wake, everyMs).unref();
  wake();

  return {
    wake,
    async stop() {
      clearInterval(timer);
      stopController.abort();
      await currentRun;
    },
  };
}
