import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { addCustomersToDatabase } from './add-customers-to-database.ts';
import { startPortal, waitUntilReady } from './portal-process.ts';

/**
 * Runs an action with the data folder of a stopped demo on SQLite. The number of customers that were added to the demo is `customers`. With
 * `storeFolder`, the demo is stored in that folder, and the next run copies the stored demo.
 */
export async function withDemoFolder<Result>(
  customers: number,
  storeFolder: string | undefined,
  action: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-bench-'));
  try {
    const storedDemo = storeFolder === undefined ? null : join(storeFolder, `demo-${customers}`);
    if (storedDemo !== null && (await stat(storedDemo).catch(() => null)))
      await cp(storedDemo, folder, { recursive: true });
    else {
      await makeDemo(folder, customers);
      if (storedDemo !== null) await cp(folder, storedDemo, { recursive: true });
    }
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeDemo(folder: string, customers: number): Promise<void> {
  const port = await findFreePort();
  const portal = startPortal({ cwd: folder, env: { DATA_DIR: folder, PORT: String(port) }, args: ['--demo'] });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`);
  } finally {
    portal.kill('SIGTERM');
    await portal.exitCode;
  }
  if (customers > 0) await addCustomersToDatabase(folder, customers);
}
