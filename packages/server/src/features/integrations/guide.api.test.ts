import { endpoints } from '@basics/contract/api.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks } from '@basics/contract/integrations/webhooks.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import { createOpenApi } from '#server/platform/api-docs/openapi.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { findFreePort } from '#server/testing/database/free-port.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal, testSeal } from '#server/testing/portal.ts';
import { publishChanges } from './changed-records.repository.ts';
import { deliverEvents, findDue } from './webhooks/deliver-events.ts';
import { createPost } from './webhooks/post-message.ts';

const root = join(import.meta.dirname, '../../../../..');
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

/** Returns the first block of code in a language below a heading of docs/integrations.md. */
async function readExample(heading: string, language: string): Promise<string> {
  const guide = await readFile(join(root, 'docs/integrations.md'), 'utf8');
  const section = guide.slice(guide.indexOf(`\n## ${heading}\n`));
  return new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(section)?.[1] ?? '';
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-guide-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Opens a portal that listens on a port of this machine, with a key of a service account and a webhook. */
async function openShop() {
  const publicUrl = 'http://localhost:3000';
  const database = await createTestDatabase('SQLite');
  const portal = await openPortal(database, {
    config: { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [], allowPrivateWebhooks: true },
  });
  onTestFinished(() => portal.close());
  // The programs compare the time of a message with the clock of this machine.
  portal.setClock(Date.now() - portal.now());
  const { token, id: ownerId } = await addPerson(portal, { profileId: 1, grants: [] });
  const permissions = [
    'users.view',
    'users.edit',
    'users.create',
    'users.create-customer',
    'license.generate',
    'account.view',
  ];
  const fields = { name: 'Shop', purpose: '', ownerId, permissions, countries: null, brands: null, networks: [] };
  const account = serviceAccounts.create.reply.parse(
    (await portal.call(serviceAccounts.create, { token, body: fields })).body,
  );
  const params = { id: account.accountId };
  const { key } = serviceAccounts.createKey.reply.parse(
    (await portal.call(serviceAccounts.createKey, { token, params, body: { name: 'shop' } })).body,
  );
  const port = await findFreePort();
  const hook = { accountId: account.accountId, url: `http://127.0.0.1:${port}/in`, types: [] };
  const { secret } = webhooks.create.reply.parse((await portal.call(webhooks.create, { token, body: hook })).body);
  const env = {
    ...process.env,
    PORTAL: await portal.http.listen({ host: '127.0.0.1', port: 0 }),
    BASICS_KEY: key,
    WEBHOOK_SECRET: secret,
    PORT: String(port),
    CODE: createCode(createMachine('DRAW-04'), { at: portal.now() }),
  };
  const log = pino({ level: 'silent' });
  const needs = { database, clock: portal.now, seal: testSeal, queueLetter: openOutbox(database).queueLetter, log };
  const deliver = async () => {
    await extendChain(database);
    await publishChanges(database, portal.now);
    const post = createPost({ allowsPrivate: true, publicUrl }, { limitMs: 60_000 });
    for (const id of await findDue(needs)) await deliverEvents({ ...needs, post }, id, new AbortController().signal);
  };
  const activateCustomers = () =>
    database.kysely.updateTable('users').set({ status: 'active' }).where('status', '=', 'approved').execute();
  return { portal, env, deliver, activateCustomers, token };
}

test.skipIf(!hasPython)(
  'the program of the guide sells 5 PCs, issues a licence, and reads what happened by webhook, by cursor and as a copy',
  async () => {
    const { env, deliver, activateCustomers } = await openShop();
    const cwd = await makeFolder();
    const program = await readExample('A whole integration', 'python');
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    await writeFile(join(cwd, 'shop.py'), program);
    const child = spawn('python3', ['shop.py'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const faults = text(child.stderr);
    const ended = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      // The program waits until the customer has set a password, and then for the webhook.
      if (line.startsWith('invitation')) await activateCustomers();
      if (line.startsWith('licence')) await deliver();
    }
    const said = (await faults).split('\n').filter((line) => !line.includes('"POST /in HTTP/1.1" 204'));
    expect([said.join('\n'), (await ended)[0]]).toEqual(['', 0]);
    expect(lines).toEqual([
      'invitation sent True',
      'licence Active DRAW-04',
      'webhook True',
      expect.stringMatching(/^events .*'license.issued'.*'order.applied'.*'user.created'/),
      expect.stringMatching(/^users \[\d+\]$/),
      'companies []',
      expect.stringMatching(/^licenses \[\d+\]$/),
      expect.stringMatching(/^machines \[\d+\]$/),
    ]);
  },
);

test('a client that openapi-typescript generates compiles, refuses a wrong field, and sends the order of the guide', async () => {
  const { portal, env, token } = await openShop();
  const folder = await makeFolder();
  const document = Buffer.from(JSON.stringify(createOpenApi(endpoints, apiBase)));
  await writeFile(join(folder, 'portal.ts'), astToString(await openapiTypes(document, { defaultNonNullable: false })));
  const client = await readExample('A generated client', 'ts');
  await writeFile(join(folder, 'client.ts'), client);
  await writeFile(join(folder, 'wrong.ts'), client.replace('pcs: 5', "pcs: 'five'"));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const compile = async (file: string) => {
    const options =
      '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --allowImportingTsExtensions --types node';
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    return run(process.execPath, [compiler, ...options.split(' '), file], { cwd: folder }).then(
      () => 'compiles',
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  expect(await compile('client.ts')).toBe('compiles');
  expect(await compile('wrong.ts')).toContain("'string' is not assignable to type 'number'");
  const { stdout } = await run(process.execPath, ['client.ts'], { cwd: folder, env });
  expect(stdout).toBe("sent [ 'valid' ]\n");
  const sold = await portal.call(orders.read, { token, params: { source: 'shop', externalId: '2026-0816' } });
  expect(sold.body).toMatchObject({ created: true, lines: [{ pcs: 5 }] });
});
