/**
 * Measures the list of users at several sizes: `node bench/scale.ts [SQLite|PostgreSQL] [customers ...]`, 10,000 and 100,000 by default. Prints
 * the CPU time of the portal's process for a request, in milliseconds and as a multiple of `GET /user` in the same run.
 */
import { users } from '@basics/contract/users.ts';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';

/** What the portal's process sends when it can be asked. */
export type Ready = { address: string; tokens: Record<string, string> };

type Row = { what: string; who: string; body: object };

const [kind = 'SQLite', ...sizes] = process.argv.slice(2);
/** Requests of a row, and at most how many milliseconds they may take together. */
const requests = 60;
const patience = 6000;

async function measure(customers: number): Promise<void> {
  const portal = fork(join(import.meta.dirname, 'scale-portal.ts'), [kind, String(customers)]);
  const ready = await messageFrom<Ready>(portal);
  const agent = new Agent({ keepAlive: true });
  const cpu = async (): Promise<number> => {
    portal.send('cpu');
    const used = await messageFrom<NodeJS.CpuUsage>(portal);
    return (used.user + used.system) / 1000;
  };
  const timed = async (ask: () => Promise<Reply>): Promise<{ ms: number; reply: Reply }> => {
    for (let time = 0; time < 5; time += 1) await ask();
    const from = await cpu();
    const until = performance.now() + patience;
    let count = 0;
    let reply = await ask();
    for (count = 1; count < requests && performance.now() < until; count += 1) reply = await ask();
    return { ms: ((await cpu()) - from) / count, reply };
  };
  const call = (who: string, path: string, body?: object) => () =>
    send(`${ready.address}/core/api${path}`, { agent, token: ready.tokens[who] ?? '', body });
  // The first requests are slower, because the code is compiled meanwhile.
  for (let time = 0; time < 300; time += 1) {
    await call('root', users.search.path, {})();
    await call('root', users.current.path)();
  }
  const base = await timed(call('root', users.current.path));
  process.stdout.write(`\n${kind}, ${customers} customers: GET /user ${base.ms.toFixed(2)} ms of CPU\n`);
  for (const { what, who, body } of await rowsOf((asker, asked) => call(asker, users.search.path, asked)())) {
    const { ms, reply } = await timed(call(who, users.search.path, body));
    const found = `${reply.items.length} of ${reply.total}${reply.totalIsMinimum ? '+' : ''}`;
    process.stdout.write(
      `${who.padEnd(8)} ${what.padEnd(30)} ${ms.toFixed(2).padStart(8)} ms ${(ms / base.ms).toFixed(1).padStart(6)} x  ${found}\n`,
    );
  }
  agent.destroy();
  portal.disconnect();
  await once(portal, 'exit');
}

type Reply = { items: unknown[]; total: number; totalIsMinimum?: boolean; next?: string };
type Ask = (who: string, body: object) => Promise<Reply>;

const sortsOfAll = ['firstName', 'company', 'login', 'country', 'status', 'createdAt'];
const by = (field: string, direction = 'asc') => ({ sort: { field, direction } });

async function rowsOf(ask: Ask): Promise<Row[]> {
  const rows: Row[] = [];
  for (const who of ['root', 'sales1', 'sales3', 'sales40']) {
    const { total } = await ask(who, {});
    const half = Math.max(1, Math.floor(total / 40));
    const { next } = await ask(who, { pageNumber: half });
    const sorts = who === 'root' ? sortsOfAll : ['company', 'country'];
    const bodies: [string, object][] = [
      ['first page', {}],
      ...sorts.flatMap((field): [string, object][] => [
        [`by ${field}`, by(field)],
        [`by ${field}, descending`, by(field, 'desc')],
      ]),
      ['next page', { after: next }],
      ['last page', { before: '' }],
      ['page by number at 50 %', { pageNumber: half }],
      ['status', { status: 'suspended' }],
      ['status, profile and brand', { status: 'suspended', profileID: 7, brand: 'red' }],
      ['country', { country: 'NO' }],
      ['small country by company', { country: 'AE', ...by('company') }],
      ['profile that few have', { profileID: 2 }],
      ['tool', { tool: 'basics' }],
      ['absent word', { keyword: 'zzqqxx' }],
      ['one letter', { keyword: 'a' }],
      ['two letters', { keyword: 'al' }],
      ['word that one has', { keyword: 'customer7919@' }],
      ['word of 0.1 %', { keyword: 'company327.' }],
      ['word of 10 %', { keyword: 'almeida' }],
      ['word of 10 % by company', { keyword: 'almeida', ...by('company', 'desc') }],
      ['word of 10 % and a filter', { keyword: 'almeida', country: 'NO' }],
      ['all matches at the far end', { keyword: 'jansen' }],
      ['two common words', { keyword: 'helene almeida' }],
    ];
    rows.push(...bodies.map(([what, body]) => ({ what, who, body })));
  }
  return rows;
}

/** The next message of the portal's process, which is this program as well. */
async function messageFrom<Message>(portal: ChildProcess): Promise<Message> {
  const [message]: unknown[] = await once(portal, 'message');
  // Both ends are in this folder.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return message as Message;
}

type Sent = { agent: Agent; token: string; body: object | undefined };

/** A request as a browser sends it. */
async function send(address: string, { agent, token, body }: Sent): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(address, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const answer = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${JSON.stringify(body)}: ${response.statusCode} ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
  // The contract is not checked here, so that the client costs little.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { items: [], total: 0, ...(JSON.parse(text) as Partial<Reply>) };
}

for (const size of sizes.length > 0 ? sizes.map(Number) : [10_000, 100_000]) await measure(size);
