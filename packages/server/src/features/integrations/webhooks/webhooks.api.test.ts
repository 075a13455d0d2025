import { spawn } from 'node:child_process';
import { verify } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks } from '@basics/contract/integrations/webhooks.ts';
import { users } from '@basics/contract/users/users.ts';
import { publicKeyToPem } from '@basics/licensing/node-primitives.ts';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdMail, releaseMail } from '#server/mail/outbox.repository.ts';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import { days, hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/database/database.ts';
import {
  createTestDatabase,
  createTestLocation,
  databases,
  defaultDatabases,
  openWithLongTimeouts,
  selectDatabases,
  repeatTimes,
} from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { createSharedEnv } from '#server/testing/processes/process.ts';
import { openReceiver } from '#server/testing/processes/webhook-receiver.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { listLetters } from '#server/testing/records/staff.ts';
import { openPortal, readProblemCode, testSeal } from '#server/testing/portal.ts';
import { deliverEvents, findDue } from './deliver-events.ts';
import { createPost } from './post-message.ts';

const publicUrl = 'http://localhost:3000';
const isRunning = new AbortController().signal;

/** Opens a portal in a closed network with a service account, a customer of its scope, and a receiver; `limitMs` is the time of an attempt. */
async function openFixture(database: Database) {
  const portal = await openPortal(database, {
    config: { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [], allowPrivateWebhooks: true },
  });
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example', grants: [] });
  const ownerId = root.id;
  /** Makes a call as the administrator, with a new session, because the tests move the clock by days. */
  const ask = async <const E extends Endpoint>(endpoint: E, options: Parameters<typeof portal.call<E>>[1] = {}) =>
    portal.call(endpoint, { ...options, token: await createSession(portal, root) });
  const customer = await addPerson(portal, { country: 'DE' });
  const fields = { name: 'Shop', purpose: '', ownerId, permissions: ['users.view'], countries: ['DE'], brands: null };
  const created = await ask(serviceAccounts.create, { body: { ...fields, networks: [] } });
  const { accountId } = serviceAccounts.create.reply.parse(created.body);
  const receiver = await openReceiver();
  const create = (body: Record<string, unknown> = {}) =>
    ask(webhooks.create, { body: { accountId, url: receiver.url, types: [], ...body } });
  const createHook = async (body?: Record<string, unknown>) => webhooks.create.reply.parse((await create(body)).body);
  const needs = {
    database,
    clock: portal.now,
    seal: testSeal,
    queueLetter: openOutbox(database).queueLetter,
    log: pino({ level: 'silent' }),
    post: createPost({ allowsPrivate: true, publicUrl }, { limitMs: 60_000 }),
  };
  /** Sends what is due, as each portal does every two seconds. */
  const deliver = async (signal = isRunning): Promise<void> => {
    for (const id of await findDue(needs)) await deliverEvents(needs, id, signal);
  };
  /** Changes the customer once for each name, and publishes the events. */
  const change = async (...companies: string[]): Promise<void> => {
    for (const company of companies) await ask(users.update, { params: { id: customer.id }, body: { company } });
    await extendChain(database);
  };
  const read = async () => webhooks.list.reply.parse((await ask(webhooks.list)).body).items;
  const act = (endpoint: typeof webhooks.pause | typeof webhooks.resume, id: number, body = {}) =>
    ask(endpoint, { params: { id }, ...(endpoint === webhooks.resume && { body }) });
  await extendChain(database);
  return {
    portal,
    database,
    ask,
    ownerId,
    customer,
    receiver,
    create,
    createHook,
    needs,
    deliver,
    change,
    read,
    act,
  };
}

describe.each(databases)('webhooks (%s)', (kind) => {
  test('each event arrives once and in order, with two signatures that standardwebhooks and Ed25519 verify', async () => {
    const { portal, ask, customer, receiver, createHook, deliver, change, read } = await openFixture(
      await createTestDatabase(kind),
    );
    portal.setClock(Date.now() - portal.now());
    const { verify: verifyAsDocumented } = await importExample();
    const { secret, ...hook } = await createHook();
    await deliver();
    expect(receiver.messages).toEqual([]);
    await change('Alder', 'Birch', 'Cedar');
    await deliver();
    await deliver();
    expect(receiver.messages).toHaveLength(3);
    const numbers = receiver.messages.map(({ body, headers, id }) => {
      const payload: unknown = new Webhook(secret).verify(body, headers);
      expect(payload).toMatchObject({ type: 'user.changed', data: { userId: customer.id } });
      expect(body).not.toContain('Alder');
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(/signature/i);
      expect(verifyAsDocumented(headers, body, secret)).toEqual(payload);
      expect(() => verifyAsDocumented(headers, `${body} `, secret)).toThrow('wrong signature');
      const signature = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1] ?? '';
      const key = Buffer.from(hook.publicKey.replace('whpk_', ''), 'base64');
      const signed = Buffer.from(`${id}.${headers['webhook-timestamp']}.${body}`);
      expect(verify(null, signed, publicKeyToPem(key), Buffer.from(signature, 'base64'))).toBe(true);
      return Number(id.replace('evt_', ''));
    });
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    const [shown] = await read();
    expect(shown).toMatchObject({ state: 'active', failingSince: null, waiting: 0, lastEvent: numbers[2] });
    expect(shown?.recent.map(({ status, eventId }) => [status, eventId])).toEqual(
      numbers.map((number) => [204, number]),
    );
    expect(JSON.stringify(await read())).not.toContain('whsec_');
    const keys = await portal.http.inject({ url: '/.well-known/basics-webhook-keys' });
    expect(keys.json()).toEqual({ keys: [{ webhookId: hook.webhookId, publicKey: hook.publicKey }] });
    const [row] = await portal.database.kysely.selectFrom('webhooks').select('sealed').execute();
    expect(row?.sealed).not.toContain(secret.slice(6));

    // For a day, messages have a signature with the former secret too.
    const changed = await ask(webhooks.changeSecret, { params: { id: hook.webhookId } });
    const { secret: newSecret } = webhooks.changeSecret.reply.parse(changed.body);
    await change('Dogwood');
    await deliver();
    const [last] = receiver.messages.slice(-1);
    for (const each of [secret, newSecret])
      expect(new Webhook(each).verify(last?.body ?? '', last?.headers ?? {})).toMatchObject({ type: 'user.changed' });
    portal.pass(days(1));
    await change('Elder');
    await deliver();
    expect(receiver.messages.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S+ v1a,\S+$/);
    expect(receiver.messages).toHaveLength(5);

    const removed = await ask(serviceAccounts.remove, { params: { id: hook.account.accountId } });
    expect([removed.status, await read()]).toEqual([204, []]);
  });

  test('of three portals one at a time sends, and a lease of a process that was killed ends after a minute', async () => {
    const { portal, database, receiver, createHook, deliver, change, needs } = await openFixture(
      await createTestDatabase(kind),
    );
    const { webhookId } = await createHook();
    await change(...Array.from({ length: 12 }, (_, at) => `Company ${at}`));
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(receiver.ids()).toHaveLength(12);
    expect(new Set(receiver.ids()).size).toBe(12);
    await change('Alder');
    const leased = { leasedUntil: portal.now() + minutes(1) };
    await database.kysely.updateTable('webhooks').set(leased).where('id', '=', webhookId).execute();
    await deliver();
    expect(receiver.messages).toHaveLength(12);
    portal.pass(minutes(1));
    await deliverEvents(needs, webhookId, isRunning);
    expect(receiver.messages).toHaveLength(13);
  });

  test('a paused webhook waits, a resumed one continues, and a number sends all events after it again; the log keeps 30 days', async () => {
    const { portal, ask, receiver, createHook, deliver, change, read, act, needs } = await openFixture(
      await createTestDatabase(kind),
    );
    const { webhookId, lastEvent } = await createHook();
    await act(webhooks.pause, webhookId);
    await change('Alder', 'Birch');
    await deliver();
    expect([receiver.messages.length, (await read())[0]?.state, (await read())[0]?.waiting]).toEqual([0, 'paused', 2]);
    await act(webhooks.resume, webhookId);
    await deliver();
    const sent = receiver.ids();
    expect(sent).toHaveLength(2);
    await act(webhooks.resume, webhookId, { after: lastEvent });
    await deliver();
    expect(receiver.ids()).toEqual([...sent, ...sent]);
    const future = await act(webhooks.resume, webhookId, { after: 2 ** 52 });
    expect([future.status, future.body]).toMatchObject([422, { fields: { after: expect.any(String) } }]);

    receiver.answer = (response) => response.writeHead(200).end(`seen\0${'x'.repeat(2000)}`);
    const tested = await ask(webhooks.test, { params: { id: webhookId } });
    expect(tested.body).toMatchObject({ status: 200, type: 'webhook.test', eventId: null });
    expect(receiver.messages.at(-1)?.body).toContain('webhook.test');
    const readLog = async (query: Record<string, string> = {}) =>
      webhooks.deliveries.reply.parse((await ask(webhooks.deliveries, { params: { id: webhookId }, query })).body);
    const log = await readLog({ limit: '2' });
    expect(log).toMatchObject({ items: [{ type: 'webhook.test' }, { type: 'user.changed', status: 204 }], more: true });
    expect(log.items[0]?.answer).toMatch(/^seenx{1019}$/);
    const rest = await readLog({ before: String(log.items[1]?.deliveryId) });
    expect([rest.items.length, rest.more]).toEqual([3, false]);
    portal.pass(days(30) + 1);
    await purgeExpired(needs);
    expect((await readLog()).items).toEqual([]);
    expect((await ask(webhooks.remove, { params: { id: webhookId } })).status).toBe(204);
    expect(await read()).toEqual([]);
  });
});

