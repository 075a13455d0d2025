/**
 * Measures how long an import takes, and how long other writes wait for it: `node bench/imports.ts [rows] [SQLite|PostgreSQL]`. Each file
 * is imported while the portal serves other reads and writes. Prints the times of the dry run and of the real run, first for an import that
 * creates every row, then for an import that changes every row. Also prints the longest times of a small read and a small write during the
 * import.
 */
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { importReport, imports } from '@basics/contract/imports/imports.ts';
import { users } from '@basics/contract/users/users.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { runOnDatabase, type Bench } from './open-bench.ts';

const givenRowCount = process.argv[2];
const selectedKinds = (['SQLite', 'PostgreSQL'] as const).filter((kind) => (process.argv[3] ?? kind) === kind);
const readRowCount = (defaultCount: number): number =>
  givenRowCount === undefined ? defaultCount : Number(givenRowCount);

for (const kind of selectedKinds) {
  await runOnDatabase(kind, async (bench) => {
    await bench.addUser('root@bench.example', 1);
    await bench.addUser('sales@bench.example', 2);
    const administratorToken = await bench.signIn('root@bench.example');
    process.stdout.write(`\n${kind}\n`);
    await measureImport(bench, administratorToken, imports.users, createUsersFile(readRowCount(2000), 'One'));
    await measureImport(bench, administratorToken, imports.users, createUsersFile(readRowCount(2000), 'Two'));
    await measureImport(
      bench,
      administratorToken,
      imports.crmAccounts,
      createAccountsFile(readRowCount(10_000), 'One'),
    );
    await measureImport(
      bench,
      administratorToken,
      imports.crmAccounts,
      createAccountsFile(readRowCount(10_000), 'Two'),
    );
  });
}

async function measureImport(bench: Bench, token: string, endpoint: Endpoint, csv: string): Promise<void> {
  const importFile = async (body: object) => {
    const startTime = performance.now();
    const response = await bench.ask(token, endpoint, { csv, ...body });
    const responseText = await response.text();
    if (response.status !== 200) throw new Error(`${endpoint.name}: ${response.status} ${responseText}`);
    return { report: importReport.parse(JSON.parse(responseText)), took: performance.now() - startTime };
  };
  const dryRun = await importFile({ dryRun: true });
  if (dryRun.report.errors.length > 0) throw new Error(JSON.stringify(dryRun.report.errors.slice(0, 3)));
  const backgroundCalls = { isOver: false, longestReadMs: 0, longestWriteMs: 0 };
  const backgroundWork = Promise.all([
    repeatAction(backgroundCalls, 'longestReadMs', async () => {
      await (await bench.ask(token, users.current, undefined)).arrayBuffer();
    }),
    repeatAction(backgroundCalls, 'longestWriteMs', () => writeSetting(bench)),
  ]);
  const realRun = await importFile({ dryRun: false, digest: dryRun.report.digest });
  backgroundCalls.isOver = true;
  await backgroundWork;
  const { created, changed } = realRun.report;
  const figures = [
    `dry ${formatMs(dryRun.took)}`,
    `real ${formatMs(realRun.took)}`,
    `a read waited ${formatMs(backgroundCalls.longestReadMs)}`,
    `a write ${formatMs(backgroundCalls.longestWriteMs)}`,
  ];
  process.stdout.write(`  ${endpoint.name} +${created} ~${changed}`.padEnd(40) + figures.join(', ') + '\n');
}

type BackgroundCalls = { isOver: boolean; longestReadMs: number; longestWriteMs: number };

/** Repeats an action with pauses, and stores its longest time. */
async function repeatAction(
  backgroundCalls: BackgroundCalls,
  figureName: 'longestReadMs' | 'longestWriteMs',
  action: () => Promise<void>,
): Promise<void> {
  while (!backgroundCalls.isOver) {
    const startTime = performance.now();
    await action();
    backgroundCalls[figureName] = Math.max(backgroundCalls[figureName], performance.now() - startTime);
    await sleep(20);
  }
}

async function writeSetting({ database }: Bench): Promise<void> {
  const row = { key: 'bench', value: 'x' };
  await database.kysely
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
    .execute();
}

function formatMs(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}

function createUsersFile(rowCount: number, company: string): string {
  const header = 'login,firstName,lastName,phone,company,profile,brand,country,tools,canReceiveMail';
  const csvLines = Array.from(
    { length: rowCount },
    (_, rowIndex) =>
      `u${rowIndex}@x.example,First,Last${rowIndex},+33 ${rowIndex},${company},OEM,blue,DE,basics:blue,yes`,
  );
  return [header, ...csvLines].join('\r\n');
}

function createAccountsFile(rowCount: number, city: string): string {
  return [
    'account,name,city,country',
    ...Array.from({ length: rowCount }, (_, rowIndex) => `C-${rowIndex},Company ${rowIndex},${city},DE`),
  ].join('\r\n');
}
