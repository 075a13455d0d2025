import { largeImports, type LargeImport } from '@basics/contract/imports/imports.ts';
import { jobs, sealJobs } from '@basics/server/jobs/jobs.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { callForJson, call, startDemo, stopDemo, type DemoPortal } from './demo-portal.ts';
import { withDemoFolder } from './demo-folder.ts';
import { readMemoryMb } from './portal-process.ts';
import { formatTable } from './report.ts';

const clientCount = 10;
const rowsPerPart = 2000;
const keywords = ['', 'almeida', 'customer7919@', 'al', 'zzzqq', 'company 99 jensen'];

export type BackgroundOptions = { customers: number; rows: number; keep: string | undefined };

/**
 * Measures a portal on SQLite, first while no job is due, and then while ten clients search, reminders are due, all users are exported, and
 * `rows` users are imported. Ends the portal by SIGTERM and by SIGKILL during the import, and counts the imported users and the reminders
 * that were sent twice.
 */
export async function measureBackground({ customers, rows, keep }: BackgroundOptions): Promise<string> {
  const tableRows: string[][] = [[`${customers.toLocaleString('en')} customers, SQLite`, 'at most', 'measured']];
  const addRow = (label: string, limit: string, figure: string) => tableRows.push([label, limit, figure]);
  await withDemoFolder(customers, keep, async (folder) => {
    postponeJobs(folder);
    const quietRun = await startDemo(folder);
    await wait(3000);
    addRow('memory at rest', '160 MB', `${readMemoryMb(quietRun.process.pid)} MB`);
    const searchLoad = await measureUnderLoad(quietRun, () => wait(8000));
    addRow('memory after 8 s of searches by ten clients', '240 MB', `${searchLoad.memory} MB`);
    const exportLoad = await measureUnderLoad(quietRun, () => exportUsers(quietRun), 0);
    addRow('highest memory while all users are exported', '280 MB', `${exportLoad.memory} MB`);
    await stopDemo(quietRun, 'SIGTERM');
    makeJobsDue(folder);
    const firstRun = await startDemo(folder);
    const id = await sendImport(firstRun, rows);
    await waitForImport(firstRun, id, ({ state }) => state === 'checked');
    await callForJson(firstRun, `/import/${id}/start`, undefined, 'POST');
    const fullLoad = await measureUnderLoad(firstRun, async () => {
      await exportUsers(firstRun);
      await waitForImport(firstRun, id, ({ done }) => done > rows / 20);
    });
    addRow('searches, reminders, export and import at once: `GET /health/live`, 99 %', '100 ms', ms(fullLoad.live.p99));
    addRow('the slowest `GET /health/live`', '500 ms', ms(fullLoad.live.longest));
    addRow('`GET /user`, 99 %', '100 ms', ms(fullLoad.user.p99));
    addRow('the slowest `GET /user`', '500 ms', ms(fullLoad.user.longest));
    addRow('a small write, 99 %', '', ms(fullLoad.write.p99));
    addRow('the slowest small write', '500 ms', ms(fullLoad.write.longest));
    addRow('highest memory during this load', '', `${fullLoad.memory} MB`);
    const stopResult = await stopDemo(firstRun, 'SIGTERM');
    addRow(
      'stop by SIGTERM during this load',
      '3 s, exit code 0',
      `${ms(stopResult.ms)}, exit code ${String(stopResult.code)}`,
    );
    const secondRun = await startDemo(folder);
    const { done } = await callForJson<LargeImport>(secondRun, `/import/${id}`);
    await waitForImport(secondRun, id, (progress) => progress.done > done);
    await stopDemo(secondRun, 'SIGKILL');
    const thirdRun = await startDemo(folder);
    const finishedImport = await waitForImport(thirdRun, id, ({ state }) => state === 'done');
    await stopDemo(thirdRun, 'SIGTERM');
    const countsAfterwards = countUsersAndReminders(folder);
    addRow(
      'users imported after a restart and SIGKILL',
      String(rows),
      `${countsAfterwards.importedUsers}, ${finishedImport.report?.errors.length ?? 0} errors`,
    );
    addRow('reminders sent twice', '0', `${countsAfterwards.remindedTwice} of ${countsAfterwards.reminders}`);
  });
  return formatTable(tableRows);
}

const ms = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;

type LoadState = { isOver: boolean };

/**
 * Runs an action while other clients search. Returns how long other requests waited meanwhile, and the largest resident memory of the
 * portal.
 */
export async function measureUnderLoad(portal: DemoPortal, action: () => Promise<void>, searchers = clientCount) {
  const loadState: LoadState = { isOver: false };
  const watchers = [
    measureResponseTimes(loadState, () => fetch(`${portal.url}/health/live`)),
    measureResponseTimes(loadState, () => call(portal, '/user')),
    measureResponseTimes(loadState, () => call(portal, '/user/1/presence', undefined, 'POST')),
    watchMemory(loadState, portal.process.pid),
  ] as const;
  const searchLoops = Array.from({ length: searchers }, (_, clientIndex) =>
    searchRepeatedly(portal, loadState, clientIndex),
  );
  await action();
  loadState.isOver = true;
  const [live, user, write, memory] = await Promise.all(watchers);
  await Promise.all(searchLoops);
  return { live, user, write, memory };
}

