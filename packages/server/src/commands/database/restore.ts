import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { resolvePlace, type Config } from '#server/config/config.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { isBucket } from '#server/platform/storage/storage.ts';
import { copyDatabase } from '#server/database/copy/copy-database.ts';
import { openDatabase, withDatabaseFile } from '#server/database/database.ts';
import { StartFault } from '#server/platform/problem.ts';
import { countAuditEntries, type CheckedCopy } from '#server/backups/check-copy.ts';
import { UsageFault, type Call, type Outcome, type Shell } from '../command.ts';
import { publishFile, refuseDatabaseFile, removeDatabaseFile } from '#server/platform/storage/durable-file.ts';
import { readCallSettings } from '../on-database.ts';
import { recordProof, restoreInto } from '#server/backups/prove-restore.ts';

type RestoreOptions = { from?: string; check?: boolean; identity?: string; 'accept-faults'?: boolean };

/**
 * Restores a backup into the configured database, which must be empty. The database can be SQLite or PostgreSQL, independent of the database
 * that the backup comes from. With `check`, the command only checks that the backup can be restored, and changes no database of a portal.
 * The backup itself is never changed.
 */
export async function restoreBackup(
  call: Call,
  { from, check: checkOnly = false, identity, 'accept-faults': acceptsFaults = false }: RestoreOptions,
): Promise<Outcome> {
  const { args, shell } = call;
  const [name, ...otherNames] = [...args, ...(from === undefined ? [] : [from])];
  if (name === undefined || otherNames.length > 0) throw new UsageFault('Name one backup: portal restore FILE.');
  const config = await readCallSettings(call);
  const origin = resolvePlace(shell.cwd, name);
  if (!isBucket(origin) && !existsSync(origin)) throw new StartFault(`There is no file ${origin}.`);
  if (!checkOnly && 'file' in config.database) refuseDatabaseFile(config.database.file);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const temporaryFile = join(config.dataDir, `restore-${process.pid}.part`);
  const downloadFolder = `${temporaryFile}.download`;
  try {
    const identityFile = identity === undefined ? undefined : resolve(shell.cwd, identity);
    const file = isBucket(origin) ? await fetchBackup(origin, downloadFolder, config) : origin;
    const options = { clock: shell.clock, acceptsFaults, identityFile };
    const checkResult = await restoreInto({ file, origin, temporaryFile, ...options });
    const facts = { file: origin, ...checkResult };
    if (checkOnly) {
      await storeProof(config, origin, shell);
      return { ok: true, lines: [`${origin} can be restored: ${summarise(checkResult)}.`], facts };
    }
    await publishRestored(config, temporaryFile, shell);
    await renameSealFile(config, shell);
    const lines = [`${origin} is restored: ${summarise(checkResult)}.`, ...checkResult.faults, ...nextSteps];
    return { ok: true, lines, facts };
  } finally {
    await rm(downloadFolder, { recursive: true, force: true });
    await removeDatabaseFile(temporaryFile);
  }
}

/** Copies a backup of a bucket into a folder, under its name. Throws StartFault if there is no such backup. */
async function fetchBackup(address: string, folder: string, { bucketAccess, dataDir }: Config): Promise<string> {
  const [, place = address, name = ''] = /^(.*)\/([^/]*)$/.exec(address) ?? [];
  const storage = await openStorage(place, { access: bucketAccess, workFolder: dataDir });
  const backup = await storage.find(name);
  if (backup === null) throw new StartFault(`There is no file ${address}.`);
  await mkdir(folder, { mode: 0o700 });
  const file = join(folder, name);
  await pipeline(await storage.read(backup), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return file;
}

const nextSteps = [
  'Put the keys in place (portal keys import), start the portal, and check it. Everybody signs in again.',
  'E-mails are held. To send them: portal mail release',
];

const summarise = (copy: CheckedCopy): string =>
  `${copy.users} users, ${copy.licences} licences (${copy.verifiedLicences} verified), ${countAuditEntries(copy)}`;

/** Stores in the configured database that the backup could be restored. A machine that only tests backups may have no configured database. */
async function storeProof({ database: location }: Config, file: string, { clock, printNote }: Shell): Promise<void> {
  if ('file' in location && !existsSync(location.file)) return;
  try {
    const database = await openDatabase(location);
    try {
      await recordProof(database, clock(), file);
    } finally {
      await database.close();
    }
  } catch (error) {
    printNote(
      `The status page does not show this proof, because the configured database could not store it: ${describeError(error)}`,
    );
  }
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function publishRestored(
  { database: location }: Config,
  temporaryFile: string,
  { clock, printProgress }: Shell,
): Promise<void> {
  if ('file' in location) return publishFile(temporaryFile, location.file);
  const to = await openDatabase(location);
  try {
    await withDatabaseFile(temporaryFile, (from) =>
      copyDatabase({ from, to, now: clock(), reportLine: printProgress }),
    );
  } finally {
    await to.close();
  }
}

/**
 * Renames the file with the newest seal of the audit log. The seal is newer than the backup. With this seal, the restored audit log would look
 * as if its end had been removed.
 */
async function renameSealFile({ auditKeyFile }: Config, { clock, printNote }: Shell): Promise<void> {
  const sealFile = join(dirname(auditKeyFile), 'audit.seal');
  if (!existsSync(sealFile)) return;
  const renamedSeal = `${sealFile}.before-${new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(sealFile, renamedSeal);
  printNote(`The newest seal of the audit log is later than the backup. It is now ${renamedSeal}`);
}
