import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { addCustomers, countAdded } from '@basics/server/testing/many-customers.ts';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@basics/server/testing/free-port.ts';
import { startPortal, waitUntilReady } from './portal-process.ts';

/** Runs `work` with the data folder of a stopped demo on SQLite with so many customers more. With `keep`, it is a copy of one that stays there. */
export async function onDemoFolder<Result>(
  customers: number,
  keep: string | undefined,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-bench-'));
  try {
    const kept = keep === undefined ? null : join(keep, `demo-${customers}`);
    if (kept !== null && (await stat(kept).catch(() => null))) await cp(kept, folder, { recursive: true });
    else {
      await makeDemo(folder, customers);
      if (kept !== null) await cp(folder, kept, { recursive: true });
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeDemo(folder: string, customers: number): Promise<void> {
  const port = await freePort();
  const portal = startPortal({ cwd: folder, env: { DATA_DIR: folder, PORT: String(port) }, args: ['--demo'] });
  await waitUntilReady(`http://127.0.0.1:${port}`);
  portal.kill('SIGTERM');
  await portal.ended;
  await fill(folder, customers);
}

/** Adds customers to the database of a stopped portal. */
export async function fill(folder: string, customers: number, onBatch?: (done: number) => void): Promise<void> {
  const database = await openDatabase({ file: join(folder, 'portal.db') }, { isDurable: false });
  try {
    await migrate(database, Date.now);
    const from = await countAdded(database.kysely);
    await addCustomers(database, { from, to: from + customers, onBatch: (at) => onBatch?.(at - from) });
  } finally {
    await database.close();
  }
}
