import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { copyDatabase } from '#server/database/copy/copy-database.ts';
import { openDatabase } from '#server/database/database.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import type { CheckedCopy } from '#server/backups/check-copy.ts';
import type { Call, Outcome, CommandRuntime } from './command.ts';
import { publishFile, refuseDatabaseFile, removeDatabaseFile } from '#server/backups/durable-file.ts';
import { readCallSettings } from './on-database.ts';
import { onFile } from '#server/backups/on-file.ts';
import { recordProof, restoreInto } from '#server/backups/prove-restore.ts';

/**
 * Restores a backup into the configured database, which must be empty: an SQLite file or PostgreSQL, whichever the backup comes from. With
 * `checkOnly`, it proves that the backup can be restored, and changes no portal database. The backup itself is never changed.
 */
export async function restore(call: Call, checkOnly: boolean): Promise<Outcome> {
  const config = await readCallSettings(call);
  const { runtime } = call;
  const file = resolve(runtime.cwd, call.words[0] ?? '');
  if (!existsSync(file)) throw new StartFault(`There is no file ${file}.`);
  if (!checkOnly && 'file' in config.database) refuseDatabaseFile(config.database.file);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const temporaryFile = join(config.dataDir, `restore-${process.pid}.part`);
  try {
    const checked = await restoreInto({ file, part: temporaryFile, clock: runtime.clock });
    const facts = { file, ...checked };
    if (checkOnly) {
      await storeProof(config, file, runtime);
      return { ok: true, lines: [`${file} can be restored: ${summarise(checked)}.`], facts };
    }
    await publishRestored(config, temporaryFile, runtime);
    await renameSealFile(config, runtime);
    const lines = [`${file} is restored: ${summarise(checked)}.`, ...nextSteps];
    return { ok: true, lines, facts };
  } finally {
    await removeDatabaseFile(temporaryFile);
  }
}

const nextSteps = [
  'Put the keys in place (portal keys import), start the portal, and check it. Everybody signs in again.',
  'E-mails are held. To send them: portal mail release',
];

const summarise = ({ users, licences, auditEntries, verifiedLicences }: CheckedCopy): string =>
  `${users} users, ${licences} licences (${verifiedLicences} verified), ${auditEntries} audit entries`;

/** Stores the proof in the configured database, if there is one. A machine that only tests backups may have none. */
async function storeProof(
  { database: location }: Config,
  file: string,
  { clock, note }: CommandRuntime,
): Promise<void> {
  if ('file' in location && !existsSync(location.file)) return;
  try {
    const database = await openDatabase(location);
    try {
      await recordProof(database, clock(), file);
    } finally {
      await database.close();
    }
  } catch (error) {
    note(
      `The status page does not show this proof, because the configured database could not store it: ${describeError(error)}`,
    );
  }
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function publishRestored(
  { database: location }: Config,
  temporaryFile: string,
  { clock, note }: CommandRuntime,
): Promise<void> {
  if ('file' in location) return publishFile(temporaryFile, location.file);
  const to = await openDatabase(location);
  try {
    await onFile(temporaryFile, (from) => copyDatabase({ from, to, now: clock(), reportLine: note }));
  } finally {
    await to.close();
  }
}

/**
 * Renames the file with the newest seal of the audit log. The seal is later than the backup, so the restored audit log would look as if it
 * had been cut.
 */
async function renameSealFile({ auditKeyFile }: Config, { clock, note }: CommandRuntime): Promise<void> {
  const seal = join(dirname(auditKeyFile), 'audit.seal');
  if (!existsSync(seal)) return;
  const renamedSeal = `${seal}.before-${new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(seal, renamedSeal);
  note(`The newest seal of the audit log is later than the backup. It is now ${renamedSeal}`);
}
