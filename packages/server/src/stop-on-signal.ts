import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
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
    await waitForQuietTurn();
    // The kernel resets connections that have arrived and are not accepted yet, so this is done at once, and not by Fastify later.
    http.server.close();
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

/** Waits for a turn of the event loop that took less than a millisecond: then all connections that have arrived are accepted. */
async function waitForQuietTurn(): Promise<void> {
  for (let left = 1000; left > 0; left -= 1) {
    const before = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- each turn reads what has arrived since the one before
    await nextTurn();
    if (performance.now() - before < 1) return;
  }
}
