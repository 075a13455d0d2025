import { users } from '@basics/contract/users/users.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import type { RecordedRequest } from '@basics/server/testing/processes/bare-servers.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { memorySettings } from '../scripts/run-server.mjs';
import type { CpuTimes } from './cpu-meter.ts';
import { browserEncodings, sendRequest } from './http-client.ts';
import { measureThroughput, type Throughput } from './measure-throughput.ts';
import type { DatabaseKind } from './open-bench.ts';
import { createListRequests, type Reply, type ListRequest, type Viewer } from './scale-rows.ts';
import { median } from './median.ts';

/** The message that the process of the portal sends when it is ready for requests. */
export type PortalReady = {
  url: string;
  tokens: Record<string, string>;
  comparedUrls: { bare: string; raw: string };
};
/**
 * A message to the process of the portal: either `cpu`, which asks for the CPU time of the process, or a request whose
 * SQL statements are recorded.
 */
export type PortalMessage = 'cpu' | RecordedRequest;

/** The CPU time of a request in milliseconds, and this time as a multiple of the CPU time of `GET /user`. */
type Cost = { ms: number; multiple: number };
/**
 * `plain` is the cost of a response without compression, `compressed` the cost with the `accept-encoding` of browsers.
 */
export type MeasuredRow = { row: ListRequest; rowCounts: string; plain: Cost; compressed: Cost };

export const isOverLimit = ({ row, plain, compressed }: MeasuredRow): boolean =>
  [plain, compressed].some(({ ms, multiple }) => (row.unit === 'ms' ? ms : multiple) > row.limit);

/** The requests per second of the portal, of a bare Fastify route with the same SQL statements, and of a `node:http` server with the same bytes. */
type Rates = { label: string } & Record<'portal' | 'bare' | 'raw', Throughput>;
export type ListFigures = { base: number; rows: readonly MeasuredRow[]; rates: readonly Rates[] };

export type ListMeasurementOptions = {
  kind: DatabaseKind;
  customers: number;
  /** A folder of SQLite files or the URL of a PostgreSQL server, where the filled database is kept for the next run. */
  store?: string | undefined;
  /** The text that the name of a measured row contains; absent to measure all rows. */
  nameFilter?: string | undefined;
  ratedRows?: readonly string[];
};

const roundCount = 5;
/** How often each measured request is sent in one round. Slow requests are repeated only twice. */
const requestsPerRound = 12;
const slowRequestMs = 30;

/**
 * Measures each request in several rounds, in turns with `GET /user`. The returned figures are medians of these rounds.
 */
export async function measureLists({
  kind,
  customers,
  store,
  nameFilter = '',
  ratedRows = [],
}: ListMeasurementOptions): Promise<ListFigures> {
  const portal = await startPortal([kind, String(customers), ...(store === undefined ? [] : [store])]);
  const ask = (who: Viewer, body: object, acceptedEncoding?: string) =>
    searchUsers(portal, { who, body, acceptedEncoding });
  try {
    const rows = (await createListRequests(ask, kind)).filter(({ viewer, label }) =>
      `${viewer} ${label}`.includes(nameFilter),
    );
    await warmUp(async () =>
      Promise.all([ask('root', {}), ask('root', { keyword: 'al' }, browserEncodings), requestCurrentUser(portal)]),
    );
    const { base, measured } = await measureCosts(portal, rows);
    const rates: Rates[] = [];
    for (const { label, body } of rows.filter((row) => row.viewer === 'root' && ratedRows.includes(row.label)))
      // The measurements run one after the other, because they share the processor.
      // oxlint-disable-next-line no-await-in-loop
      rates.push({ label, ...(await measureRates(portal, body)) });
    return { base, rows: measured, rates };
  } finally {
    await portal.stop();
  }
}

async function measureCosts(portal: Portal, rows: readonly ListRequest[]) {
  const samples = rows.map(() => ({ plain: [] as Sample[], compressed: [] as Sample[] }));
  const rowCounts: string[] = [];
  for (let round = 0; round < roundCount; round += 1)
    for (const [index, { viewer, body }] of rows.entries())
      for (const [name, acceptedEncoding] of compressions) {
        const ask = () => searchUsers(portal, { who: viewer, body, acceptedEncoding });
        // The requests are sent one after the other, because two requests at once would share the processor.
        /* oxlint-disable no-await-in-loop */
        const startTime = performance.now();
        const reply = await ask();
        const repeatCount = performance.now() - startTime > slowRequestMs ? 2 : requestsPerRound;
        const baseMs = await measureCpuMs(portal.readCpu, requestsPerRound, () =>
          requestCurrentUser(portal, acceptedEncoding),
        );
        samples[index]?.[name].push({ ms: await measureCpuMs(portal.readCpu, repeatCount, ask), baseMs });
        /* oxlint-enable no-await-in-loop */
        rowCounts[index] = `${reply.items.length} of ${reply.total}${reply.totalIsMinimum ? '+' : ''}`;
      }
  const measuredRows = rows.map((row, index): MeasuredRow => ({
    row,
    rowCounts: rowCounts[index] ?? '',
    plain: computeCost(samples[index]?.plain ?? []),
    compressed: computeCost(samples[index]?.compressed ?? []),
  }));
  return { base: median(samples.flatMap(({ plain }) => plain.map(({ baseMs }) => baseMs))), measured: measuredRows };
}

