import type { FastifyBaseLogger } from 'fastify';

export type Background = {
  /** Does the work now, or once more when it is just being done. */
  wake(): void;
  /** Begins nothing more, and waits for what is under way; the signal that the work was given is aborted. */
  stop(): Promise<void>;
};

type Needs = { name: string; everyMs: number; log: FastifyBaseLogger; work: (signal: AbortSignal) => Promise<unknown> };

/** Runs a job beside the requests: at start, at intervals, and when woken, never twice at a time. Its errors are logged. */
export function inBackground({ name, everyMs, log, work }: Needs): Background {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isWoken = false;

  const run = async (): Promise<void> => {
    do {
      isWoken = false;
      try {
        await work(stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error, name }, 'work in the background failed');
      }
    } while (isWoken && !stopping.signal.aborted);
    running = null;
  };
  const wake = (): void => {
    isWoken = true;
    if (!stopping.signal.aborted) running ??= run();
  };
  const timer = setInterval(wake, everyMs).unref();
  wake();

  return {
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
