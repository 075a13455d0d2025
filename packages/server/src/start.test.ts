import { apiBase } from '@basics/contract/limits.ts';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { makePages } from './testing/built-pages.ts';
import { emptyPlace } from './testing/databases.ts';
import { newFolder } from './testing/folders.ts';
import { tokenIn } from './testing/portal.ts';
import { startProcess } from './testing/process.ts';

const pages = await makePages();
afterAll(() => pages.remove());

type Beginning = { env?: Record<string, string>; args?: string[]; graceMs?: number };

const begin = (cwd: string, more: Beginning = {}) => startProcess({ cwd, pages: pages.folder, ...more });

async function signIn(address: string, login: string, password: string) {
  const response = await fetch(`${address}${apiBase}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  return { status: response.status, token: tokenIn(await response.json()) };
}

const me = (address: string, token: string) =>
  fetch(`${address}${apiBase}/user`, { headers: { authorization: `Bearer ${token}` } });

const printedPassword = (out: string): string => /password {2}(\S+)/.exec(out)?.[1] ?? '';
const administrator = 'administrator@portal.local';

const modeOf = async (...path: string[]) => ((await stat(join(...path))).mode & 0o777).toString(8);

/** The content of all files of the database, as bytes. */
async function bytesOf(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('portal.db'));
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

describe('a first start', () => {
  test('a first start creates everything and prints the password once; the next start changes nothing', async () => {
    const folder = await newFolder();
    const first = begin(folder);
    const address = await first.ready();
    expect(first.said.err).toBe('');
    expect(first.said.out.trimEnd().split('\n').at(-1)).toBe(`Basics Portal is ready at ${address}`);
    expect(first.said.out).toContain(`login     ${administrator}`);

    const data = join(folder, 'data');
    expect([await modeOf(data), await modeOf(data, 'portal.db')]).toEqual(['700', '600']);
    // The job that seals the audit log adds a seal as soon as there is an entry.
    const keys = (await readdir(join(data, 'keys'))).filter((name) => !name.startsWith('audit.seal'));
    expect(keys.toSorted()).toEqual(['audit.pem', 'licence.pem', 'seal.key', 'session.key']);
    for (const key of keys) expect(await modeOf(data, 'keys', key)).toBe('600');
    const pem = await readFile(join(data, 'keys/licence.pem'), 'utf8');

    const password = printedPassword(first.said.out);
    expect(password).toMatch(/^[A-Z][a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}[2-9]$/);
    const { status, token } = await signIn(address, administrator, password);
    expect(status).toBe(200);
    expect(await (await me(address, token)).json()).toMatchObject({ profileID: 1, userEmail: administrator });
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
    const held = await bytesOf(data);
    for (const secret of [password, 'PRIVATE KEY', token]) expect(held.includes(secret)).toBe(false);
    first.kill('SIGINT');
    expect(await first.ended).toEqual({ code: 0, signal: null });

    const second = begin(folder);
    const again = await second.ready();
    expect(second.said.out).toBe(`Basics Portal is ready at ${again}\n`);
    expect(await readFile(join(data, 'keys/licence.pem'), 'utf8')).toBe(pem);
    expect((await me(again, token)).status, 'the session from before is good').toBe(200);
    expect((await signIn(again, administrator, password)).status).toBe(200);
  });

  test('a first start works the same on PostgreSQL, with only the keys in the folder', async () => {
    const [folder, where] = [await newFolder(), await emptyPlace('PostgreSQL')];
    const portal = begin(folder, { env: { DATABASE_URL: 'url' in where ? where.url : '' } });
    const address = await portal.ready();
    expect((await signIn(address, administrator, printedPassword(portal.said.out))).status).toBe(200);
    expect(await readdir(join(folder, 'data'))).toEqual(['keys']);
    portal.kill('SIGTERM');
    expect(await portal.ended).toEqual({ code: 0, signal: null });
  });

  test('a first start of the demo is ready with its accounts, only for this machine', async () => {
    const portal = begin(await newFolder(), { args: ['--demo'] });
    const address = await portal.ready();
    expect(portal.said.out).toContain('Basics Portal (demo) is ready at http://127.0.0.1:');
    expect((await signIn(address, 'salesman@demo.example', 'Quartz-Lantern-27')).status).toBe(200);
  });

  test('two simultaneous first starts in one folder create one portal, and one of them prints the password', async () => {
    const folder = await newFolder();
    const both = [begin(folder), begin(folder)];
    const addresses = await Promise.all(both.map((each) => each.ready()));
    const printed = both.map(({ said }) => printedPassword(said.out)).filter(Boolean);
    expect(printed).toHaveLength(1);
    for (const address of addresses) expect((await signIn(address, administrator, printed[0] ?? '')).status).toBe(200);
  });

  test('a first start on a port in use prints one line, exits with 1 and creates nothing', async () => {
    const folder = await newFolder();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const portal = begin(folder, { env: { PORT: port } });
    expect(await portal.ended).toEqual({ code: 1, signal: null });
    expect(portal.said).toEqual({
      out: '',
      err: `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to another port.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('SIGTERM', () => {
  test('the process answers all received requests under load, and exits with 0', async () => {
    // A busy machine may need longer than the product's limit; start-faults.test.ts proves that a stop always ends.
    const portal = begin(await newFolder(), { env: { HUMAN_VERIFICATION: 'off' }, graceMs: 240_000 });
    const address = await portal.ready();
    // Each takes the time of a password hash, so that most of them wait when the signal arrives.
    const guesses = Array.from({ length: 20 }, (_, who) => guess(address, `user-${who}@x.example`));
    await Promise.all(guesses.map(({ arrived }) => arrived));
    portal.kill('SIGTERM');
    const statuses = await Promise.all(guesses.map(({ status }) => status));
    expect(statuses.filter((status) => ![422, 429].includes(status))).toEqual([]);
    expect(await portal.ended).toEqual({ code: 0, signal: null });
    expect(portal.said.err).toBe('');
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });
});

/** A sign-in with a wrong password. It is received when the server has read its headers and asks for the body (RFC 9110, 10.1.1). */
function guess(address: string, login: string): { arrived: Promise<unknown>; status: Promise<number> } {
  const asking = request(`${address}${apiBase}/auth/token`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const status = once(asking, 'response').then(([response]) => {
    response.resume();
    return response.statusCode;
  });
  const arrived = once(asking, 'continue').then(() => asking.end(JSON.stringify({ login, password: 'wrong' })));
  asking.flushHeaders();
  return { arrived, status };
}