describe.each(defaultDatabases)('answers to webhooks (%s)', (kind) => {
  test('only 2xx has arrived: 301, 500, a refused connection and no answer are tried again, 410 ends, and 100 MB are not read', async () => {
    const { portal, ask, receiver, createHook, needs, deliver, change, read, act } = await openFixture(
      await createTestDatabase(kind),
    );
    const { webhookId } = await createHook();
    await change('Alder');
    /** Sends once with an answer of the receiver, and returns the last attempt and when the next one is, in seconds. */
    const tryWith = async (answer: typeof receiver.answer) => {
      receiver.answer = answer;
      await deliver();
      const [hook] = await read();
      const nextMs = hook?.nextAttemptAt ? Date.parse(hook.nextAttemptAt) - portal.now() : 0;
      const last = hook?.recent.at(-1);
      portal.pass(nextMs);
      return [last?.status ?? last?.failure, hook?.state, nextMs / 1000];
    };
    const location = { location: 'http://127.0.0.1:1/' };
    expect(await tryWith((response) => response.writeHead(301, location).end())).toEqual([301, 'active', 5]);
    expect(await tryWith((response) => response.writeHead(500).end('down'))).toEqual([500, 'active', 300]);
    const patientPost = needs.post;
    needs.post = createPost({ allowsPrivate: true, publicUrl }, { limitMs: 300 });
    expect(await tryWith(() => {})).toEqual(['timeout', 'active', 1800]);
    needs.post = patientPost;
    expect(await tryWith((_, request) => request.socket.destroy())).toEqual(['connection', 'active', 7200]);
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
    expect(await tryWith((_, request) => request.socket.write(upgrade))).toEqual(['connection', 'active', 18_000]);
    const busy = { 'retry-after': '40000' };
    expect(await tryWith((response) => response.writeHead(503, busy).end())).toEqual([503, 'active', 40_000]);
    const tomorrow = { 'retry-after': new Date(portal.now() + days(9)).toUTCString() };
    expect(await tryWith((response) => response.writeHead(429, tomorrow).end())).toEqual([429, 'active', 86_400]);
    let sentBytes = 0;
    const sendMuch: typeof receiver.answer = (response) => {
      response.writeHead(200);
      const write = (): void => {
        while (sentBytes < 100_000_000 && !response.destroyed) {
          sentBytes += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'x'))) return void response.once('drain', write);
        }
      };
      write();
    };
    expect(await tryWith(sendMuch)).toEqual([200, 'active', 0]);
    expect(sentBytes).toBeLessThan(20_000_000);
    expect(new Set(receiver.ids()).size).toBe(1);

    await change('Birch');
    expect(await tryWith((response) => response.writeHead(410).end())).toEqual([410, 'ended', 0]);
    await deliver();
    expect(receiver.messages).toHaveLength(9);
    expect(await listLetters(portal)).toEqual(['webhookStopped to root@portal.example']);
    receiver.answer = (response) => response.writeHead(204).end();
    await act(webhooks.resume, webhookId);
    await deliver();
    expect((await read())[0]).toMatchObject({ state: 'active', waiting: 0 });
    const removed = await ask(webhooks.test, { params: { id: 99 } });
    expect(removed.status).toBe(404);
  });

  test('the attempts follow the schedule, and after three days of failures the webhook stops with an e-mail; a new address is tried at once', async () => {
    const { portal, ask, receiver, createHook, deliver, change, read } = await openFixture(
      await createTestDatabase(kind),
    );
    const { webhookId, version } = await createHook({ types: ['user.changed'] });
    await change('Alder');
    receiver.answer = (response) => response.writeHead(500).end();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliver();
      const [hook] = await read();
      const waitMs = hook?.nextAttemptAt ? Date.parse(hook.nextAttemptAt) - portal.now() : 0;
      if (waitMs > 0) waits.push(waitMs);
      portal.pass(waitMs);
    }
    const expected = [seconds(5), minutes(5), minutes(30), ...[2, 5, 10, 14, 20, 24].map((count) => hours(count))];
    expect(waits).toEqual(expected);
    expect(receiver.messages).toHaveLength(10);
    expect((await read())[0]).toMatchObject({ state: 'failed', waiting: 1 });
    expect(await listLetters(portal)).toEqual(['webhookStopped to root@portal.example']);

    const target = await openReceiver();
    const body = { url: target.url, types: [], version };
    const moved = await ask(webhooks.update, { params: { id: webhookId }, body });
    expect(moved.body).toMatchObject({ url: target.url, types: [], version: version + 1, failingSince: null });
    expect(readProblemCode((await ask(webhooks.update, { params: { id: webhookId }, body })).body)).toBe('STALE');
    await ask(webhooks.resume, { params: { id: webhookId }, body: {} });
    await deliver();
    expect(target.ids()).toEqual([receiver.ids()[0]]);
  });

  test('a webhook sends only the chosen events about customers in scope, and none while e-mails are held or the owner has left', async () => {
    const { portal, database, ask, ownerId, receiver, createHook, deliver, change, read } = await openFixture(
      await createTestDatabase(kind),
    );
    await createHook({ types: ['user.deleted'] });
    const far = await addPerson(portal, { country: 'NO' });
    await change('Alder');
    await ask(users.remove, { params: { id: far.id } });
    await change('Birch');
    await deliver();
    expect(receiver.messages).toEqual([]);
    expect((await read())[0]?.waiting).toBe(0);
    await createHook();
    await change('Cedar');
    await database.transact((trx) => holdMail(trx, 0));
    await deliver();
    expect(receiver.messages).toEqual([]);
    await database.transact((trx) => releaseMail(trx));
    const setOwner = (status: 'active' | 'suspended') =>
      database.kysely.updateTable('users').set({ status }).where('id', '=', ownerId).execute();
    await setOwner('suspended');
    await deliver();
    expect(receiver.messages).toEqual([]);
    await setOwner('active');
    portal.pass(minutes(5));
    await deliver();
    expect(receiver.messages.map(({ body }) => JSON.parse(body).type)).toEqual(['user.changed']);
  });

  test('a wrong field is refused with its message and stores nothing; the portal stops in the middle of an attempt', async () => {
    const { database, ask, receiver, create, createHook, deliver, change } = await openFixture(
      await createTestDatabase(kind),
    );
    const refusals: readonly [Record<string, unknown>, string][] = [
      [{ url: 'ftp://hooks.example.com' }, 'url'],
      [{ url: 'http://169.254.169.254/' }, 'url'],
      [{ url: '' }, 'url'],
      [{ url: `https://hooks.example.com/${'x'.repeat(300)}` }, 'url'],
      [{ accountId: 999 }, 'accountId'],
      [{ types: ['user.exploded'] }, 'types.0'],
      [{ secret: 'whsec_own' }, 'secret'],
    ];
    for (const [body, field] of refusals) {
      const { status, body: reply } = await create(body);
      expect([status, Object.keys(webhookFaults(reply))]).toEqual([422, [field]]);
    }
    expect(await database.kysely.selectFrom('webhooks').selectAll().execute()).toEqual([]);
    await createHook();
    await change('Alder');
    const stop = new AbortController();
    receiver.answer = () => stop.abort(new Error('the portal stops'));
    await deliver(stop.signal);
    receiver.answer = (response) => response.writeHead(204).end();
    await deliver();
    expect(receiver.messages).toHaveLength(2);
    expect(new Set(receiver.ids()).size).toBe(1);
    const actions = await database.kysely
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'webhook%')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['webhook.create']);
    expect((await ask(webhooks.pause, { params: { id: 77 } })).status).toBe(404);
  });
});

