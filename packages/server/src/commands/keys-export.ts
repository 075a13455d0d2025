import { open, readdir, readFile, rm } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { keyFileOf, writeKeyFile } from '#server/platform/security/key-files.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { refuse } from './command.ts';
import type { Call, Outcome } from './command.ts';
import { publishFile } from '#server/backups/durable-file.ts';
import { openArchive, sealArchive } from './key-archive.ts';
import type { KeyEntry } from './key-archive.ts';
import { readCallSettings, runOnDatabase } from './on-database.ts';
import { readIfPresent, readPassphrase } from './passphrase.ts';
import type { Passphrase } from './passphrase.ts';

/** The configured file of each use; null where the portal has no licence key. */
const filesOf = (config: Config): Record<KeyEntry['use'], string | null> => ({
  licence: config.licenceKeyFile,
  session: config.jwtKeyFile,
  seal: config.sealKeyFile,
  audit: config.auditKeyFile,
});

/** Writes all keys of this machine into one encrypted file, which must not exist, and opens it again before it gets its name. */
export const exportKeys = (call: Call, options: Passphrase): Promise<Outcome> =>
  runOnDatabase(call, async (database, config) => {
    const { world } = call;
    const passphrase = await readPassphrase(options, world);
    const file = resolve(world.cwd, call.words[0] ?? '');
    const entries = await collectKeys(config);
    const part = `${file}.${process.pid}.part`;
    try {
      const handle = await open(part, 'wx', 0o600);
      await handle.writeFile(sealArchive(entries, passphrase));
      await handle.close();
      if (openArchive(await readFile(part, 'utf8'), passphrase).length !== entries.length)
        throw new StartFault('The archive does not contain what was written. Try again on another disk.');
      await publishFile(part, file);
    } finally {
      await rm(part, { force: true });
    }
    const at = world.clock();
    const subject = { kind: 'portal', id: null } as const;
    await database.transact((trx) =>
      recordAudit(trx, { at, actorId: null, requestId: null, action: 'keys.export', subject }),
    );
    const keys = entries.map(nameOf);
    const lines = [
      `${file} contains ${keys.join(', ')}.`,
      'Keep it and its passphrase in two places, not beside backups.',
    ];
    return { ok: true, lines, facts: { file, keys } };
  });

/** Puts the keys of an archive in their configured places. It never replaces a key: with another key in a place, it writes none. */
export async function importKeys(call: Call, options: Passphrase): Promise<Outcome> {
  const config = await readCallSettings(call);
  const passphrase = await readPassphrase(options, call.world);
  const text = await readFile(resolve(call.world.cwd, call.words[0] ?? ''), 'utf8').catch((cause: unknown) => {
    throw new StartFault(`${call.words[0]} cannot be read.`, { cause });
  });
  const files = filesOf(config);
  const places = openArchive(text, passphrase).flatMap((entry) => {
    const file = files[entry.use];
    return file === null ? [] : [{ entry, file: entry.id === null ? file : keyFileOf(file, entry.id) }];
  });
  const present = await Promise.all(places.map(async (place) => ({ ...place, text: await readIfPresent(place.file) })));
  const others = present.filter(({ entry, text: there }) => there !== null && there !== entry.text);
  if (others.length > 0)
    return refuse(`Another key is in ${others.map(({ file }) => file).join(', ')}. Move it away. Nothing was written.`);
  const missing = present.filter(({ text: there }) => there === null);
  await Promise.all(missing.map(({ file, entry }) => writeKeyFile(file, entry.text)));
  const written = missing.map(({ file }) => file);
  return { ok: true, lines: written.length > 0 ? written : ['All keys are in place already.'], facts: { written } };
}

async function collectKeys(config: Config): Promise<KeyEntry[]> {
  const found = Object.entries(filesOf(config)).map(async ([use, file]) =>
    file === null || !isUse(use) ? [] : collectFiles(use, file),
  );
  return (await Promise.all(found)).flat();
}

const isUse = (use: string): use is KeyEntry['use'] => ['licence', 'session', 'seal', 'audit'].includes(use);

/** The configured file, and those that later keys have beside it. The configured one may be retired. */
async function collectFiles(use: KeyEntry['use'], file: string): Promise<KeyEntry[]> {
  const { dir, name, ext } = parse(file);
  const names = await readdir(dir).catch((cause: unknown) => {
    throw new StartFault(`The folder ${dir} of the keys cannot be read.`, { cause });
  });
  const later = names
    .filter((each) => each.startsWith(`${name}-`) && each.endsWith(ext))
    .map((each) => each.slice(name.length + 1, each.length - ext.length))
    .filter((id) => /^[0-9a-f]{16}$/.test(id));
  const read = [null, ...later].map(async (id) => {
    const text = await readIfPresent(id === null ? file : keyFileOf(file, id));
    return text === null ? [] : [{ use, id, text }];
  });
  const entries = (await Promise.all(read)).flat();
  if (entries.length === 0) throw new StartFault(`There is no ${use} key at ${file}.`);
  return entries;
}

const nameOf = ({ use, id }: KeyEntry): string => (id === null ? `the ${use} key` : `the ${use} key ${id}`);
