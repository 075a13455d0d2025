import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { Drain } from './platform/http/drain.ts';

type Stopping = {
  http: FastifyInstance;
  drain: Drain;
  /** How long the process goes on accepting connections, in milliseconds. */
  drainMs: number;
  /** How long a stop waits for requests that do not end, in milliseconds. */
  graceMs: number;
  stopJobs: () => Promise<void>;
  database: Database;
};

/**
 * Creates the stop of this process: it drains, finishes the requests in progress, then closes. After `graceMs` it cuts the remaining
 * connections. SIGTERM and the returned function stop like that. SIGINT is a person at a terminal: it does not drain. A second signal
 * ends the process at once, except within one second: then it is the same signal, sent by both the terminal and npm.
 */
export function stopOnSignal({ http, drain, drainMs, graceMs, stopJobs, database }: Stopping): () => void {
  let stoppingSince: number | undefined;

  async function stop(acceptMs: number): Promise<void> {
    stoppingSince = performance.now();
    drain.begin();
    // In parallel, so that a job's batch and a request do not wait for each other.
    const backgroundStopped = stopJobs();
    await wait(acceptMs);
    setTimeout(() => http.server.closeAllConnections(), graceMs).unref();
    await Promise.all([http.close(), backgroundStopped]);
    await database.close();
    process.exit(0);
  }

  const signalled = (acceptMs: number): void => {
    if (stoppingSince === undefined) void stop(acceptMs);
    else if (performance.now() - stoppingSince > 1000) process.exit(1);
  };
  process.on('SIGTERM', () => signalled(drainMs));
  process.on('SIGINT', () => signalled(0));
  return () => {
    if (stoppingSince === undefined) void stop(drainMs);
  };
}
