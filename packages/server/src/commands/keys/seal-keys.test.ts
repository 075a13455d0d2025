import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { randomBytes } from 'node:crypto';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { defaultDatabases, selectDatabases } from '#server/testing/database/databases.ts';
import { createDemoOperator, type DemoOperator } from '#server/testing/processes/demo-operator.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { password, readToken } from '#server/testing/portal.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

type CallInput = { token?: string; id?: number; body?: unknown };

async function callPortal(address: string, { method, path }: Endpoint, { token, id, body }: CallInput = {}) {
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

/** Signs in with a code of the authenticator app. Each code can be used only once, so the counter of the last code is reset first. */
async function signInWithApp(portalOperator: DemoOperator, address: string, secret: string) {
  const database = await openDatabase(portalOperator.location);
  await database.kysely.updateTable('secondFactors').set({ counter: 0 }).execute();
  await database.close();
  return callPortal(address, session.signIn, { body: { login, password, secondFactor: createAppCode(secret) } });
}

const createAppCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

async function addApp(address: string): Promise<string> {
  const token = readToken((await callPortal(address, session.signIn, { body: { login, password } })).body);
  const totpSetup = await callPortal(address, secondFactor.beginTotp, { token, body: { currentPassword: password } });
  const { id, secret } = secondFactor.beginTotp.reply.parse(totpSetup.body);
  const confirmResponse = await callPortal(address, secondFactor.confirmTotp, {
    token,
    id,
    body: { code: createAppCode(secret) },
  });
  expect(confirmResponse.status).toBe(200);
  return secret;
}

const readKeyId = (text: string): string => /[0-9a-f]{16}/.exec(text)?.[0] ?? '';

describe.each(selectDatabases('PostgreSQL'))('a new session key (%s)', (kind) => {
  test('a new session key ends all sessions and changes nothing else, and is refused while a portal with the old key runs', async () => {
    const portalOperator = await createDemoOperator(kind, pages.folder);
    const firstPortal = portalOperator.start();
    const address = await firstPortal.ready();
    const secret = await addApp(address);
    const token = readToken((await signInWithApp(portalOperator, address, secret)).body);
    expect((await callPortal(address, users.current, { token })).status).toBe(200);

    const otherKeyFile = join(await createFolder(), 'session.key');
    await writeFile(otherKeyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    const portalWithOtherKey = portalOperator.start({ JWT_KEY_FILE: otherKeyFile });
    expect(await portalWithOtherKey.exited).toMatchObject({ code: 1 });
    expect(portalWithOtherKey.output.err).toMatch(
      /^A portal with another session key uses this database; it was last seen \d+ sec/,
    );
    expect((await callPortal(address, users.current, { token })).status, 'the running portal goes on').toBe(200);

    firstPortal.kill('SIGTERM');
    await firstPortal.exited;
    const addressWithNewKey = await portalOperator.start({ JWT_KEY_FILE: otherKeyFile }).ready();
    expect((await callPortal(addressWithNewKey, users.current, { token })).status).toBe(401);
    expect((await signInWithApp(portalOperator, addressWithNewKey, secret)).status).toBe(200);
    const database = await openDatabase(portalOperator.location);
    const openSessions = database.kysely.selectFrom('sessions').select('id').where('endedAt', 'is', null);
    expect(await openSessions.execute(), 'the session opened since').toHaveLength(1);
    const newKeyEntries = database.kysely.selectFrom('audit').select('action').where('action', '=', 'session.newKey');
    expect(await newKeyEntries.execute()).toHaveLength(1);
    await database.close();
  });
});

describe.each(defaultDatabases)('a new sealing key, step by step as in docs/operating.md (%s)', (kind) => {
  test('after the commands "next", "reseal" and "retire", a running portal uses the new key, and a start needs the new key', async () => {
    const portalOperator = await createDemoOperator(kind, pages.folder);
    const portal = portalOperator.start();
    const address = await portal.ready();
    const secret = await addApp(address);
    const oldKeyId = readKeyId((await portalOperator.runKeys('seal', 'list')).out);

    const addResult = await portalOperator.runKeys('seal', 'next');
    const nextKeyId = readKeyId(addResult.out);
    expect(addResult).toMatchObject({ code: 0, error: '' });
    expect((await stat(join(portalOperator.keysFolder, `seal-${nextKeyId}.key`))).mode & 0o777).toBe(0o600);
    expect((await portalOperator.runKeys('seal', 'next')).error).toContain(`The key ${nextKeyId} waits already.`);
    expect((await portalOperator.runKeys('seal', 'reseal')).out).toMatch(
      new RegExp(`The key ${nextKeyId} seals from now on.*\\nSealed again, authenticator apps: 1\\n`),
    );
    expect((await signInWithApp(portalOperator, address, secret)).status).toBe(200);
    expect((await portalOperator.runKeys('seal', 'list')).out).toMatch(
      new RegExp(`former +${oldKeyId} +seals 0 .*\\ncurrent +${nextKeyId} +seals [1-9]`),
    );

    expect(await portalOperator.runKeys('seal', 'retire')).toMatchObject({
      code: 1,
      error: expect.stringMatching(new RegExp(`would be destroyed: ${oldKeyId}`)),
    });
    expect(await portalOperator.runKeys('seal', 'retire', '--yes')).toMatchObject({
      code: 1,
      error: expect.stringContaining('less than two minutes'),
    });
    const database = await openDatabase(portalOperator.location);
    await database.kysely.updateTable('sealingKeys').set({ replacedAt: 0 }).where('keyId', '=', oldKeyId).execute();
    await database.close();
    expect(await portalOperator.runKeys('seal', 'retire', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${oldKeyId} is destroyed`),
    });
    const keyFiles = (await readdir(portalOperator.keysFolder)).filter((name) => !name.startsWith('audit.'));
    expect(keyFiles.toSorted()).toEqual(['licence.pem', `seal-${nextKeyId}.key`, 'session.key']);
    portal.kill('SIGTERM');
    await portal.exited;

    const keyFile = join(portalOperator.keysFolder, `seal-${nextKeyId}.key`);
    await rename(keyFile, `${keyFile}.away`);
    await writeFile(join(portalOperator.keysFolder, 'seal.key'), `${randomBytes(32).toString('hex')}\n`, {
      mode: 0o600,
    });
    const portalWithoutKey = portalOperator.start();
    expect(await portalWithoutKey.exited).toMatchObject({ code: 1 });
    expect(portalWithoutKey.output.err).toContain(
      `Secrets in this database are sealed with the key ${nextKeyId}, and `,
    );
    await rename(`${keyFile}.away`, keyFile);
    expect((await signInWithApp(portalOperator, await portalOperator.start().ready(), secret)).status).toBe(200);
  });
});
