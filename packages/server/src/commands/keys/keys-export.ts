import { open, readdir, readFile, rm } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { createKeyFilePath, writeKeyFile } from '#server/platform/security/key-files.ts';
import { StartFault } from '#server/platform/problem.ts';
import { refuse, type Call, type Outcome } from '../command.ts';
import { publishFile } from '#server/platform/storage/durable-file.ts';
import { readCallSettings, runOnDatabase } from '../on-database.ts';
import { readTextIfPresent } from '#server/platform/files.ts';
import { readPassphrase, type PassphraseOptions } from './passphrase.ts';
import * as z from 'zod/mini';
import { openWithPassphrase, sealWithPassphrase } from '#server/platform/security/passphrase-file.ts';

/** Lists the configured key file for each purpose; null if the portal has no licence key. */
const listKeyFiles = (config: Config): Record<KeyEntry['use'], string | null> => ({
  licence: config.licenceKeyFile,
  session: config.jwtKeyFile,
  seal: config.sealKeyFile,
  audit: config.auditKeyFile,
});

/** Writes all keys of this machine into one encrypted file, which must not exist. The file is opened as a check before it gets its name. */
export async function exportKeys(call: Call, options: PassphraseOptions): Promise<Outcome> {
  const { shell } = call;
  const passphrase = await readPassphrase(options, shell);
  return runOnDatabase(call, async (database, config) => {
    const file = resolve(shell.cwd, call.args[0] ?? '');
    const entries = await collectKeys(config);
    const temporaryFile = `${file}.${process.pid}.part`;
    try {
      const handle = await open(temporaryFile, 'wx', 0o600);
      await handle.writeFile(sealArchive(entries, passphrase));
      await handle.close();
      if (openArchive(await readFile(temporaryFile, 'utf8'), passphrase).length !== entries.length)
        throw new StartFault('The archive does not contain what was written. Try again on another disk.');
      await publishFile(temporaryFile, file);
    } finally {
      await rm(temporaryFile, { force: true });
    }
    const at = shell.clock();
    const subject = { kind: 'portal', id: null } as const;
    await database.transact((trx) => recordAudit(trx, { at, ...bySystem, action: 'keys.export', subject }));
    const keyDescriptions = entries.map(describeKey);
    const lines = [
      `${file} contains ${keyDescriptions.join(', ')}.`,
      'Keep it and its passphrase in two places, not beside backups.',
    ];
    return { ok: true, lines, facts: { file, keys: keyDescriptions } };
  });
}

/** Writes the keys of an archive to their configured files. A key is never replaced: if a file contains another key, nothing is written. */
export async function importKeys(call: Call, options: PassphraseOptions): Promise<Outcome> {
  const passphrase = await readPassphrase(options, call.shell);
  const config = await readCallSettings(call);
  const text = await readFile(resolve(call.shell.cwd, call.args[0] ?? ''), 'utf8').catch((cause: unknown) => {
    throw new StartFault(`${call.args[0]} cannot be read.`, { cause });
  });
  const keyFiles = listKeyFiles(config);
  const keyTargets = openArchive(text, passphrase).flatMap((entry) => {
    const file = keyFiles[entry.use];
    return file === null ? [] : [{ entry, file: entry.id === null ? file : createKeyFilePath(file, entry.id) }];
  });
  const targetsWithText = await Promise.all(
    keyTargets.map(async (target) => ({ ...target, text: await readTextIfPresent(target.file) })),
  );
  const conflicts = targetsWithText.filter(
    ({ entry, text: presentText }) => presentText !== null && presentText !== entry.text,
  );
  if (conflicts.length > 0)
    return refuse(
      `Another key is in ${conflicts.map(({ file }) => file).join(', ')}. Move it away. Nothing was written.`,
    );
  const missingKeys = targetsWithText.filter(({ text: presentText }) => presentText === null);
  await Promise.all(missingKeys.map(({ file, entry }) => writeKeyFile(file, entry.text)));
  const writtenFiles = missingKeys.map(({ file }) => file);
  return {
    ok: true,
    lines: writtenFiles.length > 0 ? writtenFiles : ['All keys are in place already.'],
    facts: { written: writtenFiles },
  };
}

async function collectKeys(config: Config): Promise<KeyEntry[]> {
  const keyGroups = Object.entries(listKeyFiles(config)).map(async ([use, file]) =>
    file === null || !isUse(use) ? [] : collectKeysOfUse(use, file),
  );
  return (await Promise.all(keyGroups)).flat();
}

const isUse = (use: string): use is KeyEntry['use'] => ['licence', 'session', 'seal', 'audit'].includes(use);

/** Collects the key in the configured file, and the later keys in the same folder. The configured file may not exist any more. */
async function collectKeysOfUse(use: KeyEntry['use'], file: string): Promise<KeyEntry[]> {
  const { dir, name, ext } = parse(file);
  const fileNames = await readdir(dir).catch((cause: unknown) => {
    throw new StartFault(`The folder ${dir} of the keys cannot be read.`, { cause });
  });
  const laterIds = fileNames
    .filter((fileName) => fileName.startsWith(`${name}-`) && fileName.endsWith(ext))
    .map((fileName) => fileName.slice(name.length + 1, fileName.length - ext.length))
    .filter((id) => /^[0-9a-f]{16}$/.test(id));
  const entryGroups = [null, ...laterIds].map(async (id) => {
    const text = await readTextIfPresent(id === null ? file : createKeyFilePath(file, id));
    return text === null ? [] : [{ use, id, text }];
  });
  const entries = (await Promise.all(entryGroups)).flat();
  if (entries.length === 0) throw new StartFault(`There is no ${use} key at ${file}.`);
  return entries;
}

const describeKey = ({ use, id }: KeyEntry): string => (id === null ? `the ${use} key` : `the ${use} key ${id}`);

/** The content of a key file. `id` is null for the configured key file; the file of a later key has the id in its name. */
const keyEntrySchema = z.strictObject({
  use: z.enum(['licence', 'session', 'seal', 'audit']),
  id: z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  text: z.string().check(z.minLength(1), z.maxLength(4096)),
});
type KeyEntry = z.infer<typeof keyEntrySchema>;

const format = 'basics-portal-keys-1';

/** Encrypts the keys with a passphrase. */
export const sealArchive = (entries: readonly KeyEntry[], passphrase: string): string =>
  sealWithPassphrase(JSON.stringify(entries), passphrase, { format });

/** Throws StartFault for a file of another kind, for a wrong passphrase, and for contents that `sealArchive` did not write. */
function openArchive(text: string, passphrase: string): KeyEntry[] {
  const entries: unknown = JSON.parse(openWithPassphrase(text, passphrase, { format, fileKind: 'archive of keys' }));
  const parseResult = z.array(keyEntrySchema).safeParse(entries);
  if (!parseResult.success) throw new StartFault('The archive of keys has contents that this version does not know.');
  return parseResult.data;
}