const compressions = [
  ['plain', undefined],
  ['compressed', browserEncodings],
] as const;

async function measureRates(portal: Portal, body: ListRequest['body']) {
  const token = portal.tokens['root'] ?? '';
  await portal.record({ token, body });
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'identity',
    'content-type': 'application/json',
  };
  const createTarget = (url: string) => ({ url, headers, body: JSON.stringify(body) });
  return measureThroughput({
    portal: createTarget(`${portal.url}${apiBase}${users.search.path}`),
    bare: createTarget(portal.comparedUrls.bare),
    raw: createTarget(portal.comparedUrls.raw),
  });
}

const requestCurrentUser = (portal: Portal, acceptedEncoding?: string) =>
  sendAs(portal, 'root', { path: users.current.path, acceptedEncoding });

type Sample = { ms: number; baseMs: number };

const computeCost = (samples: readonly Sample[]): Cost => ({
  ms: median(samples.map(({ ms }) => ms)),
  multiple: median(samples.map(({ ms, baseMs }) => ms / baseMs)),
});

async function measureCpuMs(
  readCpu: () => Promise<CpuTimes>,
  repeatCount: number,
  action: () => Promise<unknown>,
): Promise<number> {
  const cpuTimesAtStart = await readCpu();
  for (let attempt = 0; attempt < repeatCount; attempt += 1) {
    // One request after the other.
    // oxlint-disable-next-line no-await-in-loop
    await action();
  }
  const cpuTimesAtEnd = await readCpu();
  return (
    (cpuTimesAtEnd.portal - cpuTimesAtStart.portal + cpuTimesAtEnd.database - cpuTimesAtStart.database) / repeatCount
  );
}

/**
 * Repeats the action before the measurement, because the first requests are slower: Node.js has not compiled the code
 * yet.
 */
async function warmUp(action: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    // One request after the other.
    // oxlint-disable-next-line no-await-in-loop
    await action();
  }
}

type Portal = Awaited<ReturnType<typeof startPortal>>;

async function startPortal(args: readonly string[]) {
  const child = fork(join(import.meta.dirname, 'scale-portal.ts'), args, {
    execArgv: [memorySettings.flag],
    env: { ...process.env, ...memorySettings.environment },
  });
  const portalReady = await receiveMessage<PortalReady>(child);
  const agent = new Agent({ keepAlive: true });
  const ask = <Answer>(question: PortalMessage): Promise<Answer> => {
    child.send(question);
    return receiveMessage<Answer>(child);
  };
  return {
    ...portalReady,
    agent,
    readCpu: () => ask<CpuTimes>('cpu'),
    record: (request: RecordedRequest) => ask<number>(request),
    async stop() {
      agent.destroy();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Waits for the next message of the portal's process. */
async function receiveMessage<Message>(portal: ChildProcess): Promise<Message> {
  const exitController = new AbortController();
  const [message]: unknown[] = await Promise.race([
    once(portal, 'message', exitController),
    once(portal, 'exit', exitController).then(() => Promise.reject(new Error('the portal has ended'))),
  ]);
  exitController.abort();
  // The messages come from a program of this folder, so their types are known.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return message as Message;
}

type Call = { path: string; body?: object; acceptedEncoding: string | undefined };

const sendAs = (portal: Portal, who: Viewer, { path, ...call }: Call): Promise<unknown> =>
  sendRequest(`${portal.url}${apiBase}${path}`, { agent: portal.agent, token: portal.tokens[who] ?? '', ...call });

type Search = { who: Viewer; body: object; acceptedEncoding: string | undefined };

async function searchUsers(portal: Portal, { who, ...call }: Search): Promise<Reply> {
  const reply = await sendAs(portal, who, { path: users.search.path, ...call });
  // The reply is not checked against the API contract here, so that the client needs little CPU time.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { items: [], total: 0, ...(reply as Partial<Reply>) };
}
