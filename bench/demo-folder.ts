import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@basics/server/testing/free-port.ts';
import { addToDatabase } from './add-to-database.ts';
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
  if (customers > 0) await addToDatabase(folder, customers);
}