/**
 * Repeats a request, with pauses of 20 ms, until the load is over. Returns how many milliseconds the responses took.
 */
async function measureResponseTimes(
  loadState: LoadState,
  request: () => Promise<Response>,
): Promise<{ p99: number; longest: number }> {
  const waitTimes: number[] = [];
  while (!loadState.isOver) {
    const startTime = performance.now();
    /* oxlint-disable no-await-in-loop -- one request after the other */
    await (await request()).arrayBuffer();
    waitTimes.push(performance.now() - startTime);
    await wait(20);
    /* oxlint-enable no-await-in-loop */
  }
  const sortedWaits = waitTimes.toSorted((a, b) => a - b);
  return { p99: sortedWaits[Math.floor(sortedWaits.length * 0.99)] ?? 0, longest: sortedWaits.at(-1) ?? 0 };
}

async function watchMemory(loadState: LoadState, pid: number): Promise<number> {
  let highestMb = 0;
  while (!loadState.isOver) {
    highestMb = Math.max(highestMb, readMemoryMb(pid));
    // oxlint-disable-next-line no-await-in-loop -- ten times a second
    await wait(100);
  }
  return highestMb;
}

async function searchRepeatedly(portal: DemoPortal, loadState: LoadState, firstIndex: number): Promise<void> {
  for (let index = firstIndex; !loadState.isOver; index += 1)
    // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
    await callForJson(portal, '/user/search', { keyword: keywords[index % keywords.length] });
}

async function exportUsers(portal: DemoPortal): Promise<void> {
  const response = await call(portal, '/user/export', {});
  for await (const _ of response.body ?? []) continue;
}

const csvHeader = 'login,firstName,lastName,company,profile,brand,country,tools,canReceiveMail';
const createCsvLine = (index: number): string =>
  `many${index}@import.example,Nele,Neu ${index},Company ${index % 1000},OEM,blue,DE,basics:blue,yes`;

export async function sendImport(portal: DemoPortal, rows: number): Promise<number> {
  const csvLines = [csvHeader, ...Array.from({ length: rows }, (_, index) => createCsvLine(index))];
  const fileParts = Array.from({ length: Math.ceil(csvLines.length / rowsPerPart) }, (_, index) =>
    csvLines.slice(index * rowsPerPart, (index + 1) * rowsPerPart).join('\n'),
  );
  const body = { kind: 'users', name: 'bench.csv', parts: fileParts.length };
  const { importId } = await callForJson<LargeImport>(portal, largeImports.create.path, body);
  for (const [index, partText] of fileParts.entries())
    // oxlint-disable-next-line no-await-in-loop -- the parts in their order
    await callForJson(portal, `/import/${importId}/part`, {
      number: index + 1,
      text: index === 0 ? partText : `\n${partText}`,
    });
  return importId;
}

export async function waitForImport(
  portal: DemoPortal,
  id: number,
  isReached: (progress: LargeImport) => boolean,
): Promise<LargeImport> {
  for (;;) {
    /* oxlint-disable no-await-in-loop -- asked again until the import has reached this state */
    const progress = await callForJson<LargeImport>(portal, `/import/${id}`);
    if (isReached(progress)) return progress;
    await wait(500);
    /* oxlint-enable no-await-in-loop */
  }
}

/**
 * Sets the next run of each job of the stopped portal to one interval from now. A new portal has no rows in `schedules` yet for most jobs.
 */
function postponeJobs(folder: string): void {
  const database = new DatabaseSync(join(folder, 'portal.db'));
  const insert = database.prepare('insert or replace into schedules (name, next_run_at) values (?, ?)');
  for (const { name, everyMs } of [...jobs, ...sealJobs]) insert.run(name, Date.now() + everyMs);
  database.close();
}

function makeJobsDue(folder: string): void {
  const database = new DatabaseSync(join(folder, 'portal.db'));
  database.exec('update schedules set next_run_at = 0');
  database.close();
}

/** Counts the imported users and the reminders in the database of the stopped portal. */
function countUsersAndReminders(folder: string): { importedUsers: number; reminders: number; remindedTwice: number } {
  const database = new DatabaseSync(join(folder, 'portal.db'), { readOnly: true });
  const countRows = (sql: string): number => Number(database.prepare(sql).get()?.['n']);
  const remindersByLicence =
    "select subject_id, count(*) as times from audit where action = 'license.remind' group by subject_id";
  const counts = {
    importedUsers: countRows("select count(*) as n from users where login like 'many%@import.example'"),
    reminders: countRows(`select coalesce(sum(times), 0) as n from (${remindersByLicence})`),
    remindedTwice: countRows(`select count(*) as n from (${remindersByLicence}) where times > 1`),
  };
  database.close();
  return counts;
}
