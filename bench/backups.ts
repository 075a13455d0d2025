/**
 * Measures backups of a PostgreSQL database: `node bench/backups.ts --postgres=<URL of a server on this machine> [--other=<main.ts of another
 * version>] [customers ...]`, 50,000, 100,000 and 200,000 customers by default. The server keeps the filled databases for the next run.
 * Prints for each version the time, the CPU time of the command and of the server, and the size of the file.
 */
import { openDatabase } from '@basics/server/database/database.ts';
import { openStoredPostgres } from '@basics/server/testing/database/stored-postgres.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { followCpu } from './cpu-meter.ts';
import { fillWithLicences } from './customers-with-licences.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'string' }, other: { type: 'string' } },
});
const { postgres } = values;
if (postgres === undefined) throw new Error('Name the server: --postgres=postgres://...');
const thisVersion = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts');
const versions = [thisVersion, ...(values.other === undefined ? [] : [values.other])];
const sizes = positionals.length > 0 ? positionals.map(Number) : [50_000, 100_000, 200_000];

// Everything runs one after the other, because two measurements would slow each other down.
/* oxlint-disable no-await-in-loop */
print('| customers | version | backup s | CPU s | CPU of PostgreSQL s | MB | check of the restore s | CPU s |');
print('| --: | --- | --: | --: | --: | --: | --: | --: |');
for (const customers of sizes) {
  const { url, serverPid } = await openStoredPostgres(postgres, `backups_${customers}`);
  const database = await openDatabase({ url }, { patienceMs: 600_000 });
  await fillWithLicences(database, customers);
  await database.close();
  for (const main of versions) print(await measureVersion({ main, customers, url, serverPid }));
}
print(`Load average of one minute: ${loadavg()[0]?.toFixed(1)}`);

type Measured = { main: string; customers: number; url: string; serverPid: number };

async function measureVersion({ main, customers, url, serverPid }: Measured): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-backups-'));
  const run = (...args: string[]) => runPortal(main, args, { folder, url, serverPid });
  try {
    const backup = await run('backup', '--to', folder);
    const name = (await readdir(folder)).find((fileName) => fileName.startsWith('portal-')) ?? '';
    const { size } = await stat(join(folder, name));
    const restore = await run('restore', '--check', join(folder, name));
    const figures = [backup.seconds, backup.cpu, backup.serverCpu, size / 1e6, restore.seconds, restore.cpu];
    return `| ${[customers, main === thisVersion ? 'this' : 'other', ...figures.map((figure) => figure.toFixed(1))].join(' | ')} |`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runPortal(
  main: string,
  args: readonly string[],
  { folder, url, serverPid }: { folder: string; url: string; serverPid: number },
) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (part) => (errors = `${errors}${part}`.slice(-2000)));
  const stopMeters = [child.pid ?? 0, serverPid].map(followCpu);
  const [code]: unknown[] = await once(child, 'exit');
  const [cpu = 0, serverCpu = 0] = stopMeters.map((stop) => stop());
  if (code !== 0) throw new Error(`portal ${args.join(' ')}: exit code ${String(code)}\n${errors}`);
  return { seconds: (performance.now() - startedAt) / 1000, cpu, serverCpu };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
