import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from './database/database.ts';
import type { Drain } from './platform/http/drain.ts';

type StopDependencies = {
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
 * Creates the stop of this process: it drains (reports that it stops, but still accepts connections), finishes the requests in progress,
 * then closes. After `graceMs` it cuts the remaining connections. SIGTERM and the returned function stop like that. SIGINT is a person at a
 * terminal: it does not drain. A second signal ends the process at once, except within one second: then it is the same signal, sent by both
 * the terminal and npm.
 */
export function stopOnSignal({ http, drain, drainMs, graceMs, stopJobs, database }: StopDependencies): () => void {
  let stoppingSince: number | undefined;

  async function stopPortal(acceptMs: number): Promise<void> {
    stoppingSince = performance.now();
    drain.begin();
    // The jobs and the HTTP server are stopped in parallel, so that a batch of a job and a request do not wait for each other.
    const backgroundStopped = stopJobs();
    await wait(acceptMs);
    await waitForQuietTurn(http);
    // The kernel resets connections that are not accepted yet when the socket is closed. Therefore the waiting connections are accepted first,
    // and the socket is closed here and not later by Fastify.
    http.server.close();
    setTimeout(() => http.server.closeAllConnections(), graceMs).unref();
    await Promise.all([http.close(), backgroundStopped]);
    await database.close();
    process.exit(0);
  }

  const handleSignal = (acceptMs: number): void => {
    if (stoppingSince === undefined) void stopPortal(acceptMs);
    else if (performance.now() - stoppingSince > 1000) process.exit(1);
  };
  process.on('SIGTERM', () => handleSignal(drainMs));
  process.on('SIGINT', () => handleSignal(0));
  return () => {
    if (stoppingSince === undefined) void stopPortal(drainMs);
  };
}

/**
 * Waits until a turn of the event loop accepts no connection and takes less than a millisecond. Node.js accepts one connection in each turn, so
 * all connections that have arrived are then accepted.
 */
async function waitForQuietTurn({ server }: FastifyInstance): Promise<void> {
  let acceptedCount = 0;
  const countConnection = (): void => {
    acceptedCount += 1;
  };
  server.on('connection', countConnection);
  for (let turnsLeft = 1000; turnsLeft > 0; turnsLeft -= 1) {
    const previousTurn = { accepted: acceptedCount, at: performance.now() };
    // oxlint-disable-next-line no-await-in-loop -- each turn accepts what has arrived since the one before
    await nextTurn();
    if (acceptedCount === previousTurn.accepted && performance.now() - previousTurn.at < 1) break;
  }
  server.off('connection', countConnection);
}
