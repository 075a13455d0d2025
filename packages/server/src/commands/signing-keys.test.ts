import { apiBase } from '@basics/contract/limits.ts';
import { license } from '@basics/contract/licenses.ts';
import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createBasicsCommand } from '#server/testing/basics-command.ts';
import { makePages } from '#server/testing/built-pages.ts';
import { databases, createEmptyLocation } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { newFolder } from '#server/testing/folders.ts';
import { readToken } from '#server/testing/portal.ts';
import { startProcess } from '#server/testing/process.ts';
import { runCommand } from '#server/testing/run-command.ts';

const pages = await makePages();
afterAll(() => pages.remove());

/** The folder and database of a demo portal, portals that run on it, and its operator commands. */
async function createOperator(kind: DatabaseKind) {
  const cwd = await newFolder();
  const place = kind === 'SQLite' ? null : await createEmptyLocation(kind);
  const env: Record<string, string> = { INIT_CWD: cwd, ...(place && 'url' in place && { DATABASE_URL: place.url }) };
  return {
    keysFolder: join(cwd, 'data/demo/keys'),
    start: (more: Record<string, string> = {}) =>
      startProcess({ cwd, env: { ...env, ...more }, args: ['--demo'], pages: pages.folder }),
    keys: (...words: string[]) => runCommand(['keys', ...words, '--demo'], { cwd, env }),
  };
}

