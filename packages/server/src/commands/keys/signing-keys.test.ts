import * as z from 'zod';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { license } from '@basics/contract/licenses/licenses.ts';
import { copyFile, readdir, stat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createBasicsCommand } from '#server/testing/processes/basics-command.ts';
import { writeTestPages } from '#server/testing/built-pages.ts';
import { databases, selectDatabases } from '#server/testing/database/databases.ts';
import { createDemoOperator } from '#server/testing/processes/demo-operator.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { noon, readToken } from '#server/testing/portal.ts';
import { createStoppedPortal } from '#server/testing/processes/stopped-portal.ts';
import { listPublishedKeys } from '#server/features/signing-keys/key-report.ts';
import { writeAuditKey, writeLicenceKey, writeSealKey, writeSessionKey } from '#server/platform/security/key-files.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { sealArchive } from './keys-export.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

async function createCustomer(address: string) {
  const callPortal = async (method: string, path: string, body?: unknown, token = ''): Promise<Response> =>
    fetch(`${address}${apiBase}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const credentials = { login: 'applicationexpert@demo.example', password: 'Quartz-Lantern-27' };
  const token = readToken(await (await callPortal('POST', '/auth/token', credentials)).json());
  const { userId } = z
    .object({ userId: z.number() })
    .parse(await (await callPortal('GET', '/user', undefined, token)).json());
  return {
    issue: async (verificationCode: string) => {
      const response = await callPortal('POST', `/user/${userId}/license`, { verificationCode }, token);
      return { status: response.status, body: await response.json() };
    },
  };
}

const readKeyId = (text: string): string => /[0-9a-f]{16}/.exec(text)?.[0] ?? '';

async function fetchPublishedKeys(address: string): Promise<Record<string, string>> {
  const responseSchema = z.object({ keys: z.array(z.object({ kid: z.string(), status: z.string() })) });
  const { keys } = responseSchema.parse(await (await fetch(`${address}/.well-known/basics-licence-keys`)).json());
  return Object.fromEntries(keys.map(({ kid, status }) => [kid, status]));
}

// Several portals share a database server, so the rotation runs on PostgreSQL.
describe.each(selectDatabases('PostgreSQL'))('a new signing key, step by step as in docs/operating.md (%s)', (kind) => {
  test('after the commands "next", "switch" and "retire", licences of both keys are valid, and running portals use the new key (T239)', async () => {
    const operator = await createDemoOperator(kind, pages.folder);
    const firstPortal = await operator.start().ready();
    const secondPortal = await operator.start().ready();
    const basics = await createBasicsCommand('DRILL-1', firstPortal);
    const [oldKeyId = ''] = Object.keys(await fetchPublishedKeys(firstPortal));
    expect(await basics(['trust', firstPortal])).toMatchObject({ code: 0 });

    const createVerificationCode = async () => (await basics(['code', '--plain'])).out;
    const firstLicence = await (await createCustomer(firstPortal)).issue(await createVerificationCode());
    expect(await basics(['install', '-'], license.parse(firstLicence.body).licenseCode)).toMatchObject({ code: 0 });

    const filesBefore = await readdir(operator.keysFolder);
    expect(await operator.runKeys('next', join(operator.keysFolder, 'licence.pem'))).toMatchObject({
      code: 1,
      error: expect.stringContaining(`The portal already has the key ${oldKeyId}`),
    });
    expect(await readdir(operator.keysFolder)).toEqual(filesBefore);
    const addResult = await operator.runKeys('next');
    const nextKeyId = readKeyId(addResult.out);
    expect(addResult).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringContaining('is the next key. It is published'),
    });
    expect((await stat(join(operator.keysFolder, `licence-${nextKeyId}.pem`))).mode & 0o777).toBe(0o600);
    expect(await fetchPublishedKeys(secondPortal)).toEqual({ [oldKeyId]: 'current', [nextKeyId]: 'next' });
    expect((await operator.runKeys('next')).error).toContain(`The key ${nextKeyId} is already the next key.`);

    expect(await basics(['trust', firstPortal])).toMatchObject({ code: 0, out: expect.stringContaining('(next)') });
    const switchResult = await operator.runKeys('switch');
    expect(switchResult).toMatchObject({ code: 0, out: expect.stringContaining(`signed with ${nextKeyId}`) });
    expect(switchResult.out).toMatch(new RegExp(`${oldKeyId} no longer signs, and stays published: \\d+ licences`));
    expect(await fetchPublishedKeys(firstPortal)).toEqual({ [oldKeyId]: 'retired', [nextKeyId]: 'current' });

    // Both portals were running during the rotation. The tool knows the new key, because the tool fetched it when the portal announced it
    // as the next key.
    for (const address of [firstPortal, secondPortal]) {
      const issueResponse = await (await createCustomer(address)).issue(await createVerificationCode());
      expect(issueResponse.status).toBe(200);
      expect(await basics(['install', '-'], license.parse(issueResponse.body).licenseCode)).toMatchObject({ code: 0 });
    }
    expect(await basics(['check', '-'], license.parse(firstLicence.body).licenseCode)).toMatchObject({ code: 0 });

    const otherKeyFile = join(await createFolder(), 'licence.pem');
    await copyFile(join(operator.keysFolder, 'licence.pem'), otherKeyFile);
    const portalWithoutNewKey = operator.start({ LICENCE_KEY_FILE: otherKeyFile });
    expect(await portalWithoutNewKey.exited).toMatchObject({ code: 1 });
    expect(portalWithoutNewKey.output.err).toContain(
      `signed with the key ${nextKeyId} by now, and this machine has only ${oldKeyId}. Copy `,
    );

    expect(await operator.runKeys('retire')).toMatchObject({
      code: 1,
      error: expect.stringMatching(new RegExp(`${oldKeyId} would be destroyed: .*licence.pem\\n.*--yes\\n$`)),
    });
    expect(await readdir(operator.keysFolder)).toContain('licence.pem');
    expect((await operator.runKeys('retire', '--yes')).out).toContain(`The private key of ${oldKeyId} is destroyed`);
    const keyFiles = (await readdir(operator.keysFolder)).filter((name) => !name.startsWith('audit.'));
    expect(keyFiles.toSorted()).toEqual([`licence-${nextKeyId}.pem`, 'seal.key', 'session.key']);
    expect((await operator.runKeys('retire')).out).toContain('No private key of a former key');
    const listResult = await operator.runKeys('list');
    expect(listResult.out).toMatch(new RegExp(`current +${nextKeyId}.*\\n.*licence-${nextKeyId}\\.pem\\n`));
    expect(listResult.out).toMatch(
      new RegExp(`retired +${oldKeyId}.*licences of this key are valid.*\\n.*not on this machine\\n`),
    );

    const thirdPortal = await operator.start().ready();
    expect((await (await createCustomer(thirdPortal)).issue(await createVerificationCode())).status).toBe(200);
  });
});

describe.each(selectDatabases('SQLite'))('a stolen key (%s)', (kind) => {
  test('a stolen key is revoked together with its licences, after a warning (T238)', async () => {
    const operator = await createDemoOperator(kind, pages.folder);
    const address = await operator.start().ready();
    const basics = await createBasicsCommand('DRILL-2', address);
    await basics(['trust', address]);
    const createVerificationCode = (await basics(['code', '--plain'])).out;
    const stolenLicence = license.parse((await (await createCustomer(address)).issue(createVerificationCode)).body);
    const [oldKeyId = ''] = Object.keys(await fetchPublishedKeys(address));

    expect(await operator.runKeys('revoke', oldKeyId, '--for-good')).toMatchObject({
      code: 1,
      error: expect.stringContaining('is the current key'),
    });
    expect((await operator.runKeys('switch')).error).toContain('There is no next key.');
    await operator.runKeys('next');
    await operator.runKeys('switch');
    await basics(['trust', address]);
    const warningRun = await operator.runKeys('revoke', oldKeyId);
    expect(warningRun).toMatchObject({ code: 1, error: expect.stringContaining('cannot be undone') });
    expect(await fetchPublishedKeys(address)).toMatchObject({ [oldKeyId]: 'retired' });

    const revokeRun = await operator.runKeys('revoke', oldKeyId.slice(0, 8), '--for-good');
    expect(revokeRun).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is revoked. Licences that are revoked with it: \d+/),
    });
    expect(await fetchPublishedKeys(address)).toMatchObject({ [oldKeyId]: 'revoked' });
    // The verification code of the stolen licence returns the same licence again, now marked as revoked.
    expect((await (await createCustomer(address)).issue(createVerificationCode)).body).toMatchObject({
      licenseId: stolenLicence.licenseId,
      status: 'Revoked',
    });
    expect(await basics(['trust', address])).toMatchObject({ code: 0 });
    expect(await basics(['check', '-'], stolenLicence.licenseCode)).toMatchObject({ code: 21 });
    const newCode = (await basics(['code', '--plain'])).out;
    const newLicence = license.parse((await (await createCustomer(address)).issue(newCode)).body);
    expect(await basics(['install', '-'], newLicence.licenseCode)).toMatchObject({ code: 0 });
  });
});

describe.each(databases)('the stored signing keys (%s)', (kind) => {
  test('the commands next, switch, retire and revoke change the state of each key', async () => {
    const { run, database } = await createStoppedPortal(kind);
    const runKeys = async (...words: string[]) => {
      const { out, error } = await run(['keys', ...words], { clock: () => noon });
      return out + error;
    };
    const listStates = async () =>
      Object.fromEntries((await listPublishedKeys(database.kysely)).map(({ kid, status }) => [kid, status]));
    const [oldKeyId = ''] = Object.keys(await listStates());
    const newKeyId = readKeyId(await runKeys('next'));
    expect(await listStates()).toEqual({ [oldKeyId]: 'current', [newKeyId]: 'next' });
    expect(await runKeys('next')).toContain(`The key ${newKeyId} is already the next key.`);
    await runKeys('switch');
    expect(await listStates()).toEqual({ [oldKeyId]: 'retired', [newKeyId]: 'current' });
    expect(await runKeys('retire', '--yes')).toContain(`The private key of ${oldKeyId} is destroyed`);
    expect(await runKeys('revoke', oldKeyId)).toContain('cannot be undone');
    expect(await listStates()).toEqual({ [oldKeyId]: 'retired', [newKeyId]: 'current' });
    expect(await runKeys('revoke', oldKeyId, '--for-good')).toContain('is revoked');
    expect(await listStates()).toEqual({ [oldKeyId]: 'revoked', [newKeyId]: 'current' });
  });
});

test('the command "keys next" refuses a file that cannot be read', async () => {
  const operator = await createDemoOperator('SQLite', pages.folder);
  expect(await operator.runKeys('next', 'no-such-file.pem')).toMatchObject({
    code: 1,
    error: expect.stringContaining('cannot be read'),
  });
});

const passphraseInput = 'correct horse battery staple\n';

async function readKeys(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}

test('the command "keys export" writes all keys to one encrypted file, and the command "keys import" restores them', async () => {
  const { folder, run } = await createOperator('SQLite');
  const keysFolder = join(folder, 'keys');
  await mkdir(keysFolder);
  await writeLicenceKey(join(keysFolder, 'licence.pem'));
  await writeLicenceKey(join(keysFolder, 'licence-0123456789abcdef.pem'));
  await writeSessionKey(join(keysFolder, 'session.key'));
  await writeSealKey(join(keysFolder, 'seal-89abcdef01234567.key'));
  await writeAuditKey(join(keysFolder, 'audit.pem'));
  const keysBefore = await readKeys(keysFolder);
  const exportArgs = ['keys', 'export', 'safe.json', '--passphrase-file', '-'];
  expect((await run(exportArgs, { input: 'too short\n' })).code).toBe(2);
  expect(await run(exportArgs, { input: passphraseInput })).toMatchObject({ code: 0, error: '' });
  const file = join(folder, 'safe.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const text of Object.values(keysBefore)) expect(await readFile(file, 'utf8')).not.toContain(text.slice(0, 40));
  expect(await run(exportArgs, { input: passphraseInput }), 'an archive is never replaced').toMatchObject({ code: 1 });

  const importArgs = ['keys', 'import', 'safe.json', '--passphrase-file', '-'];
  await writeFile(join(keysFolder, 'session.key'), 'another key');
  expect(await run(importArgs, { input: passphraseInput })).toMatchObject({
    code: 1,
    error: expect.stringContaining('Nothing was written'),
  });
  await rm(keysFolder, { recursive: true });
  const wrongPassphraseResult = await run(importArgs, { input: 'wrong horse battery staple' });
  expect(wrongPassphraseResult).toMatchObject({
    code: 1,
    error: 'The passphrase is wrong, or the archive of keys was changed.\n',
  });
  expect((await run(importArgs, { input: passphraseInput })).code).toBe(0);
  expect(await readKeys(keysFolder)).toEqual(keysBefore);
  expect((await stat(join(keysFolder, 'licence.pem'))).mode & 0o777).toBe(0o600);
});

test('an import of keys cannot write a file outside the key folder', async () => {
  const cwd = await createFolder();
  const forgedEntry = { use: 'session', id: '../../../escape00', text: 'planted' } as const;
  await writeFile(join(cwd, 'forged.json'), sealArchive([forgedEntry], passphraseInput.trim()));
  const exportArgs = ['keys', 'import', 'forged.json', '--passphrase-file', '-'];
  expect(
    (await runCommand(exportArgs, { cwd, env: { DATA_DIR: join(cwd, 'a/b/c') }, input: passphraseInput })).code,
  ).toBe(1);
  expect(await readdir(cwd)).toEqual(['forged.json']);
});
