import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAuditKey, writeLicenceKey, writeSealKey, writeSessionKey } from '#server/platform/security/key-files.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { sealArchive } from './keys-export.ts';

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
    out: expect.stringContaining('Nothing was written'),
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
