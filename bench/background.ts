/**
 * Measures a portal on SQLite as `npm start` runs it, which works in the background: `node bench/background.ts <data folder> [rows]`. The folder has a demo that was
 * started once, stopped, and filled with `bench/fill.ts`. While ten clients search, reminders are due, all users are exported and `rows`
 * users (100,000 by default) are imported. Prints the start, the memory, the longest waits of `/health/live` and `GET /user`, and the
 * time that the process takes to end after SIGTERM in the middle of it; then the same after `kill -9`.
 */
import { largeImports } from '@basics/contract/imports.ts';
import type { LargeImport } from '@basics/contract/imports.ts';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCpu } from './portal-process.ts';
import { memorySettings } from '../scripts/run-server.mjs';
import { findServerMain } from '../scripts/server-build.mjs';

const [folder, rows = '100000'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/background.ts <data folder> [rows]');
const port = 3999;
const base = `http://127.0.0.1:${port}`;
const partRows = 2000;

type Portal = { process: ChildProcess; token: string };

async function start(): Promise<Portal> {
  const from = performance.now();
  const env = {
    ...process.env,
    ...memorySettings.environment,
    DATA_DIR: folder,
    PORT: String(port),
    HUMAN_VERIFICATION: 'off',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [memorySettings.flag, findServerMain(), '--demo'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await fetch(`${base}/health/live`).catch(() => null))) await sleep(5);
  const ms = Math.round(performance.now() - from);
  print(`start to the first answer: ${ms} ms, ${readCpu(child.pid ?? 0).toFixed(2)} s of CPU, ${memoryOf(child)} MB`);
  const login = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };
  const { token } = await ask<{ token: string }>('', '/auth/token', login);
  return { process: child, token };
}

async function stop({ process: child }: Portal, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const from = performance.now();
  child.kill(signal);
  const [code] = await once(child, 'exit');
  print(`${signal}: ended after ${Math.round(performance.now() - from)} ms with exit code ${code}`);
}

async function ask<Reply>(token: string, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Reply> {
  const response = await fetch(`${base}/core/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  // The contract says so; a bench does not check it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await response.json()) as Reply;
}

/** Asks every 20 ms until the load is over, and returns the waits in milliseconds, sorted. */
async function watch(load: { isOver: boolean }, path: string, headers: Record<string, string> = {}): Promise<number[]> {
  const waits: number[] = [];
  while (!load.isOver) {
    const from = performance.now();
    const response = await fetch(`${base}${path}`, { headers }).catch(() => null);
    if (!response) break;
    await response.arrayBuffer();
    waits.push(performance.now() - from);
    await sleep(20);
  }
  return waits.toSorted((a, b) => a - b);
}

const keywords = ['', 'almeida', 'customer7919@', 'al', 'zzzqq', 'company 99 jensen'];

async function search({ token }: Portal, load: { isOver: boolean; searches: number }): Promise<void> {
  while (!load.isOver) {
    const keyword = keywords[load.searches % keywords.length];
    await ask(token, '/user/search', { keyword }).catch(() => (load.isOver = true));
    load.searches += 1;
  }
}

async function exportAll({ token }: Portal): Promise<void> {
  const from = performance.now();
  const response = await fetch(`${base}/core/api/user/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  print(`export: ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - from) / 1000).toFixed(1)} s`);
}

const header = 'login,firstName,lastName,company,profile,brand,country,tools,canReceiveMail';
const line = (at: number): string =>
  `many${at}@import.example,Nele,Neu ${at},Company ${at % 1000},OEM,blue,DE,basics:blue,yes`;

async function send({ token }: Portal): Promise<number> {
  const lines = [header, ...Array.from({ length: Number(rows) }, (_, at) => line(at))];
  const parts = Array.from({ length: Math.ceil(lines.length / partRows) }, (_, at) =>
    lines.slice(at * partRows, (at + 1) * partRows).join('\n'),
  );
  const body = { kind: 'users', name: 'bench.csv', parts: parts.length };
  const { importId } = await ask<LargeImport>(token, largeImports.create.path, body);
  for (const [at, text] of parts.entries())
    await ask(token, `/import/${importId}/part`, { number: at + 1, text: at === 0 ? text : `\n${text}` });
  return importId;
}

async function waitFor({ token }: Portal, id: number, is: (found: LargeImport) => boolean): Promise<LargeImport> {
  for (;;) {
    const found = await ask<LargeImport>(token, `/import/${id}`);
    if (is(found)) return found;
    await sleep(500);
  }
}

/** Runs work while others search, and prints how long others waited. */
async function under(portal: Portal, what: string, work: () => Promise<void>): Promise<void> {
  const load = { isOver: false, searches: 0 };
  const clients = Array.from({ length: 10 }, () => search(portal, load));
  const authorization = `Bearer ${portal.token}`;
  const watches = [watch(load, '/health/live'), watch(load, '/core/api/user', { authorization })];
  const [from, cpu] = [performance.now(), readCpu(portal.process.pid ?? 0)];
  await work();
  load.isOver = true;
  const [live = [], user = []] = await Promise.all(watches);
  await Promise.all(clients);
  print(
    `${what}: ${((performance.now() - from) / 1000).toFixed(1)} s, ${load.searches} searches, /health/live ${waitsOf(live)}, GET /user ${waitsOf(user)}, ` +
      `${(readCpu(portal.process.pid ?? 0) - cpu).toFixed(1)} s of CPU, ${memoryOf(portal.process)} MB`,
  );
}

const waitsOf = (waits: number[]): string =>
  `p99 ${waits[Math.floor(waits.length * 0.99)]?.toFixed(0)} ms, longest ${waits.at(-1)?.toFixed(0)} ms`;

const statusOf = ({ pid }: ChildProcess, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
const memoryOf = (child: ChildProcess): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(statusOf(child, 'status'))?.[1]) / 1024);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const first = await start();
await sleep(3000);
print(`at rest: ${memoryOf(first.process)} MB`);
await under(first, 'reminders and searches', () => sleep(15_000));
await under(first, 'an export', () => exportAll(first));
let id = 0;
await under(first, 'sending and checking the file', async () => {
  id = await send(first);
  await waitFor(first, id, ({ state }) => state === 'checked');
});
await under(first, 'a part of the import', async () => {
  await ask(first.token, `/import/${id}/start`, undefined, 'POST');
  await waitFor(first, id, ({ done }) => done > Number(rows) / 10);
});
await stop(first, 'SIGTERM');
const second = await start();
const { done } = await ask<LargeImport>(second.token, `/import/${id}`);
print(`imported when the process ended: ${done}`);
await waitFor(second, id, (found) => found.done > done);
await stop(second, 'SIGKILL');
const third = await start();
const end = await waitFor(third, id, ({ state }) => state === 'done');
print(`at the end: ${JSON.stringify(end.report)}`);
await stop(third, 'SIGTERM');
