/**
 * Measures how long an import takes and blocks other writers: `node bench/imports.ts [rows] [SQLite|PostgreSQL]`. Each file is
 * imported while the portal serves other reads and writes. Prints the times of the dry run, the real run, a second run that changes every row,
 * and the longest times of a small read and a small write during the import.
 */
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { importReport, imports } from '@basics/contract/imports.ts';
import { users } from '@basics/contract/users.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { runOnDatabase } from './open-bench.ts';
import type { Bench } from './open-bench.ts';

const givenRowCount = process.argv[2];
const kinds = (['SQLite', 'PostgreSQL'] as const).filter((kind) => (process.argv[3] ?? kind) === kind);
const readRowCount = (defaultCount: number): number =>
  givenRowCount === undefined ? defaultCount : Number(givenRowCount);

for (const kind of kinds) {
  await runOnDatabase(kind, async (bench) => {
    await bench.addUser('root@bench.example', 1);
    await bench.addUser('sales@bench.example', 2);
    const root = await bench.signIn('root@bench.example');
    process.stdout.write(`\n${kind}\n`);
    await measureImport(bench, root, imports.users, createUsersFile(readRowCount(2000), 'One'));
    await measureImport(bench, root, imports.users, createUsersFile(readRowCount(2000), 'Two'));
    await measureImport(bench, root, imports.crmAccounts, createAccountsFile(readRowCount(10_000), 'One'));
    await measureImport(bench, root, imports.crmAccounts, createAccountsFile(readRowCount(10_000), 'Two'));
  });
}

async function measureImport(bench: Bench, token: string, endpoint: Endpoint, csv: string): Promise<void> {
  const run = async (body: object) => {
    const started = performance.now();
    const response = await bench.ask(token, endpoint, { csv, ...body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${endpoint.name}: ${response.status} ${text}`);
    return { report: importReport.parse(JSON.parse(text)), took: performance.now() - started };
  };
  const dry = await run({ dryRun: true });
  if (dry.report.errors.length > 0) throw new Error(JSON.stringify(dry.report.errors.slice(0, 3)));
  const backgroundCalls = { isOver: false, read: 0, write: 0 };
  const backgroundWork = Promise.all([
    repeatAction(backgroundCalls, 'read', async () => {
      await (await bench.ask(token, users.current, undefined)).arrayBuffer();
    }),
    repeatAction(backgroundCalls, 'write', () => writeSomething(bench)),
  ]);
  const real = await run({ dryRun: false, digest: dry.report.digest });
  backgroundCalls.isOver = true;
  await backgroundWork;
  const { created, changed } = real.report;
  const figures = [
    `dry ${formatMs(dry.took)}`,
    `real ${formatMs(real.took)}`,
    `a read waited ${formatMs(backgroundCalls.read)}`,
    `a write ${formatMs(backgroundCalls.write)}`,
  ];
  process.stdout.write(`  ${endpoint.name} +${created} ~${changed}`.padEnd(40) + figures.join(', ') + '\n');
}

type BackgroundCalls = { isOver: boolean; read: number; write: number };

/** Repeats an action with pauses, and returns its longest time. */
async function repeatAction(
  backgroundCalls: BackgroundCalls,
  what: 'read' | 'write',
  work: () => Promise<void>,
): Promise<void> {
  while (!backgroundCalls.isOver) {
    const started = performance.now();
    await work();
    backgroundCalls[what] = Math.max(backgroundCalls[what], performance.now() - started);
    await sleep(20);
  }
}

async function writeSomething({ database }: Bench): Promise<void> {
  const row = { key: 'bench', value: 'x' };
  await database.kysely
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
    .execute();
}

function formatMs(time: number): string {
  return `${time.toFixed(0)} ms`;
}

function createUsersFile(count: number, company: string): string {
  const header = 'login,firstName,lastName,phone,company,profile,brand,country,tools,canReceiveMail';
  const lines = Array.from(
    { length: count },
    (_, at) => `u${at}@x.example,First,Last${at},+33 ${at},${company},OEM,blue,DE,basics:blue,yes`,
  );
  return [header, ...lines].join('\r\n');
}

function createAccountsFile(count: number, city: string): string {
  return [
    'account,name,city,country',
    ...Array.from({ length: count }, (_, at) => `C-${at},Company ${at},${city},DE`),
  ].join('\r\n');
}
