import { apiBase } from '@basics/contract/calls/limits.ts';
import { createCode, createMachine } from '@basics/server/testing/records/machine.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { withDemoFolder } from './demo-folder.ts';
import { call, demoAdministrator, startDemo, stopDemo, type DemoPortal } from './demo-portal.ts';
import { readCpuSeconds } from './portal-process.ts';
import { formatTable } from './report.ts';

const issueCount = 400;
const signInCount = 1000;

/** Measures how many licences a second a portal on SQLite issues, and how long a thousand users wait who sign in at once. */
export async function measureCalls(customers: number, storeFolder: string | undefined): Promise<string> {
  return withDemoFolder(customers, storeFolder, async (folder) => {
    const accounts = prepareAccounts(join(folder, 'portal.db'));
    // The IP address of each user is different: the portal reads it from a header, as behind a proxy.
    const portal = await startDemo(folder, { TRUSTED_PROXIES: '127.0.0.1' });
    try {
      const rateOfOneClient = await issueLicences(portal, accounts.slice(0, issueCount), 1);
      const rateOf20Clients = await issueLicences(portal, accounts.slice(issueCount, 2 * issueCount), 20);
      const signIns = await signInAtOnce(portal, accounts.slice(0, signInCount));
      return formatTable([
        [`${customers.toLocaleString('en')} customers, SQLite`, 'measured'],
        ['licences issued by one client', formatRate(rateOfOneClient)],
        ['licences issued by 20 clients at once', formatRate(rateOf20Clients)],
        [`${signInCount} sign-ins at once: until all are signed in`, `${signIns.seconds.toFixed(1)} s`],
        ['CPU of a sign-in', `${signIns.cpuMs.toFixed(0)} ms`],
        ['refused with 503 and repeated', String(signIns.refusedCount)],
        ['the longest wait of `GET /health/live` meanwhile', `${signIns.longestWaitMs.toFixed(0)} ms`],
      ]);
    } finally {
      await stopDemo(portal, 'SIGTERM');
    }
  });
}

type Account = { id: number; login: string };

/** Gives the added customers, who have no password, the password of the demo administrator. */
function prepareAccounts(file: string): Account[] {
  const database = new DatabaseSync(file);
  const accounts = database
    .prepare(
      `update users set status = 'active', password_hash = (select password_hash from users where login = ?) where id in
        (select id from users where login like 'customer%@company%.example' order by id limit ?) returning id, login`,
    )
    .all(demoAdministrator.login, Math.max(signInCount, 2 * issueCount));
  database.close();
  return accounts.map(({ id, login }) => ({ id: Number(id), login: String(login) }));
}

type IssueRate = { perSecond: number; cpuMs: number };

const formatRate = ({ perSecond, cpuMs }: IssueRate): string =>
  `${perSecond.toFixed(0)} a second, ${cpuMs.toFixed(1)} ms of CPU each`;

/** Issues a licence for a new PC of each account, as an administrator. */
async function issueLicences(portal: DemoPortal, accounts: readonly Account[], clients: number): Promise<IssueRate> {
  const waitingAccounts = [...accounts];
  const [startTime, startCpu] = [performance.now(), readCpuSeconds(portal.process.pid)];
  const runClient = async (): Promise<void> => {
    for (let account = waitingAccounts.pop(); account; account = waitingAccounts.pop()) {
      const code = createCode(createMachine(`BENCH-${account.id}`), { at: Date.now() });
      // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
      await call(portal, `/user/${account.id}/license`, { verificationCode: code, overrideReason: 'measured' });
    }
  };
  await Promise.all(Array.from({ length: clients }, runClient));
  const cpuMs = ((readCpuSeconds(portal.process.pid) - startCpu) * 1000) / accounts.length;
  return { perSecond: (accounts.length * 1000) / (performance.now() - startTime), cpuMs };
}

async function signInAtOnce(portal: DemoPortal, accounts: readonly Account[]) {
  const [startTime, startCpu] = [performance.now(), readCpuSeconds(portal.process.pid)];
  const signInLoad = { isOver: false };
  const signIns = Promise.all(accounts.map((account, index) => signIn(portal, account, index)));
  const [refusals, longestWaitMs] = await Promise.all([
    signIns.finally(() => {
      signInLoad.isOver = true;
    }),
    watchHealth(portal, signInLoad),
  ]);
  return {
    seconds: (performance.now() - startTime) / 1000,
    cpuMs: ((readCpuSeconds(portal.process.pid) - startCpu) * 1000) / accounts.length,
    refusedCount: refusals.reduce((sum, count) => sum + count, 0),
    longestWaitMs,
  };
}

/**
 * Signs a user in, from an IP address that no other user has. If the portal is busy, repeats the request after the waiting time that the
 * portal returns. Returns how often the sign-in was repeated.
 */
async function signIn(portal: DemoPortal, { login }: Account, index: number): Promise<number> {
  for (let refusedCount = 0; ; refusedCount += 1) {
    /* oxlint-disable no-await-in-loop -- repeated after the answer */
    const response = await fetch(`${portal.url}${apiBase}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
      body: JSON.stringify({ login, password: demoAdministrator.password }),
    });
    const replyText = await response.text();
    if (response.status === 200) return refusedCount;
    if (response.status !== 503) throw new Error(`${login}: ${response.status} ${replyText}`);
    await wait(Number(response.headers.get('retry-after') ?? 1) * 1000);
    /* oxlint-enable no-await-in-loop */
  }
}

async function watchHealth(portal: DemoPortal, signInLoad: { isOver: boolean }): Promise<number> {
  let longestMs = 0;
  while (!signInLoad.isOver) {
    const startTime = performance.now();
    /* oxlint-disable no-await-in-loop -- one request after the other */
    await (await fetch(`${portal.url}/health/live`)).arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - startTime);
    await wait(20);
    /* oxlint-enable no-await-in-loop */
  }
  return longestMs;
}
