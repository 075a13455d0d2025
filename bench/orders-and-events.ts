/**
 * Measures what orders and events cost: `node bench/orders-and-events.ts [orders] [SQLite|PostgreSQL]`. Eight writers put orders, each of a new
 * customer with one line, then one webhook sends all their events to a receiver on this machine. Meanwhile a person reads a customer every
 * 50 ms. Prints the rate, the CPU time of the portal and of the database for each order and each event, and the waits of the person.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { orders } from '@basics/contract/integrations/orders.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks } from '@basics/contract/integrations/webhooks.ts';
import { users } from '@basics/contract/users/users.ts';
import { deliverEvents } from '@basics/server/features/integrations/webhooks/deliver-events.ts';
import { createPost } from '@basics/server/features/integrations/webhooks/post-message.ts';
import { extendChain } from '@basics/server/platform/audit/extend-chain.ts';
import { openPortal, testSeal, type Portal } from '@basics/server/testing/portal.ts';
import { pino } from 'pino';
import { createCpuMeter } from './cpu-meter.ts';
import { databaseKinds, runOnDatabase } from './open-bench.ts';

const count = Number(process.argv[2] ?? 500);
const kinds = databaseKinds.filter((kind) => (process.argv[3] ?? kind) === kind);
const publicUrl = 'http://localhost:3000';
const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [], allowPrivateWebhooks: true };

const receiver = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
let sent = 0;
receiver.on('request', () => (sent += 1));
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = receiver.address();
const receiverUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/in`;

for (const kind of kinds)
  await runOnDatabase(kind, async ({ database }) => {
    const portal = await openPortal(database, { config });
    const ownerId = await portal.addUser({ login: 'root@bench.example', profileId: 1 });
    const token = await portal.signIn('root@bench.example');
    const webhookId = await addWebhook(portal, token, ownerId);
    await extendChain(database);
    process.stdout.write(`\n${kind}, ${count} orders\n`);
    sent = 0;

    let next = 0;
    const writeOrders = async (): Promise<void> => {
      while (next < count) await putOrder(portal, token, (next += 1));
    };
    await measure(
      'orders',
      () => readMeanwhile(portal, token, ownerId, () => Promise.all(Array.from({ length: 8 }, writeOrders))),
      () => count,
    );

    await extendChain(database);
    const needs = {
      database,
      clock: portal.now,
      seal: testSeal,
      queueLetter: () => Promise.reject(new Error('the bench writes no e-mail')),
      log: pino({ level: 'silent' }),
      post: createPost({ allowsPrivate: true, publicUrl }),
    };
    const send = () => deliverEvents(needs, webhookId, new AbortController().signal);
    await measure(
      'events',
      () => readMeanwhile(portal, token, ownerId, send),
      () => sent,
    );
    await portal.close();
  });
receiver.close();

async function addWebhook(portal: Portal, token: string, ownerId: number): Promise<number> {
  const fields = { name: 'Bench', purpose: '', ownerId, permissions: ['users.view'], countries: null, brands: null };
  const created = await portal.call(serviceAccounts.create, { token, body: { ...fields, networks: [] } });
  const { accountId } = serviceAccounts.create.reply.parse(created.body);
  const hook = await portal.call(webhooks.create, { token, body: { accountId, url: receiverUrl, types: [] } });
  return webhooks.create.reply.parse(hook.body).webhookId;
}

async function putOrder(portal: Portal, token: string, number: number): Promise<void> {
  const customer = { login: `c${number}@bench.example`, firstName: 'Ada', lastName: `Weber ${number}`, country: 'DE' };
  const lines = [{ line: '10', tool: 'basics', brand: 'blue', pcs: 5, validTo: '2026-12-31' }];
  const params = { source: 'bench', externalId: String(number) };
  const { status, body } = await portal.call(orders.put, { token, params, body: { customer, lines } });
  if (status !== 200) throw new Error(`an order was refused: ${JSON.stringify(body)}`);
}

/** Runs work while a person reads a customer, and prints how long the person waited. */
async function readMeanwhile(portal: Portal, token: string, id: number, work: () => Promise<unknown>): Promise<void> {
  const waits: number[] = [];
  const state = { isOver: false };
  const reading = (async () => {
    while (!state.isOver) {
      const start = performance.now();
      await portal.call(users.get, { token, params: { id } });
      waits.push(performance.now() - start);
      await sleep(50);
    }
  })();
  await work();
  state.isOver = true;
  await reading;
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  process.stdout.write(`  a person meanwhile: ${waits.length} reads, p99 ${p99.toFixed(0)} ms\n`);
}

async function measure(name: string, work: () => Promise<void>, readCount: () => number): Promise<void> {
  const readCpu = createCpuMeter();
  const before = readCpu();
  const start = performance.now();
  await work();
  const tookSeconds = (performance.now() - start) / 1000;
  const after = readCpu();
  const done = readCount();
  const each = (end: number, begin: number): string => `${((end - begin) / done).toFixed(2)} ms`;
  process.stdout.write(
    `  ${done} ${name}: ${(done / tookSeconds).toFixed(0)} a second; CPU for each: portal ${each(after.portal, before.portal)}, ` +
      `database ${each(after.database, before.database)}\n`,
  );
}