/** Imports the example of docs/integrations.md that verifies a message. */
async function importExample(): Promise<{ verify: (headers: object, body: string, secret: string) => unknown }> {
  const guide = await readFile(join(import.meta.dirname, '../../../../../../docs/integrations.md'), 'utf8');
  const code = /```js\n([^]*?)```/.exec(guide)?.[1] ?? '';
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

/** The number of times that a process is killed: 10 by day, and 100 every night. */
const kills = repeatTimes(10, 100);
const senderScript = fileURLToPath(new URL('../../../testing/processes/webhook-sender.ts', import.meta.url));

describe.each(selectDatabases('SQLite'))('killed senders (%s)', (kind) => {
  test(`no event is lost and none arrives first after a later one, although ${kills} processes are killed while they send`, async () => {
    const location = await createTestLocation(kind);
    const database = await openWithLongTimeouts(location);
    onTestFinished(() => database.close());
    const { portal, receiver, createHook, deliver, change } = await openFixture(database);
    await createHook();
    await change(...Array.from({ length: 3 * kills }, (_, at) => `Company ${at}`));
    for (let kill = 1; kill <= kills; kill += 1) {
      // The clock of each process is after the lease of the process before.
      const where = 'url' in location ? location.url : location.file;
      const sender = spawn(process.execPath, [senderScript, where, String(minutes(2 * kill))], {
        env: { PATH: process.env['PATH'], ...createSharedEnv() },
        stdio: 'ignore',
      });
      const gone = once(sender, 'exit');
      let left = 1 + (kill % 3);
      receiver.answer = (response) => {
        left -= 1;
        // In turn, the process is killed before the answer, and at the same time as it gets the answer.
        if (left > 0 || kill % 2 === 0) response.writeHead(204).end();
        if (left <= 0) sender.kill('SIGKILL');
      };
      await gone;
    }
    receiver.answer = (response) => response.writeHead(204).end();
    portal.setClock(Date.now() + minutes(2 * kills + 5) - portal.now());
    await deliver();
    const numbers = receiver.ids().map((id) => Number(id.replace('evt_', '')));
    const firstArrivals = [...new Set(numbers)];
    expect(firstArrivals).toHaveLength(3 * kills);
    expect(firstArrivals).toEqual(firstArrivals.toSorted((a, b) => a - b));
    expect(numbers.length).toBeGreaterThan(3 * kills);
  }, 600_000);
});

const webhookFaults = (body: unknown): object =>
  typeof body === 'object' && body !== null && 'fields' in body && typeof body.fields === 'object' && body.fields
    ? body.fields
    : {};
