import { apiBase } from '@basics/contract/limits.ts';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makePages } from './testing/built-pages.ts';
import { createEmptyLocation } from './testing/databases.ts';
import { createFolder } from './testing/folders.ts';
import { readToken } from './testing/portal.ts';
import { startProcess } from './testing/process.ts';

const pages = await makePages();
afterAll(() => pages.remove());

type RunningStart = { env?: Record<string, string>; args?: string[]; graceMs?: number };

const startPortal = (cwd: string, more: RunningStart = {}) => startProcess({ cwd, pages: pages.folder, ...more });

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

const post = (address: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${address}${apiBase}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The token of the link that a start prints while there is no administrator. */
const printedLink = (out: string): string => /\/activation#token=(\S+)/.exec(out)?.[1] ?? '';
const administrator = 'ada@office.example';
const password = 'Basalt-Kettle-93';

async function setUp(address: string, link: string) {
  const owner = { login: administrator, email: administrator, firstName: 'Ada', lastName: 'Stone' };
  const secret = { password, confirmPassword: password };
  const plantedHeaders = { cookie: `basics-device=${'A'.repeat(43)}` };
  const response = await post(address, '/auth/set-up', { token: link, ...owner, ...secret }, plantedHeaders);
  const { status, headers } = response;
  return { status, token: readToken(await response.json()), cookie: headers.get('set-cookie') };
}

const readMode = async (...path: string[]) => ((await stat(join(...path))).mode & 0o777).toString(8);

/** The content of all files of the database, as bytes. */
async function readBytes(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('portal.db'));
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

describe('a first start', () => {
  test('a first start prints a link for the first administrator until it is used, and no password', async () => {
    const folder = await createFolder();
    const first = startPortal(folder);
    const before = await first.ready();
    expect(first.output.err).toBe('');
    expect(first.output.out.trimEnd().split('\n').at(-1)).toBe(`Basics Portal is ready at ${before}`);

    const data = join(folder, 'data');
    expect([await readMode(data), await readMode(data, 'portal.db')]).toEqual(['700', '600']);
    // The job that seals the audit log adds a seal as soon as there is an entry.
    const keys = (await readdir(join(data, 'keys'))).filter((name) => !name.startsWith('audit.seal'));
    expect(keys.toSorted()).toEqual(['audit.pem', 'licence.pem', 'seal.key', 'session.key']);
    for (const key of keys) expect(await readMode(data, 'keys', key)).toBe('600');
    const pem = await readFile(join(data, 'keys/licence.pem'), 'utf8');

    expect(first.output.out).not.toMatch(/password/i);
    const firstLink = printedLink(first.output.out);
    expect(firstLink).toMatch(/^[\w-]{43}$/);
    first.kill('SIGTERM');
    await first.exited;

    const second = startPortal(folder, { env: { PUBLIC_URL: 'https://portal.example' } });
    const address = await second.ready();
    expect(second.output.out).toContain(
      'Staff must set up two-step sign-in before anything else (REQUIRE_SECOND_FACTOR=staff).',
    );
    const link = printedLink(second.output.out);
    expect(second.output.out).toContain(`\n  https://portal.example/activation#token=${link}\n`);
    expect(await (await post(address, '/auth/reset-password/check', { token: link })).json()).toMatchObject({
      purpose: 'setUp',
      login: '',
    });
    const plain = { token: link, password, confirmPassword: password };
    expect((await post(address, '/auth/reset-password', plain)).status, 'without an address').toBe(422);
    expect((await setUp(address, firstLink)).status, 'the link of the start before').toBe(422);
    const { status, token, cookie } = await setUp(address, link);
    expect(status).toBe(200);
    expect(cookie, 'not the id that somebody has planted in the browser').toMatch(/^basics-device=(?!A{43})[\w-]{43};/);
    const owner = { profileID: 1, userEmail: administrator, userFirstName: 'Ada', userLastName: 'Stone' };
    expect(await (await fetchUser(address, token)).json()).toMatchObject({ ...owner, mustAct: 'secondFactor' });
    expect((await setUp(address, link)).status, 'a second time').toBe(422);
    expect((await signIn(address, administrator, password)).status).toBe(200);
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

    const database = new DatabaseSync(join(data, 'portal.db'), { readOnly: true });
    expect(database.prepare('select password_hash from users').get()?.['password_hash']).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
    database.close();
    const storedBytes = await readBytes(data);
    for (const secret of [password, link, 'PRIVATE KEY', token]) expect(storedBytes.includes(secret)).toBe(false);
    second.kill('SIGINT');
    expect(await second.exited).toEqual({ code: 0, signal: null });

    const third = startPortal(folder);
    const addressOfThird = await third.ready();
    expect(third.output.out).toBe(`Basics Portal is ready at ${addressOfThird}\n`);
    expect(await readFile(join(data, 'keys/licence.pem'), 'utf8')).toBe(pem);
    expect((await fetchUser(addressOfThird, token)).status, 'the session from before is good').toBe(200);
    expect((await signIn(addressOfThird, administrator, password)).status).toBe(200);
  });

  test('a first start works the same on PostgreSQL, with only the keys in the folder', async () => {
    const [folder, where] = [await createFolder(), await createEmptyLocation('PostgreSQL')];
    const portal = startPortal(folder, { env: { DATABASE_URL: 'url' in where ? where.url : '' } });
    const address = await portal.ready();
    expect((await setUp(address, printedLink(portal.output.out))).status).toBe(200);
    expect((await signIn(address, administrator, password)).status).toBe(200);
    expect(await readdir(join(folder, 'data'))).toEqual(['keys']);
    portal.kill('SIGTERM');
    expect(await portal.exited).toEqual({ code: 0, signal: null });
  });

  test('a first start of the demo is ready with its accounts, only for this machine', async () => {
    const portal = startPortal(await createFolder(), { args: ['--demo'] });
    const address = await portal.ready();
    expect(portal.output.out).toContain('Basics Portal (demo) is ready at http://127.0.0.1:');
    expect((await signIn(address, 'salesman@demo.example', 'Quartz-Lantern-27')).status).toBe(200);
  });

  test('of two simultaneous first starts in one folder, only the newest link works', async () => {
    const folder = await createFolder();
    const portals = [startPortal(folder), startPortal(folder)];
    const addresses = await Promise.all(portals.map((each) => each.ready()));
    const links = portals.map(({ output }) => printedLink(output.out));
    const answers = [];
    for (const link of links) answers.push((await setUp(addresses[0] ?? '', link)).status);
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 422]);
    for (const address of addresses) expect((await signIn(address, administrator, password)).status).toBe(200);
  });

  test('a first start on a port in use prints one line, exits with 1 and creates nothing', async () => {
    const folder = await createFolder();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
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
  test('the process answers all received requests under load, and exits with 0', async () => {
    // A busy machine may need longer than the product's limit; start-faults.test.ts proves that a stop always ends.
    const portal = startPortal(await createFolder(), { env: { HUMAN_VERIFICATION: 'off' }, graceMs: 240_000 });
    const address = await portal.ready();
    // Each takes the time of a password hash, so that most of them wait when the signal arrives.
    const guesses = Array.from({ length: 20 }, (_, who) => sendWrongSignIn(address, `user-${who}@x.example`));
    await Promise.all(guesses.map(({ arrived }) => arrived));
    portal.kill('SIGTERM');
    const statuses = await Promise.all(guesses.map(({ status }) => status));
    expect(statuses.filter((status) => ![422, 429].includes(status))).toEqual([]);
    expect(await portal.exited).toEqual({ code: 0, signal: null });
    expect(portal.output.err).toBe('');
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });
});

/** A sign-in with a wrong password. It is received when the server has read its headers and asks for the body (RFC 9110, 10.1.1). */
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
