import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Drain } from '../platform/http/create-http.ts';

type StopDependencies = {
  http: FastifyInstance;
  drain: Drain;
  /** How long the process still accepts connections after a stop has begun, in milliseconds. */
  drainMs: number;
  /** How long a stop waits for requests that do not end, in milliseconds. */
  graceMs: number;
  stopJobs: () => Promise<void>;
  database: Database;
};

/** How long the jobs and the database may take to end after the time for requests, in milliseconds. */
const lastMs = 2500;

/**
 * Stops this process on SIGTERM, SIGINT, or a call of the returned function. A stop drains (reports that the process stops, but still
 * accepts connections), finishes the requests in progress, and closes the server and the database. After `graceMs`, it closes the remaining
 * connections. If a request, a job or the database does not end, the process exits a short time later, with the exit code 1. On SIGINT, which a person at a terminal sends, the process does not drain. A second signal ends the process at once. A
 * signal within one second after the first is ignored, because both the terminal and npm send it.
 */
export function stopOnSignal({ http, drain, drainMs, graceMs, stopJobs, database }: StopDependencies): () => void {
  let stoppingSince: number | undefined;

  async function stopPortal(acceptMs: number): Promise<void> {
    stoppingSince = performance.now();
    drain.begin();
    setTimeout(
      () => {
        // The log writes later than the process exits.
        process.stderr.write('The stop took too long: a request, a job or the database did not end.\n');
        process.exit(1);
      },
      acceptMs + graceMs + lastMs,
    );
    // The jobs and the HTTP server are stopped at the same time, so that the process waits only for the slower of a job and a request.
    const backgroundStopped = stopJobs();
    await wait(acceptMs);
    await waitForQuietTurn(http);
    // When the socket is closed, the kernel resets the connections that the process has not accepted yet. So the process accepts the
    // waiting connections first, and closes the socket immediately after that and not later in `http.close`.
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
 * Waits for a turn of the event loop that accepts no connection and takes less than a millisecond. Node.js accepts one connection in each
 * turn, so after such a turn all waiting connections are accepted.
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
