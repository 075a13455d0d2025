import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder } from '#server/testing/processes/folders.ts';
import {
  addLicenceKey,
  findLicenceKey,
  readLicenceKey,
  readSessionKey,
  removeLicenceKey,
  writeLicenceKey,
  writeSessionKey,
} from './key-files.ts';
import { StartFault } from '#server/platform/problem.ts';

const findKeyId = ({ publicKey }: Signer): string => computeKeyId(publicKey, nodePrimitives);

describe('writing a new key file', () => {
  test('a new key is complete and readable only by its owner, and its folder is created if necessary (T544)', async () => {
    const file = join(await createFolder(), 'keys/inner/session.key');
    await writeSessionKey(file);
    expect(await readSessionKey(file)).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(file, '..'))).toEqual(['session.key']);
  });

  test('a new key never replaces an existing key file', async () => {
    const file = join(await createFolder(), 'licence.pem');
    await writeLicenceKey(file);
    const firstText = await readFile(file, 'utf8');
    await writeLicenceKey(file);
    expect(await readFile(file, 'utf8')).toBe(firstText);
  });

  test('a signature of a new key is valid for its public key', async () => {
    const file = join(await createFolder(), 'licence.pem');
    await writeLicenceKey(file);
    const signer = await readLicenceKey(file);
    expect(signer.publicKey).toHaveLength(32);
    expect(signer.sign(new Uint8Array(3))).toHaveLength(64);
  });

  test('if a key cannot be written, an error is thrown and no incomplete file remains', async () => {
    const folder = await createFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(writeSessionKey(join(folder, 'file/session.key'))).rejects.toThrow(StartFault);
    await mkdir(join(folder, 'closed'), { mode: 0o500 });
    if (process.getuid?.() !== 0)
      await expect(writeSessionKey(join(folder, 'closed/session.key'))).rejects.toThrow('cannot be written');
    await chmod(join(folder, 'closed'), 0o700);
    expect(await readdir(join(folder, 'closed'))).toEqual([]);
  });
});

describe('invalid key files', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const publicHalf = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });

  test.each([
    ['an RSA key', String(rsa)],
    ['a public key', String(publicHalf)],
    ['an empty file', ''],
    ['an incomplete key', '-----BEGIN PRIVATE KEY-----\nMC4CAQ'],
  ])('%s is refused as a licence key (T542)', async (_, text) => {
    const file = join(await createFolder(), 'licence.pem');
    await writeFile(file, text, { mode: 0o600 });
    await expect(readLicenceKey(file)).rejects.toThrow(`${file} does not hold an Ed25519 private key in PEM.`);
  });

  test.each(['', 'abc', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(128)])(
    'a file with %j is refused as a session key',
    async (text) => {
      const file = join(await createFolder(), 'session.key');
      await writeFile(file, text, { mode: 0o600 });
      await expect(readSessionKey(file)).rejects.toThrow('does not hold a session key');
    },
  );
});

test.each([0o640, 0o604, 0o620])(
  'a key file with the mode %i is refused, because other users of the machine could read it (T543)',
  async (mode) => {
    const folder = await createFolder();
    const [licence, session] = [join(folder, 'licence.pem'), join(folder, 'session.key')];
    await writeLicenceKey(licence);
    await writeSessionKey(session);
    await chmod(licence, mode);
    await chmod(session, mode);
    await expect(readLicenceKey(licence)).rejects.toThrow(
      `is open to other users of this machine. Run: chmod 600 ${licence}`,
    );
    await expect(readSessionKey(session)).rejects.toThrow(`Run: chmod 600 ${session}`);
  },
);

describe('a second key in the same folder', () => {
  test('the second key is found by its id like the first one, and is readable only by its owner', async () => {
    const file = join(await createFolder(), 'licence.pem');
    await writeLicenceKey(file);
    const firstKeyId = findKeyId(await readLicenceKey(file));
    const addedKey = await addLicenceKey(file);
    const secondKeyId = findKeyId(addedKey.signer);
    expect(addedKey.file).toBe(file.replace('.pem', `-${secondKeyId}.pem`));
    expect((await stat(addedKey.file)).mode & 0o777).toBe(0o600);
    expect((await findLicenceKey(file, firstKeyId))?.file).toBe(file);
    expect((await findLicenceKey(file, secondKeyId))?.file).toBe(addedKey.file);
    expect(await findLicenceKey(file, '0123456789abcdef')).toBeNull();
  });

  test('deleting the second key removes all its files, and no file of another key', async () => {
    const file = join(await createFolder(), 'licence.pem');
    await writeLicenceKey(file);
    const firstKeyId = findKeyId(await readLicenceKey(file));
    const copiedKey = await addLicenceKey(file, await readFile(file, 'utf8'));
    const { file: otherFile } = await addLicenceKey(file);
    expect(await removeLicenceKey(file, firstKeyId)).toEqual([copiedKey.file, file]);
    expect(await readdir(join(file, '..'))).toEqual([basename(otherFile)]);
  });

  test('a key file whose name contains the id of another key is not used', async () => {
    const file = join(await createFolder(), 'licence.pem');
    const { file: addedFile, signer } = await addLicenceKey(file);
    await rename(addedFile, addedFile.replace(findKeyId(signer), '0123456789abcdef'));
    expect(await findLicenceKey(file, '0123456789abcdef')).toBeNull();
  });
});
