import { users } from '@basics/contract/users.ts';
import { apiBase } from '@basics/contract/limits.ts';
import type { Recorded } from '@basics/server/testing/bare-servers.ts';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { memorySettings } from '../scripts/run-server.mjs';
import type { Cpu } from './cpu-meter.ts';
import { browserEncodings, send } from './http-client.ts';
import { measureThroughput } from './measure-throughput.ts';
import type { Throughput } from './measure-throughput.ts';
import type { DatabaseKind } from './open-bench.ts';
import { createRows } from './scale-rows.ts';
import type { Reply, Row, Who } from './scale-rows.ts';

/** What the portal's process sends when it can be asked, and what it can be asked for. */
export type Ready = { address: string; tokens: Record<string, string>; bare: { bare: string; raw: string } };
export type Asked = 'cpu' | Recorded;

/** Milliseconds of CPU for a request, and how many times those of `GET /user` this is. */
type Cost = { ms: number; multiple: number };
/** `compressed`: with the `accept-encoding` of browsers. */
export type MeasuredRow = { row: Row; found: string; plain: Cost; compressed: Cost };

/** Requests a second of the portal, of a bare Fastify route with the same statements, and of `node:http` with the same bytes. */
type Rates = { what: string } & Record<'portal' | 'bare' | 'raw', Throughput>;
export type ListFigures = { base: number; rows: readonly MeasuredRow[]; rates: readonly Rates[] };

export type Measuring = {
  kind: DatabaseKind;
  customers: number;
  keep?: string | undefined;
  /** Only rows whose name contains this. */
  only?: string | undefined;
  rated?: readonly string[];
};

const rounds = 5;
/** Requests of a row in one round; fewer where they take long. */
const requests = 12;
const slowMs = 30;

/** Measures each request in several rounds, in turns with `GET /user`. The figures are medians of the rounds. */
export async function measureLists({ kind, customers, keep, only = '', rated = [] }: Measuring): Promise<ListFigures> {
  const portal = await startPortal([kind, String(customers), ...(keep === undefined ? [] : [keep])]);
  const ask = (who: Who, body: object, encoding?: string) => searchUsers(portal, { who, body, encoding });
  try {
    const rows = (await createRows(ask, kind)).filter(({ who, what }) => `${who} ${what}`.includes(only));
    await warmUp(async () =>
      Promise.all([ask('root', {}), ask('root', { keyword: 'al' }, browserEncodings), askBase(portal)]),
    );
    const { base, measured } = await measureCosts(portal, rows);
    const rates: Rates[] = [];
    for (const { what, body } of rows.filter(({ who, what: name }) => who === 'root' && rated.includes(name)))
      // One after the other: they share the processor.
      // oxlint-disable-next-line no-await-in-loop
      rates.push({ what, ...(await measureRates(portal, body)) });
    return { base, rows: measured, rates };
  } finally {
    await portal.stop();
  }
}

async function measureCosts(portal: Portal, rows: readonly Row[]) {
  const samples = rows.map(() => ({ plain: [] as Sample[], compressed: [] as Sample[] }));
  const found: string[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { who, body }] of rows.entries())
      for (const [name, encoding] of encodings) {
        const ask = () => searchUsers(portal, { who, body, encoding });
        // In turns, because two requests at once would share the processor.
        /* oxlint-disable no-await-in-loop */
        const from = performance.now();
        const reply = await ask();
        const count = performance.now() - from > slowMs ? 2 : requests;
        const base = await timeWork(portal.readCpu, requests, () => askBase(portal, encoding));
        samples[at]?.[name].push({ ms: await timeWork(portal.readCpu, count, ask), base });
        /* oxlint-enable no-await-in-loop */
        found[at] = `${reply.items.length} of ${reply.total}${reply.totalIsMinimum ? '+' : ''}`;
      }
  const measured = rows.map((row, at): MeasuredRow => ({
    row,
    found: found[at] ?? '',
    plain: toCost(samples[at]?.plain ?? []),
    compressed: toCost(samples[at]?.compressed ?? []),
  }));
  return { base: median(samples.flatMap(({ plain }) => plain.map(({ base }) => base))), measured };
}

const encodings = [
  ['plain', undefined],
  ['compressed', browserEncodings],
] as const;

async function measureRates(portal: Portal, body: Row['body']) {
  const token = portal.tokens['root'] ?? '';
  await portal.record({ token, body });
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'identity',
    'content-type': 'application/json',
  };
  const target = (address: string) => ({ address, headers, body: JSON.stringify(body) });
  return measureThroughput({
    portal: target(`${portal.address}${apiBase}${users.search.path}`),
    bare: target(portal.bare.bare),
    raw: target(portal.bare.raw),
  });
}

const askBase = (portal: Portal, encoding?: string) => sendTo(portal, 'root', { path: users.current.path, encoding });

type Sample = { ms: number; base: number };

const toCost = (samples: readonly Sample[]): Cost => ({
  ms: median(samples.map(({ ms }) => ms)),
  multiple: median(samples.map(({ ms, base }) => ms / base)),
});

async function timeWork(readCpu: () => Promise<Cpu>, count: number, work: () => Promise<unknown>): Promise<number> {
  const from = await readCpu();
  for (let time = 0; time < count; time += 1) {
    // One request after the other.
    // oxlint-disable-next-line no-await-in-loop
    await work();
  }
  const to = await readCpu();
  return (to.portal - from.portal + to.database - from.database) / count;
}

/** The first requests are slower, because the code is compiled meanwhile. */
async function warmUp(work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < 400; time += 1) {
    // As above.
    // oxlint-disable-next-line no-await-in-loop
    await work();
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Portal = Awaited<ReturnType<typeof startPortal>>;

async function startPortal(args: readonly string[]) {
  const child = fork(join(import.meta.dirname, 'scale-portal.ts'), args, {
    execArgv: [memorySettings.flag],
    env: { ...process.env, ...memorySettings.environment },
  });
  const ready = await messageFrom<Ready>(child);
  const agent = new Agent({ keepAlive: true });
  const ask = <Answer>(asked: Asked): Promise<Answer> => {
    child.send(asked);
    return messageFrom<Answer>(child);
  };
  return {
    ...ready,
    agent,
    readCpu: () => ask<Cpu>('cpu'),
    record: (recorded: Recorded) => ask<number>(recorded),
    async stop() {
      agent.destroy();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The next message of the portal's process; it is a program of this folder, so the type is known. */
async function messageFrom<Message>(portal: ChildProcess): Promise<Message> {
  const ended = new AbortController();
  const [message]: unknown[] = await Promise.race([
    once(portal, 'message', ended),
    once(portal, 'exit', ended).then(() => Promise.reject(new Error('the portal has ended'))),
  ]);
  ended.abort();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the portal of this benchmark sends only such messages
  return message as Message;
}

type Call = { path: string; body?: object; encoding: string | undefined };

const sendTo = (portal: Portal, who: Who, { path, ...call }: Call): Promise<unknown> =>
  send(`${portal.address}${apiBase}${path}`, { agent: portal.agent, token: portal.tokens[who] ?? '', ...call });

type Search = { who: Who; body: object; encoding: string | undefined };

async function searchUsers(portal: Portal, { who, ...call }: Search): Promise<Reply> {
  const reply = await sendTo(portal, who, { path: users.search.path, ...call });
  // The contract is not checked here, so that the client costs little.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { items: [], total: 0, ...(reply as Partial<Reply>) };
}
