import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copySqliteFile, disableWriteAheadLog } from '#server/database/copy/sqlite-file.ts';
import { withDatabaseFile, type Database, type DatabaseLocation } from '#server/database/database.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { days, type Clock } from '#server/platform/clock/clock.ts';
import { readSnapshot, removeAccessData, writeLastBackup, type LastBackup } from './backups.repository.ts';
import { checkCopy, type CheckedCopy } from './check-copy.ts';
import { removeDatabaseFile } from '#server/platform/storage/durable-file.ts';
import type { Storage, StoredFile } from '#server/platform/storage/storage.ts';
import { encryptFile } from './encrypted-backup.ts';
import { packBackup, unpack } from './packed-backup.ts';
import { checkTableBackup, createTableBackup } from './table-backup.ts';

type BackupInput = {
  database: Database;
  where: DatabaseLocation;
  storage: Storage;
  clock: Clock;
  /** The public key (age) for which the backup is encrypted; null for none. */
  recipient: string | null;
  /** The folder for what cannot be encrypted yet, if the backup will be: the disk of the backups never has it. */
  dataDir: string;
  /** Is called with the checked file before it is encrypted, because only the owner of the private key can read it afterwards. */
  prove?: (packedFile: string, temporaryFile: string) => Promise<unknown>;
};

/**
 * Writes a backup without links and sessions, compressed by Zstandard: an SQLite file, or the rows of the tables of PostgreSQL. The backup is
 * checked before it gets its name in the storage. The name of a backup with faults, of a damaged database, says so, and such a backup does not count as the last backup. Throws StartFault
 * if no copy can be made, and then leaves no file.
 */
export async function writeBackup({
  database,
  where,
  storage,
  clock,
  recipient,
  dataDir,
  prove,
}: BackupInput): Promise<LastBackup & Pick<CheckedCopy, 'faults' | 'waitingEntries'>> {
  const at = clock();
  const extension = 'file' in where ? 'db' : 'tables';
  const { workFolder } = storage;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const readableFolder = recipient === null ? workFolder : dataDir;
  for (const usedFolder of new Set([workFolder, readableFolder])) await removeAbandonedFiles(usedFolder, at - days(1));
  const packedName = createFileName(at, extension);
  const packedFile = join(readableFolder, toUnfinished(packedName));
  const temporaryFile = join(readableFolder, toUnfinished(packedName.replace(/\.zst$/, '')));
  const encryptedFile = join(workFolder, toUnfinished(`${packedName}.age`));
  try {
    const checkResult =
      'file' in where
        ? await packFile({ sourceFile: where.file, temporaryFile, packedFile, at })
        : await packTables(database, packedFile);
    const { auditEntries, waitingEntries, licences, faults } = checkResult;
    if (faults.length === 0) await prove?.(packedFile, temporaryFile);
    if (recipient !== null) await encryptFile(packedFile, encryptedFile, recipient);
    const name = `${createFileName(at, extension, faults.length > 0)}${recipient === null ? '' : '.age'}`;
    const finishedFile = recipient === null ? packedFile : encryptedFile;
    const { size: bytes } = await stat(finishedFile);
    await storage.put(finishedFile, name);
    const file = storage.locate(name);
    const backupFacts = { at, provenAt: clock(), file, bytes, auditEntries, licences };
    await database.transact(async (trx) => {
      if (faults.length === 0) await writeLastBackup(trx, backupFacts);
      const subject = { kind: 'portal', id: null } as const;
      const auditValues = { file, bytes, ...(faults.length > 0 && { faults: faults.join(' ') }) };
      await recordAudit(trx, { at, ...bySystem, action: 'backup.create', subject, after: auditValues });
    });
    return { ...backupFacts, waitingEntries, faults };
  } finally {
    for (const unfinishedFile of [packedFile, encryptedFile]) await rm(unfinishedFile, { force: true });
    await removeDatabaseFile(temporaryFile);
  }
}

const toUnfinished = (name: string): string => `${name}.${process.pid}.part`;

type PackedFiles = { sourceFile: string; temporaryFile: string; packedFile: string; at: number };

/** Copies an SQLite file with its damaged pages if it has some, removes what gives access, and compresses the copy. */
async function packFile({ sourceFile, temporaryFile, packedFile, at }: PackedFiles): Promise<CheckedCopy> {
  await copySqliteFile(sourceFile, temporaryFile);
  const checkResult = await withDatabaseFile(temporaryFile, async (copy) => {
    await copy.transact((trx) => removeAccessData(trx, at));
    return checkCopy(copy);
  });
  disableWriteAheadLog(temporaryFile);
  await packBackup(createReadStream(temporaryFile), packedFile);
  return checkResult;
}

/** Compresses the rows of a PostgreSQL database, reads them again, and checks the database as it was at the same moment. */
async function packTables({ kysely, tableCopies }: Database, packedFile: string): Promise<CheckedCopy> {
  if (!tableCopies) throw new Error('the database has no COPY');
  return tableCopies.readAtOneMoment(async (select, snapshot) => {
    await packBackup(createTableBackup(kysely, select), packedFile);
    await checkTableBackup(unpack(packedFile));
    return readSnapshot(kysely, snapshot, (trx) => checkCopy({ kysely: trx }));
  });
}

/** Creates a file name like `portal-2026-11-22T21-00-00-000Z.db.zst`, so that sorting by name sorts by time. */
const createFileName = (at: number, extension: string, hasFaults = false): string =>
  `portal-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}${hasFaults ? '-with-faults' : ''}.${extension}.zst`;
const backupPattern = /^portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(db|(db|tables)\.zst(\.age)?)$/;
const faultyBackupPattern = /^portal-[\dTZ-]+-with-faults\.(db|(db|tables)\.zst(\.age)?)$/;

const temporaryFilePattern = /^portal-[\dTZ-]+\.(db|tables)(\.zst(\.age)?)?\.\d+\.part(-wal|-shm|-journal)?$/;

/** The number of backups with faults that are kept. */
const maxFaultyBackups = 3;

/** Deletes the unfinished backups of killed processes: the temporary files that were last written before `createdBefore`. */
async function removeAbandonedFiles(folder: string, createdBefore: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((fileName) => temporaryFilePattern.test(fileName))) {
    // oxlint-disable-next-line no-await-in-loop -- few files
    if ((await stat(join(folder, name))).mtimeMs < createdBefore) await rm(join(folder, name), { force: true });
  }
}

/** Deletes the unfinished files of a backup that this process has stopped. */
export async function removeUnfinished(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter(
    (fileName) => temporaryFilePattern.test(fileName) && fileName.includes(`.${process.pid}.part`),
  );
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

const isBackup = (name: string): boolean => backupPattern.test(name) || faultyBackupPattern.test(name);

/** Lists the backups of a storage, the oldest first. */
export async function listBackups(storage: Storage): Promise<StoredFile[]> {
  const files = await storage.list(1);
  return files.filter(({ name }) => isBackup(name)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Deletes the oldest backups of a storage, and no other file; none if `count` is 0. Backups with faults are counted apart, so that they never
 * take the place of the others. Returns the names of the deleted backups.
 */
export async function keepNewest(storage: Storage, count: number): Promise<string[]> {
  if (count === 0) return [];
  const names = (await listBackups(storage)).map(({ name }) => name);
  const oldNames = [
    ...names.filter((name) => backupPattern.test(name)).slice(0, -count),
    ...names.filter((name) => faultyBackupPattern.test(name)).slice(0, -Math.min(count, maxFaultyBackups)),
  ];
  await Promise.all(oldNames.map((name) => storage.remove(name)));
  return oldNames;
}
