import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { StartFault } from '#server/platform/problem.ts';
import { findPortals } from '#server/start/running-portals.repository.ts';
import { refuse, type Call, type Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';

type PortalProcess = { id: string; pid: number };

/** The maximum time in which a portal finishes its requests and the next portal becomes ready. */
const longestRestartMs = seconds(60);

/**
 * Restarts the portals of this machine, one after the other. Ends a portal with SIGTERM, and waits until the service manager has started
 * another portal that is ready. Throws StartFault if the user of this command may not end the process.
 */
export const restartPortals = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async (database) => {
    const portals = (await listPortals(database, call)).filter(({ pid }) => sendSignal(pid, 0));
    if (portals.length === 0)
      return refuse('No portal that runs on this machine uses this database. Start one: portal start');
    const resultLines: string[] = [];
    for (const { pid } of portals) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that one of several always answers
      const successor = await replaceProcess(database, call, pid);
      if (!successor)
        return refuse(
          ...resultLines,
          `The portal with the process ID ${pid} was stopped, and no other one was ready after ${longestRestartMs / 1000} seconds.`,
          'A service manager must start it again. Read its log, and see docs/operating.md, "Restarts without a lost request".',
        );
      resultLines.push(
        `The portal with the process ID ${pid} was stopped; the process ${successor.pid} is ready in its place.`,
      );
    }
    return { ok: true, lines: resultLines };
  });

async function listPortals({ kysely }: Database, { shell }: Call): Promise<(PortalProcess & { isReady: boolean })[]> {
  const rows = await findPortals(kysely, hostname(), shell.clock());
  return rows.flatMap(({ id, pid, readyAt }) => (pid === null ? [] : [{ id, pid, isReady: readyAt !== null }]));
}

async function replaceProcess(database: Database, call: Call, pid: number): Promise<PortalProcess | undefined> {
  const earlierIds = new Set((await listPortals(database, call)).map(({ id }) => id));
  sendSignal(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < longestRestartMs; waitedMs += 100) {
    // oxlint-disable-next-line no-await-in-loop -- it polls
    const successor = (await listPortals(database, call)).find(({ id, isReady }) => isReady && !earlierIds.has(id));
    if (successor) return successor;
    // oxlint-disable-next-line no-await-in-loop -- it polls
    await sleep(100);
  }
  return undefined;
}

/** Returns false if there is no such process. Signal 0 only tests whether the process exists. */
function sendSignal(pid: number, signal: 'SIGTERM' | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ESRCH') return false;
    throw new StartFault(
      `The process ${pid} cannot be stopped. Run this command as the user of the portal, or as root.`,
      {
        cause,
      },
    );
  }
}
