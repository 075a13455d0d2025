import type { FastifyBaseLogger } from 'fastify';

export type AfterResponse = {
  /** Begins the work once what is under way has been answered; what it throws is logged. */
  run(name: string, work: () => Promise<unknown>): void;
  /** When all work that was begun is done: before the server closes, and in tests. */
  settled(): Promise<void>;
};

/**
 * Work whose length must not show in the time of an answer, such as a mail that goes only to addresses with an account, or which
 * nobody has to wait for.
 */
export function createAfterResponse(log: Pick<FastifyBaseLogger, 'error'>): AfterResponse {
  const underWay = new Set<Promise<void>>();

  const later = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await new Promise((resume) => setImmediate(resume));
    try {
      await work();
    } catch (error) {
      log.error({ err: error, name }, 'work after an answer failed');
    }
  };

  return {
    run(name, work) {
      const begun = later(name, work);
      underWay.add(begun);
      void begun.finally(() => underWay.delete(begun));
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
