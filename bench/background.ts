import { largeImports } from '@basics/contract/imports.ts';
import type { LargeImport } from '@basics/contract/imports.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, call, startDemo, stopDemo } from './demo-portal.ts';
import type { DemoPortal } from './demo-portal.ts';
import { onDemoFolder } from './demo-folder.ts';
import { readMemory } from './portal-process.ts';
import { table } from './report.ts';

const clients = 10;
const partRows = 2000;
const keywords = ['', 'almeida', 'customer7919@', 'al', 'zzzqq', 'company 99 jensen'];

export type Background = { customers: number; rows: number; keep: string | undefined };

/**
 * Measures a portal on SQLite that works in the background: while ten clients search, reminders are due, all users are exported, and `rows` users
 * are imported. Ends it by SIGTERM and by SIGKILL in the middle of that, and counts what is lost or done twice.
 */
export async function measureBackground({ customers, rows, keep }: Background): Promise<string> {
  const lines: string[][] = [[`${customers.toLocaleString('en')} customers, SQLite`, 'at most', 'measured']];
  const add = (what: string, most: string, measured: string) => lines.push([what, most, measured]);
  await onDemoFolder(customers, keep, async (folder) => {
    const first = await startDemo(folder);
    await wait(3000);
    add('memory at rest', '160 MB', `${readMemory(first.process.pid)} MB`);
    const searches = await underLoad(first, () => wait(8000));
    add('memory after 8 s of searches by ten clients', '240 MB', `${searches.memory} MB`);
    const exported = await underLoad(first, () => exportUsers(first), 0);
    add('memory at most while all users are exported', '280 MB', `${exported.memory} MB`);
    const id = await sendImport(first, rows);
    await waitFor(first, id, ({ state }) => state === 'checked');
    await ask(first, `/import/${id}/start`, undefined, 'POST');
    const all = await underLoad(first, async () => {
      await exportUsers(first);
      await waitFor(first, id, ({ done }) => done > rows / 20);
    });
    add('searches, reminders, export and import at once: `GET /health/live`, 99 %', '100 ms', ms(all.live.p99));
    add('the longest one', '500 ms', ms(all.live.longest));
    add('`GET /user`, 99 %', '100 ms', ms(all.user.p99));
    add('the longest one', '500 ms', ms(all.user.longest));
    add('memory at most meanwhile', '', `${all.memory} MB`);
    const stopped = await stopDemo(first, 'SIGTERM');
    add('SIGTERM meanwhile', '3 s, exit code 0', `${ms(stopped.ms)}, exit code ${String(stopped.code)}`);
    const second = await startDemo(folder);
    const { done } = await ask<LargeImport>(second, `/import/${id}`);
    await waitFor(second, id, (found) => found.done > done);
    await stopDemo(second, 'SIGKILL');
    const third = await startDemo(folder);
    const end = await waitFor(third, id, ({ state }) => state === 'done');
    await stopDemo(third, 'SIGTERM');
    const found = countAfterwards(folder);
    add(
      'users imported after a restart and SIGKILL',
      String(rows),
      `${found.imported}, ${end.report?.errors.length ?? 0} errors`,
    );
    add('reminders sent twice', '0', `${found.twice} of ${found.reminders}`);
  });
  return table(lines);
}

const ms = (value: number): string => `${Math.round(value)} ms`;

type Load = { isOver: boolean };

/** Runs work while others search, and returns how long others waited, and the largest resident memory. */
async function underLoad(portal: DemoPortal, work: () => Promise<void>, searchers = clients) {
  const load: Load = { isOver: false };
  const others = [
    watch(load, () => fetch(`${portal.address}/health/live`)),
    watch(load, () => call(portal, '/user')),
    watchMemory(load, portal.process.pid),
  ] as const;
  const searching = Array.from({ length: searchers }, (_, at) => search(portal, load, at));
  await work();
  load.isOver = true;
  const [live, user, memory] = await Promise.all(others);
  await Promise.all(searching);
  return { live, user, memory };
}

/** Asks every 20 ms until the load is over. */
async function watch(load: Load, request: () => Promise<Response>): Promise<{ p99: number; longest: number }> {
  const waits: number[] = [];
  while (!load.isOver) {
    const from = performance.now();
    /* oxlint-disable no-await-in-loop -- one request after the other */
    await (await request()).arrayBuffer();
    waits.push(performance.now() - from);
    await wait(20);
    /* oxlint-enable no-await-in-loop */
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longest: sorted.at(-1) ?? 0 };
}

async function watchMemory(load: Load, pid: number): Promise<number> {
  let most = 0;
  while (!load.isOver) {
    most = Math.max(most, readMemory(pid));
    // oxlint-disable-next-line no-await-in-loop -- ten times a second
    await wait(100);
  }
  return most;
}

async function search(portal: DemoPortal, load: Load, from: number): Promise<void> {
  for (let at = from; !load.isOver; at += 1)
    // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
    await ask(portal, '/user/search', { keyword: keywords[at % keywords.length] });
}

async function exportUsers(portal: DemoPortal): Promise<void> {
  const response = await call(portal, '/user/export', {});
  for await (const _ of response.body ?? []) continue;
}

const header = 'login,firstName,lastName,company,profile,brand,country,tools,canReceiveMail';
const line = (at: number): string =>
  `many${at}@import.example,Nele,Neu ${at},Company ${at % 1000},OEM,blue,DE,basics:blue,yes`;

async function sendImport(portal: DemoPortal, rows: number): Promise<number> {
  const lines = [header, ...Array.from({ length: rows }, (_, at) => line(at))];
  const parts = Array.from({ length: Math.ceil(lines.length / partRows) }, (_, at) =>
    lines.slice(at * partRows, (at + 1) * partRows).join('\n'),
  );
  const body = { kind: 'users', name: 'bench.csv', parts: parts.length };
  const { importId } = await ask<LargeImport>(portal, largeImports.create.path, body);
  for (const [at, text] of parts.entries())
    // oxlint-disable-next-line no-await-in-loop -- the parts in their order
    await ask(portal, `/import/${importId}/part`, { number: at + 1, text: at === 0 ? text : `\n${text}` });
  return importId;
}

async function waitFor(portal: DemoPortal, id: number, is: (found: LargeImport) => boolean): Promise<LargeImport> {
  for (;;) {
    /* oxlint-disable no-await-in-loop -- asked until it is so */
    const found = await ask<LargeImport>(portal, `/import/${id}`);
    if (is(found)) return found;
    await wait(500);
    /* oxlint-enable no-await-in-loop */
  }
}

/** Reads the database of the stopped portal. */
function countAfterwards(folder: string): { imported: number; reminders: number; twice: number } {
  const database = new DatabaseSync(join(folder, 'portal.db'), { readOnly: true });
  const count = (sql: string): number => Number(database.prepare(sql).get()?.['n']);
  const reminded =
    "select subject_id, count(*) as times from audit where action = 'license.remind' group by subject_id";
  const counts = {
    imported: count("select count(*) as n from users where login like 'many%@import.example'"),
    reminders: count(`select coalesce(sum(times), 0) as n from (${reminded})`),
    twice: count(`select count(*) as n from (${reminded}) where times > 1`),
  };
  database.close();
  return counts;
}