async function createCustomer(address: string) {
  const ask = async (method: string, path: string, body?: unknown, token = ''): Promise<Response> =>
    fetch(`${address}${apiBase}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const credentials = { login: 'applicationexpert@demo.example', password: 'Quartz-Lantern-27' };
  const token = readToken(await (await ask('POST', '/auth/token', credentials)).json());
  const { userId } = z.object({ userId: z.number() }).parse(await (await ask('GET', '/user', undefined, token)).json());
  return {
    issue: async (verificationCode: string) => {
      const answer = await ask('POST', `/user/${userId}/license`, { verificationCode }, token);
      return { status: answer.status, body: await answer.json() };
    },
  };
}

const readKeyId = (text: string): string => /[0-9a-f]{16}/.exec(text)?.[0] ?? '';

async function fetchPublishedKeys(address: string): Promise<Record<string, string>> {
  const shape = z.object({ keys: z.array(z.object({ kid: z.string(), status: z.string() })) });
  const { keys } = shape.parse(await (await fetch(`${address}/.well-known/basics-licence-keys`)).json());
  return Object.fromEntries(keys.map(({ kid, status }) => [kid, status]));
}

describe.each(databases)('the rotation of docs/operating.md on %s', (kind) => {
  test('next, switch, retire: licences of both keys are valid, and running portals use the new key', async () => {
    const at = await createOperator(kind);
    const one = await at.start().ready();
    const two = await at.start().ready();
    const basics = await createBasicsCommand('DRILL-1', one);
    const [old = ''] = Object.keys(await fetchPublishedKeys(one));
    expect(await basics(['trust', one])).toMatchObject({ code: 0 });

    const code = async () => (await basics(['code', '--plain'])).out;
    const first = await (await createCustomer(one)).issue(await code());
    expect(await basics(['install', '-'], license.parse(first.body).licenseCode)).toMatchObject({ code: 0 });

    const there = await readdir(at.keysFolder);
    expect(await at.keys('next', join(at.keysFolder, 'licence.pem'))).toMatchObject({
      code: 1,
      out: expect.stringContaining(`The key ${old} is known already`),
    });
    expect(await readdir(at.keysFolder)).toEqual(there);
    const made = await at.keys('next');
    const next = readKeyId(made.out);
    expect(made).toMatchObject({ code: 0, error: '', out: expect.stringContaining('comes next: it is published') });
    expect((await stat(join(at.keysFolder, `licence-${next}.pem`))).mode & 0o777).toBe(0o600);
    expect(await fetchPublishedKeys(two)).toEqual({ [old]: 'current', [next]: 'next' });
    expect((await at.keys('next')).out).toContain(`The key ${next} waits already.`);

    expect(await basics(['trust', one])).toMatchObject({ code: 0, out: expect.stringContaining('(next)') });
    const switched = await at.keys('switch');
    expect(switched).toMatchObject({ code: 0, out: expect.stringContaining(`signed with ${next}`) });
    expect(switched.out).toMatch(new RegExp(`${old} signs nothing any more and stays published: \\d+ licences`));
    expect(await fetchPublishedKeys(one)).toEqual({ [old]: 'retired', [next]: 'current' });

    // Both portals ran all the time; the tool has not fetched the keys since it learnt of the next key.
    for (const address of [one, two]) {
      const issued = await (await createCustomer(address)).issue(await code());
      expect(issued.status).toBe(200);
      expect(await basics(['install', '-'], license.parse(issued.body).licenseCode)).toMatchObject({ code: 0 });
    }
    expect(await basics(['check', '-'], license.parse(first.body).licenseCode)).toMatchObject({ code: 0 });

    const elsewhere = join(await newFolder(), 'licence.pem');
    await copyFile(join(at.keysFolder, 'licence.pem'), elsewhere);
    const behind = at.start({ LICENCE_KEY_FILE: elsewhere });
    expect(await behind.ended).toMatchObject({ code: 1 });
    expect(behind.said.err).toContain(`signed with the key ${next} by now, and this machine has only ${old}. Copy `);

    expect((await at.keys('retire')).out).toContain(`The private half of ${old} is gone`);
    const left = (await readdir(at.keysFolder)).filter((name) => !name.startsWith('audit.'));
    expect(left.toSorted()).toEqual([`licence-${next}.pem`, 'seal.key', 'session.key']);
    expect((await at.keys('retire')).out).toContain('No private half of a former key');
    const listed = await at.keys('list');
    expect(listed.out).toMatch(new RegExp(`current +${next}.*\\n.*licence-${next}\\.pem\\n`));
    expect(listed.out).toMatch(new RegExp(`retired +${old}.*licences of it run.*\\n.*not on this machine\\n`));

    const three = await at.start().ready();
    expect((await (await createCustomer(three)).issue(await code())).status).toBe(200);
  });

  test('a stolen key is revoked, after a warning, and its licences too', async () => {
    const at = await createOperator(kind);
    const address = await at.start().ready();
    const basics = await createBasicsCommand('DRILL-2', address);
    await basics(['trust', address]);
    const code = (await basics(['code', '--plain'])).out;
    const stolen = license.parse((await (await createCustomer(address)).issue(code)).body);
    const [old = ''] = Object.keys(await fetchPublishedKeys(address));

    expect(await at.keys('revoke', old, '--for-good')).toMatchObject({
      code: 1,
      out: expect.stringContaining('signs now'),
    });
    expect((await at.keys('switch')).out).toContain('No key comes next.');
    await at.keys('next');
    await at.keys('switch');
    await basics(['trust', address]);
    const warned = await at.keys('revoke', old);
    expect(warned).toMatchObject({ code: 1, out: expect.stringContaining('cannot be undone') });
    expect(await fetchPublishedKeys(address)).toMatchObject({ [old]: 'retired' });

    const revoked = await at.keys('revoke', old.slice(0, 8), '--for-good');
    expect(revoked).toMatchObject({ code: 0, out: expect.stringMatching(/is revoked, and \d+ of its licences/) });
    expect(await fetchPublishedKeys(address)).toMatchObject({ [old]: 'revoked' });
    // The same code returns the same licence as before, now marked as revoked.
    expect((await (await createCustomer(address)).issue(code)).body).toMatchObject({
      licenseId: stolen.licenseId,
      status: 'Revoked',
    });
    expect(await basics(['trust', address])).toMatchObject({ code: 0 });
    expect(await basics(['check', '-'], stolen.licenseCode)).toMatchObject({ code: 21 });
    const fresh = (await basics(['code', '--plain'])).out;
    const issued = license.parse((await (await createCustomer(address)).issue(fresh)).body);
    expect(await basics(['install', '-'], issued.licenseCode)).toMatchObject({ code: 0 });
  });
});

test('a file that is no key is refused', async () => {
  const at = await createOperator('SQLite');
  expect(await at.keys('next', 'no-such-file.pem')).toMatchObject({
    code: 1,
    error: expect.stringContaining('cannot be read'),
  });
});
