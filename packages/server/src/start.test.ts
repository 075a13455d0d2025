import { apiBase } from '@basics/contract/calls/limits.ts';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeTestPages } from './testing/built-pages.ts';
import { createEmptyLocation } from './testing/database/databases.ts';
import { createFolder } from './testing/processes/folders.ts';
import { readToken } from './testing/portal.ts';
import { startProcess } from './testing/processes/process.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

type RunningStart = { env?: Record<string, string>; args?: string[]; graceMs?: number };

const startPortal = (cwd: string, startOptions: RunningStart = {}) =>
  startProcess({ cwd, pages: pages.folder, ...startOptions });

async function signIn(address: string, login: string, password: string) {
  const response = await fetch(`${address}${apiBase}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  return { status: response.status, token: readToken(await response.json()) };
}

const fetchUser = (address: string, token: string) =>
  fetch(`${address}${apiBase}/user`, { headers: { authorization: `Bearer ${token}` } });

const postJson = (address: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${address}${apiBase}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Reads the token of the link that a start prints while there is no administrator. */
const readPrintedToken = (out: string): string => /\/activation#token=(\S+)/.exec(out)?.[1] ?? '';
const administratorLogin = 'ada@office.example';
const password = 'Basalt-Kettle-93';

async function setUpAdministrator(address: string, activationToken: string) {
  const ownerFields = { login: administratorLogin, email: administratorLogin, firstName: 'Ada', lastName: 'Stone' };
  const passwords = { password, confirmPassword: password };
  const plantedHeaders = { cookie: `basics-device=${'A'.repeat(43)}` };
  const response = await postJson(
    address,
    '/auth/set-up',
    { token: activationToken, ...ownerFields, ...passwords },
    plantedHeaders,
  );
  const { status, headers } = response;
  return { status, token: readToken(await response.json()), cookie: headers.get('set-cookie') };
}

const readMode = async (...path: string[]) => ((await stat(join(...path))).mode & 0o777).toString(8);

/** Reads all files of the database as bytes. */
async function readBytes(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('portal.db'));
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

describe('a first start', () => {
  test('a first start prints a link for the first administrator until it is used, and no password (T558)', async () => {
    const folder = await createFolder();
    const firstPortal = startPortal(folder);
    const addressBefore = await firstPortal.ready();
    expect(firstPortal.output.err).toBe('');
    expect(firstPortal.output.out.trimEnd().split('\n').at(-1)).toBe(`Basics Portal is ready at ${addressBefore}`);

    const dataFolder = join(folder, 'data');
    expect([await readMode(dataFolder), await readMode(dataFolder, 'portal.db')]).toEqual(['700', '600']);
    // The file `audit.seal` is left out, because a job writes it as soon as the audit log has an entry.
    const keyFileNames = (await readdir(join(dataFolder, 'keys'))).filter((name) => !name.startsWith('audit.seal'));
    expect(keyFileNames.toSorted()).toEqual(['audit.pem', 'licence.pem', 'seal.key', 'session.key']);
    for (const key of keyFileNames) expect(await readMode(dataFolder, 'keys', key)).toBe('600');
    const pem = await readFile(join(dataFolder, 'keys/licence.pem'), 'utf8');

    expect(firstPortal.output.out).not.toMatch(/password/i);
    const firstLinkToken = readPrintedToken(firstPortal.output.out);
    expect(firstLinkToken).toMatch(/^[\w-]{43}$/);
    firstPortal.kill('SIGTERM');
    await firstPortal.exited;

    const secondPortal = startPortal(folder, { env: { PUBLIC_URL: 'https://portal.example' } });
    const address = await secondPortal.ready();
    expect(secondPortal.output.out).toContain(
      'Staff must set up two-step sign-in before anything else (REQUIRE_SECOND_FACTOR=staff).',
    );
    const activationToken = readPrintedToken(secondPortal.output.out);
    expect(secondPortal.output.out).toContain(`\n  https://portal.example/activation#token=${activationToken}\n`);
    expect(
      await (await postJson(address, '/auth/reset-password/check', { token: activationToken })).json(),
    ).toMatchObject({
      purpose: 'setUp',
      login: '',
    });
    const passwordBody = { token: activationToken, password, confirmPassword: password };
    expect((await postJson(address, '/auth/reset-password', passwordBody)).status, 'without an address').toBe(422);
    // Of several portals that start, an operator may have read the link of any.
    const { status, token, cookie } = await setUpAdministrator(address, firstLinkToken);
    expect(status).toBe(200);
    expect(cookie, 'not the id that somebody has planted in the browser').toMatch(/^basics-device=(?!A{43})[\w-]{43};/);
    const expectedOwner = { profileID: 1, userEmail: administratorLogin, userFirstName: 'Ada', userLastName: 'Stone' };
    expect(await (await fetchUser(address, token)).json()).toMatchObject({ ...expectedOwner, mustAct: 'secondFactor' });
    expect((await setUpAdministrator(address, activationToken)).status, 'a second time').toBe(422);
    expect((await signIn(address, administratorLogin, password)).status).toBe(200);
    expect(await (await fetch(`${address}/.well-known/basics-licence-keys`)).json()).toEqual({
      keys: [
        {
          kid: expect.stringMatching(/^[0-9a-f]{16}$/),
          publicKey: expect.stringMatching(/^[0-9a-f]{64}$/),
          status: 'current',
        },
      ],
    });
    expect(await (await fetch(address)).text()).toContain('<title>Basics Blue Portal</title>');

    const database = new DatabaseSync(join(dataFolder, 'portal.db'), { readOnly: true });
    expect(database.prepare('select password_hash from users').get()?.['password_hash']).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
    database.close();
    const storedBytes = await readBytes(dataFolder);
    for (const secret of [password, activationToken, 'PRIVATE KEY', token])
      expect(storedBytes.includes(secret)).toBe(false);
    secondPortal.kill('SIGINT');
    expect(await secondPortal.exited).toEqual({ code: 0, signal: null });

    const thirdPortal = startPortal(folder);
    const addressOfThird = await thirdPortal.ready();
    expect(thirdPortal.output.out).toBe(`Basics Portal is ready at ${addressOfThird}\n`);
    expect(await readFile(join(dataFolder, 'keys/licence.pem'), 'utf8')).toBe(pem);
    expect((await fetchUser(addressOfThird, token)).status, 'the session from before is good').toBe(200);
    expect((await signIn(addressOfThird, administratorLogin, password)).status).toBe(200);
  });

  test('a first start on PostgreSQL prints the link too, and writes only the keys into the data folder', async () => {
    const [folder, where] = [await createFolder(), await createEmptyLocation('PostgreSQL')];
    const portal = startPortal(folder, { env: { DATABASE_URL: 'url' in where ? where.url : '' } });
    const address = await portal.ready();
    expect((await setUpAdministrator(address, readPrintedToken(portal.output.out))).status).toBe(200);
    expect((await signIn(address, administratorLogin, password)).status).toBe(200);
    expect(await readdir(join(folder, 'data'))).toEqual(['keys']);
    portal.kill('SIGTERM');
    expect(await portal.exited).toEqual({ code: 0, signal: null });
  });

  test('a first start of the demo creates the demo accounts, and listens only on 127.0.0.1 (T557)', async () => {
    const portal = startPortal(await createFolder(), { args: ['--demo'] });
    const address = await portal.ready();
    expect(portal.output.out).toContain('Basics Portal (demo) is ready at http://localhost:');
    expect((await signIn(address, 'salesman@demo.example', 'Quartz-Lantern-27')).status).toBe(200);
  });

  test('of two simultaneous first starts in one folder, the link of either works until one is used', async () => {
    const folder = await createFolder();
    const portals = [startPortal(folder), startPortal(folder)];
    const addresses = await Promise.all(portals.map((startedPortal) => startedPortal.ready()));
    const links = portals.map(({ output }) => readPrintedToken(output.out));
    const setUpStatuses = [];
    for (const activationToken of links)
      setUpStatuses.push((await setUpAdministrator(addresses[0] ?? '', activationToken)).status);
    expect(setUpStatuses).toEqual([200, 422]);
    for (const address of addresses) expect((await signIn(address, administratorLogin, password)).status).toBe(200);
  });

  test('a first start on a port in use prints one line, exits with 1 and creates nothing', async () => {
    const folder = await createFolder();
    const otherServer = createServer().listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    onTestFinished(() => void otherServer.close());
    const address = otherServer.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const portal = startPortal(folder, { env: { PORT: port } });
    expect(await portal.exited).toEqual({ code: 1, signal: null });
    expect(portal.output).toEqual({
      out: '',
      err: `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to another port.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('SIGTERM', () => {
  test('the process answers all received requests under load, and exits with 0 (T559)', async () => {
    // The time limit is longer than in the product, because a busy machine may need it. start-faults.test.ts checks that a stop always
    // ends.
    const portal = startPortal(await createFolder(), { env: { HUMAN_VERIFICATION: 'off' }, graceMs: 240_000 });
    const address = await portal.ready();
    // Each request takes as long as a password hash, so most of the requests are still waiting when the process gets SIGTERM.
    const wrongSignIns = Array.from({ length: 20 }, (_, userNumber) =>
      sendWrongSignIn(address, `user-${userNumber}@x.example`),
    );
    await Promise.all(wrongSignIns.map(({ arrived }) => arrived));
    portal.kill('SIGTERM');
    const statuses = await Promise.all(wrongSignIns.map(({ status }) => status));
    expect(statuses.filter((status) => ![422, 429].includes(status))).toEqual([]);
    expect(await portal.exited).toEqual({ code: 0, signal: null });
    expect(portal.output.err).toBe('');
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });
});

/**
 * Sends a sign-in with a wrong password. `arrived` resolves when the server has read the headers and asks for the body (RFC 9110, 10.1.1).
 */
function sendWrongSignIn(address: string, login: string): { arrived: Promise<unknown>; status: Promise<number> } {
  const clientRequest = request(`${address}${apiBase}/auth/token`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const status = once(clientRequest, 'response').then(([response]) => {
    response.resume();
    return response.statusCode;
  });
  const arrived = once(clientRequest, 'continue').then(() =>
    clientRequest.end(JSON.stringify({ login, password: 'wrong' })),
  );
  clientRequest.flushHeaders();
  return { arrived, status };
}

test('a portal whose bucket does not answer starts all the same, and says what to do (T916)', async () => {
  const buckets = { BACKUP_DIR: 's3://portal/daily', FILES_S3_BUCKET: 'portal/releases', BACKUP_EVERY: '6h' };
  const env = { ...buckets, FILES_S3_ENDPOINT: 'http://127.0.0.1:9', FILES_S3_KEY: 'portal-key:not-for-any-log' };
  const portal = startPortal(await createFolder(), { env });
  const address = await portal.ready();
  await expect.poll(() => portal.output.err).toMatch(/gives no answer for s3:\/\/portal\/releases \(ECONNREFUSED\)/);
  expect(portal.output.err).toMatch(
    /for s3:\/\/portal\/daily \(ECONNREFUSED\)\. Check FILES_S3_ENDPOINT and the network\./,
  );
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  expect((await fetch(`${address}/.well-known/basics-releases/basics`)).status).toBe(200);
  portal.kill('SIGTERM');
  await portal.exited;
  expect(portal.output.out + portal.output.err).not.toContain('not-for-any-log');
});
