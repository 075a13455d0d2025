/**
 * Measures an import of many users and its Undo: `node bench/undo-import.ts [rows] [SQLite|PostgreSQL]`. Prints for each step its time, its
 * CPU time in the portal, the highest memory of the portal, and how long other calls waited. Then it compares the number of users with that
 * before the import.
 */
import type { LargeImport } from '@basics/contract/imports/imports.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { measureUnderLoad, sendImport, waitForImport } from './background.ts';
import { withDemoFolder } from './demo-folder.ts';
import { callForJson, startDemo, stopDemo, type DemoPortal } from './demo-portal.ts';
import { databaseKinds } from './open-bench.ts';
import { readCpuSeconds } from './portal-process.ts';
import { formatTable } from './report.ts';

const rows = Number(process.argv[2] ?? 200_000);
const selectedKinds = databaseKinds.filter((kind) => (process.argv[3] ?? kind) === kind);

for (const kind of selectedKinds) {
  const server = kind === 'PostgreSQL' ? await startEmbeddedPostgres() : null;
  try {
    await withDemoFolder(0, undefined, async (folder) => {
      const portal = await startDemo(folder, server ? { DATABASE_URL: server.url } : {});
      try {
        process.stdout.write(`\n${kind}, ${rows} rows\n\n${await measureUndo(portal)}\n`);
      } finally {
        await stopDemo(portal, 'SIGTERM');
      }
    });
  } finally {
    await server?.stop();
  }
}

async function measureUndo(portal: DemoPortal): Promise<string> {
  const table = [['step', 'elapsed', 'CPU', 'memory', '`GET /user`, 99 %', 'slowest', 'slowest small write']];
  const measureStep = async (name: string, run: () => Promise<unknown>) => {
    const [startTime, startCpu] = [performance.now(), readCpuSeconds(portal.process.pid)];
    const load = await measureUnderLoad(portal, async () => void (await run()), 0);
    const elapsed = (performance.now() - startTime) / 1000;
    const cpu = readCpuSeconds(portal.process.pid) - startCpu;
    const waits = [load.user.p99, load.user.longest, load.write.longest].map((ms) => `${Math.round(ms)} ms`);
    table.push([name, `${elapsed.toFixed(0)} s`, `${cpu.toFixed(0)} s`, `${load.memory} MB`, ...waits]);
  };
  const usersBefore = await countUsers(portal);
  let id = 0;
  await measureStep('send and check the file', async () => {
    id = await sendImport(portal, rows);
    await waitForImport(portal, id, ({ state }) => state === 'checked');
  });
  await measureStep('write the rows', async () => {
    await callForJson(portal, `/import/${id}/start`, undefined, 'POST');
    await waitForImport(portal, id, ({ state }) => state === 'done');
  });
  const usersAfterImport = await countUsers(portal);
  await measureStep('undo', async () => {
    await callForJson(portal, `/import/${id}/undo`, undefined, 'POST');
    await waitForImport(portal, id, ({ state }) => state === 'undone');
  });
  const { undone } = await callForJson<LargeImport>(portal, `/import/${id}`);
  const counts = `${usersBefore} users before, ${usersAfterImport} after the import, ${await countUsers(portal)} after the Undo`;
  const refusals = `${undone?.records ?? 0} records undone, ${undone?.refused.length ?? 0} refused`;
  return `${formatTable(table)}\n\n${counts}; ${refusals}.`;
}

async function countUsers(portal: DemoPortal): Promise<number> {
  const { total } = await callForJson<{ total: number }>(portal, '/user/search', {});
  return total;
}
