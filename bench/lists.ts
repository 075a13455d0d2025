/**
 * Measures the lists with 100,000 users and as many licences, on both databases: `node bench/lists.ts [rows] [SQLite|PostgreSQL]`.
 * Prints the median of five calls through a socket, and the CPU time of one (that of the client included), in milliseconds; for exports, the
 * time to the first and the last bytes, the longest turn of the event loop, and by how much the memory of the process grew.
 */
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { users } from '@basics/contract/users.ts';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { addCustomers } from '@basics/server/testing/many-customers.ts';
import { assign } from '@basics/server/testing/staff.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runOnDatabase } from './open-bench.ts';
import type { Bench } from './open-bench.ts';

const count = Number(process.argv[2] ?? 100_000);
const kinds = (['SQLite', 'PostgreSQL'] as const).filter((kind) => (process.argv[3] ?? kind) === kind);

const createSort = (field: string, direction: 'asc' | 'desc') => ({ sort: { field, direction } });
const userSorts = ['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'];
const licenseSorts = ['issuedAt', 'expiryDate', 'machineName', 'owner'];

for (const kind of kinds) {
  await runOnDatabase(kind, async (bench) => {
    const started = performance.now();
    await bench.addUser('root@bench.example', 1);
    const salesman = await bench.addUser('sales@bench.example', 2);
    await assign(bench.database, salesman, 'NO', 'blue');
    await addCustomers(bench.database, { from: 0, to: count });
    const root = await bench.signIn('root@bench.example');
    const sales = await bench.signIn('sales@bench.example');
    process.stdout.write(`\n${kind}, ${count} users and licences (filled in ${secondsSince(started)} s)\n`);
    await measureSearches(bench, users.search, userSorts, { root, sales });
    await measureSearches(bench, licenseAdmin.search, licenseSorts, { root, sales });
    for (const field of userSorts)
      await measureExport(bench, {
        token: root,
        endpoint: users.export,
        what: `users by ${field}`,
        body: createSort(field, 'asc'),
      });
    await measureExport(bench, { token: sales, endpoint: users.export, what: 'users of a salesman', body: {} });
    for (const field of licenseSorts)
      await measureExport(bench, {
        token: root,
        endpoint: licenseAdmin.export,
        what: `licences by ${field}`,
        body: createSort(field, 'asc'),
      });
  });
}

type Tokens = { root: string; sales: string };

async function measureSearches(
  bench: Bench,
  endpoint: Endpoint,
  sorts: readonly string[],
  { root, sales }: Tokens,
): Promise<void> {
  const far = Math.floor(count / 20) - 1;
  const searches: [string, string, object][] = [
    ['first page', root, {}],
    ...sorts.flatMap((field): [string, string, object][] => [
      [`by ${field}`, root, createSort(field, 'asc')],
      [`by ${field}, descending`, root, createSort(field, 'desc')],
    ]),
    ['far page', root, { pageNumber: far }],
    ['filter: country', root, { country: 'NO' }],
    ['filter: brand', root, { brand: 'red' }],
    ['filter: tool', root, { tool: 'basics' }],
    ['keyword of one', root, { keyword: 'customer7919@' }],
    ['keyword of many', root, { keyword: 'berg' }],
    ['keyword of none', root, { keyword: 'xyzzy' }],
    ['salesman, first page', sales, {}],
    ['salesman, keyword', sales, { keyword: 'berg' }],
  ];
  for (const [what, token, body] of searches) {
    const times: number[] = [];
    const began = process.cpuUsage();
    for (let time = 0; time < 5; time += 1) {
      const started = performance.now();
      const response = await bench.ask(token, endpoint, body);
      if (response.status !== 200) throw new Error(`${endpoint.name} ${what}: ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - started);
    }
    const { user, system } = process.cpuUsage(began);
    const cpu = ((user + system) / 1000 / times.length).toFixed(1);
    print(`${endpoint.name} ${what}`, `${times.toSorted((a, b) => a - b)[2]?.toFixed(1)} ms, CPU ${cpu} ms`);
  }
}

type Export = { token: string; endpoint: Endpoint; what: string; body: object };

async function measureExport(bench: Bench, { token, endpoint, what, body }: Export): Promise<void> {
  await bench.database.kysely.deleteFrom('throttles').execute();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let maximumMemory = before;
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const started = performance.now();
  const response = await bench.ask(token, endpoint, body);
  let firstMs = 0;
  let bytes = 0;
  for await (const part of response.body ?? []) {
    firstMs ||= performance.now() - started;
    bytes += part.length;
    maximumMemory = Math.max(maximumMemory, process.memoryUsage().rss);
  }
  delays.disable();
  const longestTurn = (delays.max / 1e6).toFixed(0);
  const growth = ((maximumMemory - before) / 1024 ** 2).toFixed(0);
  const size = (bytes / 1024 ** 2).toFixed(1);
  print(
    `export ${what}`,
    `first ${firstMs.toFixed(0)} ms, all ${secondsSince(started)} s, ${size} MiB, turn ${longestTurn} ms, memory +${growth} MiB`,
  );
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

function print(what: string, figures: string): void {
  process.stdout.write(`  ${what.padEnd(46)} ${figures}\n`);
}
