/**
 * Lets PostgreSQL fail under load: `node bench/failover.ts`. Three portals use a primary server, whose standby stores each commit, through a
 * forwarder; 12 writers create customers. The forwarder slows each round trip down to 2 s, then drops all packets for 10 s, then the primary
 * is read-only for 5 s, and at last the primary is silent for ever and its address leads to the standby. During each fault, one portal gets
 * SIGTERM and is started again afterwards. Prints for each fault how many writes were acknowledged, how many of them were lost, how many
 * answers were neither 200 nor 503, when all portals could write again, and how long the stop took. Exits with 1 if a limit is exceeded.
 */
import { apiBase } from '@basics/contract/calls/limits.ts';
import { startReplicatedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { openForwarder } from '@basics/server/testing/database/forwarder.ts';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { runOnServer } from '@basics/server/testing/database/stored-postgres.ts';
import { createUserBody } from '@basics/server/testing/records/staff.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setUpAdministrator, startPortal, waitUntilReady } from './portal-process.ts';

const writersPerPortal = 4;
const limits = { backSeconds: 15, stopSeconds: 10 };

const cwd = await mkdtemp(join(tmpdir(), 'basics-failover-'));
const { primary, standby, stop } = await startReplicatedPostgres({ synchronous: true });
const forwarder = await openForwarder(primary.url);
const portals = await Promise.all([1, 2, 3].map(async () => createPortal(await findFreePort())));
let token = '';
for (const portal of portals) {
  portal.start();
  await portal.ready();
  if (token === '') token = await setUpAdministrator(portal.url, portal.output());
}

const acknowledged = new Set<string>();
const newestWrites = new Map<string, number>();
const oddAnswers: string[] = [];
const stopController = new AbortController();
const writers = portals.flatMap(({ url }, at) =>
  Array.from({ length: writersPerPortal }, (_, writer) => createCustomers(url, `${at}-${writer}`)),
);
let isExceeded = false;

print(
  '| fault | acknowledged | lost | other answers | all portals write again after s | SIGTERM ends a portal after s |',
);
print('| --- | --: | --: | --: | --: | --: |');
await runFault('each round trip takes 2 s, for 15 s', {
  begin: async () => forwarder.slowDown(2000),
  lastsMs: 15_000,
  end: async () => forwarder.slowDown(0),
});
await runFault('no packet arrives, for 10 s', {
  begin: async () => forwarder.hang(),
  lastsMs: 10_000,
  end: async () => forwarder.pass(),
});
await runFault('the primary is read-only, for 5 s', {
  begin: () => setReadOnly('on'),
  lastsMs: 5000,
  end: () => setReadOnly('off'),
});
await runFault('the primary hangs, and the address moves to the standby after 5 s', {
  begin: async () => forwarder.hang(),
  lastsMs: 5000,
  end: async () => {
    await runOnServer(standby.url, 'select pg_promote()');
    forwarder.moveTo(standby.url);
    forwarder.pass();
  },
});
print(`Load average of one minute: ${loadavg()[0]?.toFixed(1)}`);
if (oddAnswers.length > 0) print([...new Set(oddAnswers)].slice(0, 10).join('\n'));
stopController.abort();
await Promise.all(writers);
for (const portal of portals) await portal.stop('SIGTERM');
forwarder.close();
await stop();
await rm(cwd, { recursive: true });
process.exit(isExceeded ? 1 : 0);

type Fault = { begin: () => Promise<void>; lastsMs: number; end: () => Promise<void> };

async function runFault(name: string, { begin, lastsMs, end }: Fault): Promise<void> {
  const [acknowledgedBefore, oddBefore] = [acknowledged.size, oddAnswers.length];
  await wait(3000);
  await begin();
  const [stopped] = portals;
  await wait(lastsMs / 3);
  const [stopSeconds] = await Promise.all([stopped?.stop('SIGTERM'), wait((lastsMs * 2) / 3)]);
  await end();
  const endedAt = performance.now();
  stopped?.start();
  while (portals.some(({ url }) => (newestWrites.get(url) ?? 0) < endedAt)) await wait(20);
  const backSeconds = (performance.now() - endedAt) / 1000;
  const lost = await findLost();
  const odd = oddAnswers.length - oddBefore;
  isExceeded ||= lost > 0 || odd > 0 || backSeconds > limits.backSeconds || (stopSeconds ?? 0) > limits.stopSeconds;
  const figures = [acknowledged.size - acknowledgedBefore, lost, odd, backSeconds.toFixed(1), stopSeconds?.toFixed(1)];
  print(`| ${[name, ...figures].join(' | ')} |`);
}

function createPortal(port: number) {
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), DATABASE_URL: forwarder.url };
  let portal: ReturnType<typeof startPortal> | undefined;
  return {
    url,
    output: () => portal?.output.out ?? '',
    ready: () => waitUntilReady(url),
    start: () => {
      portal = startPortal({ cwd, env });
    },
    /** Returns the seconds until the process has ended. */
    stop: async (signal: NodeJS.Signals): Promise<number> => {
      const since = performance.now();
      portal?.kill(signal);
      await portal?.exitCode;
      return (performance.now() - since) / 1000;
    },
  };
}

/** Creates customers one after the other, and notes each login whose response is complete. */
async function createCustomers(url: string, writer: string): Promise<void> {
  for (let number = 0; !stopController.signal.aborted; number += 1) {
    const login = `writer-${writer}-${number}@bench.example`;
    const since = performance.now();
    const { status, text } = await fetch(`${url}${apiBase}/user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(createUserBody({ login, email: login })),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      // The portal is stopped, or ends while it answers.
      () => ({ status: 0, text: '' }),
    );
    if (status === 200) {
      acknowledged.add(login);
      newestWrites.set(url, Math.max(newestWrites.get(url) ?? 0, since));
    } else {
      if (status !== 503 && status !== 0) oddAnswers.push(`${status} ${text.slice(0, 200)}`);
      await wait(50);
    }
  }
}

async function findLost(): Promise<number> {
  const expected = [...acknowledged];
  const stored = new Set((await runOnServer(forwarder.url, 'select login from users')).map(({ login }) => login));
  return expected.filter((login) => !stored.has(login)).length;
}

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await runOnServer(primary.url, `alter system set default_transaction_read_only = ${value}`);
  await runOnServer(primary.url, 'select pg_reload_conf()');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
