import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { readTextIfPresent } from '#server/platform/files.ts';
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
 * another portal that is ready. Refuses before it ends a portal that no service of systemd runs, unless the operator says with `isManaged`
 * that another service manager starts it again. Throws StartFault if the user of this command may not end the process.
 */
export const restartPortals = (call: Call, isManaged: boolean): Promise<Outcome> =>
  runOnDatabase(call, async (database) => {
    const portals = (await listPortals(database, call)).filter(({ pid }) => sendSignal(pid, 0));
    if (portals.length === 0)
      return refuse('No portal that runs on this machine uses this database. Start one: portal start');
    const areServices = await Promise.all(portals.map(({ pid }) => isService(pid)));
    const unmanagedPortal = portals.find((_, index) => !areServices[index]);
    if (unmanagedPortal && !isManaged)
      return refuse(
        `The portal with the process ID ${unmanagedPortal.pid} is no service of systemd, so nothing would start it again. Nothing was stopped.`,
        'Stop it, and start it again. If another service manager starts it again: portal restart --yes',
      );
    const resultLines: string[] = [];
    const restarted: { pid: number; successor: number }[] = [];
    for (const { pid } of portals) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that one of several always answers
      const successor = await replaceProcess(database, call, pid);
      if (!successor)
        return refuse(
          ...resultLines,
          `The portal with the process ID ${pid} was stopped, and no other one was ready after ${longestRestartMs / 1000} seconds.`,
          'A service manager must start it again. Read its log, and see docs/operating.md, "Restarts without a lost request".',
        );
      restarted.push({ pid, successor: successor.pid });
      resultLines.push(
        `The portal with the process ID ${pid} was stopped; the process ${successor.pid} is ready in its place.`,
      );
    }
    return { ok: true, lines: resultLines, facts: { restarted } };
  });

/**
 * Returns whether a service of systemd runs a process, by its control group (cgroups(7)). A process in the control group of this command was
 * started beside it, as from the same shell or in the same container.
 */
async function isService(pid: number): Promise<boolean> {
  const [group, ownGroup] = await Promise.all([pid, 'self'].map((id) => readTextIfPresent(`/proc/${id}/cgroup`)));
  return typeof group === 'string' && group !== ownGroup && /\.service$/m.test(group);
}

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
