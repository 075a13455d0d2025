import type { Endpoint } from '@basics/contract/endpoint.ts';
import { apiBase } from '@basics/contract/limits.ts';
import { secondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { randomBytes } from 'node:crypto';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { makePages } from '#server/testing/built-pages.ts';
import { anyDatabase, databases, createEmptyLocation } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { newFolder } from '#server/testing/folders.ts';
import { password, readToken } from '#server/testing/portal.ts';
import { startProcess } from '#server/testing/process.ts';
import { runCommand } from '#server/testing/run-command.ts';

const pages = await makePages();
afterAll(() => pages.remove());

/** The folder and database of a demo portal, portals that run on it, and the operator's command. */
async function operator(kind: DatabaseKind) {
  const cwd = await newFolder();
  const place = kind === 'SQLite' ? null : await createEmptyLocation(kind);
  const env: Record<string, string> = { INIT_CWD: cwd, ...(place && 'url' in place && { DATABASE_URL: place.url }) };
  return {
    keysFolder: join(cwd, 'data/demo/keys'),
    where: place ?? { file: join(cwd, 'data/demo/portal.db') },
    start: (more: Record<string, string> = {}) =>
      startProcess({ cwd, env: { ...env, ...more }, args: ['--demo'], pages: pages.folder }),
    sealKeys: (...words: string[]) => runCommand(['keys', 'seal', ...words, '--demo'], { cwd, env }),
  };
}

type Sent = { token?: string; id?: number; body?: unknown };

async function ask(address: string, { method, path }: Endpoint, { token, id, body }: Sent = {}) {
  const response = await fetch(address + apiBase + path.replace('{id}', String(id)), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const login = 'oem@demo.example';

/** An authenticator app of this secret: each code can be used once, so the row of the last one is reset first. */
async function signInWithApp(at: Awaited<ReturnType<typeof operator>>, address: string, secret: string) {
  const database = await openDatabase(at.where);
  await database.kysely.updateTable('secondFactors').set({ counter: 0 }).execute();
  await database.close();
  return ask(address, session.signIn, { body: { login, password, secondFactor: codeOf(secret) } });
}

const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

async function addApp(address: string): Promise<string> {
  const token = readToken((await ask(address, session.signIn, { body: { login, password } })).body);
  const setup = await ask(address, secondFactor.beginTotp, { token, body: { currentPassword: password } });
  const { id, secret } = secondFactor.beginTotp.reply.parse(setup.body);
  const confirmed = await ask(address, secondFactor.confirmTotp, { token, id, body: { code: codeOf(secret) } });
  expect(confirmed.status).toBe(200);
  return secret;
}

const idIn = (text: string): string => /[0-9a-f]{16}/.exec(text)?.[0] ?? '';

describe.each(databases)('the session key on %s', (kind) => {
  test('a new one ends the sessions and nothing else, and only when no portal runs', async () => {
    const at = await operator(kind);
    const first = at.start();
    const address = await first.ready();
    const secret = await addApp(address);
    const token = readToken((await signInWithApp(at, address, secret)).body);
    expect((await ask(address, users.current, { token })).status).toBe(200);

    const elsewhere = join(await newFolder(), 'session.key');
    await writeFile(elsewhere, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    const other = at.start({ JWT_KEY_FILE: elsewhere });
    expect(await other.ended).toMatchObject({ code: 1 });
    expect(other.said.err).toMatch(/^A portal with another session key uses this database; it was last seen \d+ sec/);
    expect((await ask(address, users.current, { token })).status, 'the running portal goes on').toBe(200);

    first.kill('SIGTERM');
    await first.ended;
    const changed = await at.start({ JWT_KEY_FILE: elsewhere }).ready();
    expect((await ask(changed, users.current, { token })).status).toBe(401);
    expect((await signInWithApp(at, changed, secret)).status).toBe(200);
    const database = await openDatabase(at.where);
    const open = database.kysely.selectFrom('sessions').select('id').where('endedAt', 'is', null);
    expect(await open.execute(), 'the session opened since').toHaveLength(1);
    const traces = database.kysely.selectFrom('audit').select('action').where('action', '=', 'session.newKey');
    expect(await traces.execute()).toHaveLength(1);
    await database.close();
  });
});

describe.each(anyDatabase)('the change of the sealing key in docs/operating.md on %s', (kind) => {
  test('next, reseal, retire: a running portal opens and seals with the new key, and only that one starts it', async () => {
    const at = await operator(kind);
    const portal = at.start();
    const address = await portal.ready();
    const secret = await addApp(address);
    const old = idIn((await at.sealKeys('list')).out);

    const made = await at.sealKeys('next');
    const next = idIn(made.out);
    expect(made).toMatchObject({ code: 0, error: '' });
    expect((await stat(join(at.keysFolder, `seal-${next}.key`))).mode & 0o777).toBe(0o600);
    expect((await at.sealKeys('next')).out).toContain(`The key ${next} waits already.`);
    expect((await at.sealKeys('reseal')).out).toMatch(
      new RegExp(`The key ${next} seals from now on.*\\nSealed again, authenticator apps: 1\\n`),
    );
    expect((await signInWithApp(at, address, secret)).status).toBe(200);
    expect((await at.sealKeys('list')).out).toMatch(
      new RegExp(`former +${old} +seals 0 .*\\ncurrent +${next} +seals [1-9]`),
    );

    expect(await at.sealKeys('retire')).toMatchObject({
      code: 1,
      out: expect.stringContaining('less than two minutes'),
    });
    const database = await openDatabase(at.where);
    await database.kysely.updateTable('sealingKeys').set({ replacedAt: 0 }).where('keyId', '=', old).execute();
    await database.close();
    expect(await at.sealKeys('retire')).toMatchObject({ code: 0, out: expect.stringContaining(`${old} is destroyed`) });
    const left = (await readdir(at.keysFolder)).filter((name) => !name.startsWith('audit.'));
    expect(left.toSorted()).toEqual(['licence.pem', `seal-${next}.key`, 'session.key']);
    portal.kill('SIGTERM');
    await portal.ended;

    const keyFile = join(at.keysFolder, `seal-${next}.key`);
    await rename(keyFile, `${keyFile}.away`);
    await writeFile(join(at.keysFolder, 'seal.key'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    const wrong = at.start();
    expect(await wrong.ended).toMatchObject({ code: 1 });
    expect(wrong.said.err).toContain(`Secrets in this database are sealed with the key ${next}, and `);
    await rename(`${keyFile}.away`, keyFile);
    expect((await signInWithApp(at, await at.start().ready(), secret)).status).toBe(200);
  });
});
