/**
 * Measures the list of users and the list of licences, with 100,000 rows each, on both databases: `node bench/lists.ts [rows]
 * [SQLite|PostgreSQL]`. Prints the median of five calls through a socket, and the CPU time of one call including its client, in
 * milliseconds. For exports, prints the time to the first and to the last bytes, the longest turn of the event loop, and the growth of the
 * memory.
 */
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { users } from '@basics/contract/users/users.ts';
import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { addCustomers } from '@basics/server/testing/records/many-customers.ts';
import { assignSalesman } from '@basics/server/testing/records/staff.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { median } from './median.ts';
import { runOnDatabase, type Bench } from './open-bench.ts';

const rowCount = Number(process.argv[2] ?? 100_000);
const selectedKinds = (['SQLite', 'PostgreSQL'] as const).filter((kind) => (process.argv[3] ?? kind) === kind);

const createSort = (field: string, direction: 'asc' | 'desc') => ({ sort: { field, direction } });
const userSorts = ['login', 'firstName', 'lastName', 'company', 'country', 'status', 'createdAt'];
const licenseSorts = ['issuedAt', 'expiryDate', 'machineName', 'owner'];

const noLicence = { field: 'licences', op: 'fewer', values: [1] };
const neverSignedIn = { field: 'neverSignedIn', op: 'yes', values: [] };
const userFilters = [
  [
    'filters: two countries, not red',
    [
      { field: 'country', op: 'oneOf', values: ['NO', 'SE'] },
      { field: 'brand', op: 'noneOf', values: ['red'] },
    ],
  ],
  ['filters: no licence', [noLicence]],
  ['filters: never signed in, small country', [{ field: 'country', op: 'oneOf', values: ['AE'] }, neverSignedIn]],
  ['filters: no licence, never signed in', [noLicence, neverSignedIn]],
  ['filters: licence expires in 30 days', [{ field: 'nextExpiry', op: 'inNext', values: [30] }]],
  ['filters: has signed in', [{ field: 'lastSignIn', op: 'isNotEmpty', values: [] }]],
  ['filters: company is', [{ field: 'company', op: 'is', values: ['Company 283'] }]],
  ['filters: company contains, no row', [{ field: 'company', op: 'contains', values: ['xyzzy'] }]],
  ['filters: phone', [{ field: 'phone', op: 'contains', values: ['4822'] }]],
  ['filters: more than 2 licences', [{ field: 'licences', op: 'more', values: [2] }]],
] as const;

for (const kind of selectedKinds) {
  await runOnDatabase(kind, async (bench) => {
    const startTime = performance.now();
    await bench.addUser('root@bench.example', 1);
    const salesman = await bench.addUser('sales@bench.example', 2);
    await assignSalesman(bench.database, salesman, 'NO', 'blue');
    await addCustomers(bench.database, { from: 0, to: rowCount });
    const administratorToken = await bench.signIn('root@bench.example');
    const salesmanToken = await bench.signIn('sales@bench.example');
    process.stdout.write(`\n${kind}, ${rowCount} users and licences (filled in ${formatSecondsSince(startTime)} s)\n`);
    await measureSearches(bench, users.search, userSorts, { administratorToken, salesmanToken });
    for (const [label, filters] of userFilters)
      await measureCall(bench, { token: administratorToken, endpoint: users.search, label, body: { filters } });
    await measurePreview(bench, salesmanToken);
    await measureSelection(bench, administratorToken);
    await measureSearches(bench, licenseAdmin.search, licenseSorts, { administratorToken, salesmanToken });
    for (const field of userSorts)
      await measureExport(bench, {
        token: administratorToken,
        endpoint: users.export,
        label: `users by ${field}`,
        body: createSort(field, 'asc'),
      });
    await measureExport(bench, {
      token: salesmanToken,
      endpoint: users.export,
      label: 'users of a salesman',
      body: {},
    });
    for (const field of licenseSorts)
      await measureExport(bench, {
        token: administratorToken,
        endpoint: licenseAdmin.export,
        label: `licences by ${field}`,
        body: createSort(field, 'asc'),
      });
  });
}

type Tokens = { administratorToken: string; salesmanToken: string };

async function measureSearches(
  bench: Bench,
  endpoint: Endpoint,
  sorts: readonly string[],
  { administratorToken, salesmanToken }: Tokens,
): Promise<void> {
  const farPageNumber = Math.floor(rowCount / 20) - 1;
  const searches: [string, string, object][] = [
    ['first page', administratorToken, {}],
    ...sorts.flatMap((field): [string, string, object][] => [
      [`by ${field}`, administratorToken, createSort(field, 'asc')],
      [`by ${field}, descending`, administratorToken, createSort(field, 'desc')],
    ]),
    ['far page', administratorToken, { pageNumber: farPageNumber }],
    ['filter: country', administratorToken, { country: 'NO' }],
    ['filter: brand', administratorToken, { brand: 'red' }],
    ['filter: tool', administratorToken, { tool: 'basics' }],
    ['keyword of one', administratorToken, { keyword: 'customer7919@' }],
    ['keyword of many', administratorToken, { keyword: 'berg' }],
    ['keyword of none', administratorToken, { keyword: 'xyzzy' }],
    ['salesman, first page', salesmanToken, {}],
    ['salesman, keyword', salesmanToken, { keyword: 'berg' }],
  ];
  for (const [label, token, body] of searches) await measureCall(bench, { token, endpoint, label, body });
}

