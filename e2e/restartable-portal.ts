import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import type { PortalSettings, StartPortal } from './running-portal.ts';

/** A portal that a test stops and starts again, with the same data and the same address. */
export type RestartablePortal = Awaited<ReturnType<typeof startRestartablePortal>>;

export async function startRestartablePortal(
  startOwnPortal: StartPortal,
  { args = [], environment = {} }: Pick<PortalSettings, 'args' | 'environment'>,
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'basics-portal-forms-'));
  const settings = {
    args,
    dataDir,
    port: await findFreePort(),
    environment: { HUMAN_VERIFICATION: 'off', ...environment },
  };
  let portal = await startOwnPortal(settings);
  return {
    address: portal.address,
    /** Returns what the portal printed when it last started. */
    readOutput: () => portal.output,
    stop: async (): Promise<void> => {
      await portal.stop();
    },
    start: async (): Promise<void> => {
      portal = await startOwnPortal(settings);
    },
    /** Stops the portal and removes its data. */
    remove: async (): Promise<void> => {
      await portal.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