/** Measures the preview of the end of a grant for 200 customers of a salesman. */
async function measurePreview(bench: Bench, token: string): Promise<void> {
  const response = await bench.ask(token, users.search, { pageSize: 200 });
  const ids = users.search.reply.parse(await response.json()).items.map(({ userId }) => userId);
  const body = { ids, change: 'endGrant', tool: 'basics', brand: 'blue', preview: true };
  await measureCall(bench, { token, endpoint: bulkUsers.changeMany, label: `preview of ${ids.length}`, body });
}

/** Measures the count of all users who match, at most 25,000, and the preview of a change of all of them, part by part. */
async function measureSelection(bench: Bench, token: string): Promise<void> {
  const filters = rowCount < limits.list.selected ? [] : [{ field: 'country', op: 'oneOf', values: ['NO'] }];
  await measureCall(bench, { token, endpoint: selections.users, label: 'count of all', body: { filters } });
  globalThis.gc?.();
  const { rss: memoryBefore } = process.memoryUsage();
  const { user: userBefore, system: systemBefore } = process.cpuUsage();
  const startTime = performance.now();
  const change = { selection: { filters }, change: 'endGrant', tool: 'basics', brand: 'blue', preview: true };
  let place: { from?: number | undefined; seen?: unknown } = {};
  let records = 0;
  let firstMs = 0;
  let maximumMemory = memoryBefore;
  do {
    const response = await bench.ask(token, bulkUsers.changeMany, { ...change, ...place });
    const { results, seen, next } = bulkUsers.changeMany.reply.parse(await response.json());
    records += results.length;
    firstMs ||= performance.now() - startTime;
    maximumMemory = Math.max(maximumMemory, process.memoryUsage().rss);
    place = { from: next, seen };
  } while (place.from !== undefined);
  const { user, system } = process.cpuUsage();
  const cpuMs = ((user + system - userBefore - systemBefore) / 1000).toFixed(0);
  const memoryMb = ((maximumMemory - memoryBefore) / 1024 ** 2).toFixed(0);
  const figures = `first part ${firstMs.toFixed(0)} ms, all ${formatSecondsSince(startTime)} s, CPU ${cpuMs} ms, memory +${memoryMb} MiB`;
  print(`preview of all ${records}`, figures);
}

type MeasuredCall = { token: string; endpoint: Endpoint; label: string; body: object };

async function measureCall(bench: Bench, { token, endpoint, label, body }: MeasuredCall): Promise<void> {
  const durations: number[] = [];
  const startCpu = process.cpuUsage();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const startTime = performance.now();
    const response = await bench.ask(token, endpoint, body);
    if (response.status !== 200) throw new Error(`${endpoint.name} ${label}: ${await response.text()}`);
    await response.arrayBuffer();
    durations.push(performance.now() - startTime);
  }
  const { user, system } = process.cpuUsage(startCpu);
  const cpuMs = ((user + system) / 1000 / durations.length).toFixed(1);
  print(`${endpoint.name} ${label}`, `${median(durations).toFixed(1)} ms, CPU ${cpuMs} ms`);
}

async function measureExport(bench: Bench, { token, endpoint, label, body }: MeasuredCall): Promise<void> {
  await bench.database.kysely.deleteFrom('throttles').execute();
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage().rss;
  let maximumMemory = memoryBefore;
  const eventLoopDelays = monitorEventLoopDelay({ resolution: 5 });
  eventLoopDelays.enable();
  const startTime = performance.now();
  const response = await bench.ask(token, endpoint, body);
  let firstBytesMs = 0;
  let bytes = 0;
  for await (const bodyPart of response.body ?? []) {
    firstBytesMs ||= performance.now() - startTime;
    bytes += bodyPart.length;
    maximumMemory = Math.max(maximumMemory, process.memoryUsage().rss);
  }
  eventLoopDelays.disable();
  const longestTurnMs = (eventLoopDelays.max / 1e6).toFixed(0);
  const memoryGrowthMb = ((maximumMemory - memoryBefore) / 1024 ** 2).toFixed(0);
  const sizeMb = (bytes / 1024 ** 2).toFixed(1);
  print(
    `export ${label}`,
    `first ${firstBytesMs.toFixed(0)} ms, all ${formatSecondsSince(startTime)} s, ${sizeMb} MiB, turn ${longestTurnMs} ms, memory +${memoryGrowthMb} MiB`,
  );
}

function formatSecondsSince(startTime: number): string {
  return ((performance.now() - startTime) / 1000).toFixed(1);
}

function print(label: string, figures: string): void {
  process.stdout.write(`  ${label.padEnd(46)} ${figures}\n`);
}
