import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '#server/database/copy/copy-database.ts';
import { copySqliteFile, disableWriteAheadLog } from '#server/database/copy/sqlite-file.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { days, type Clock } from '#server/platform/clock/clock.ts';
import { removeAccessData, writeLastBackup, type LastBackup } from './backups.repository.ts';
import { checkCopy, type CheckedCopy } from './check-copy.ts';
import { publishFile, removeDatabaseFile } from './durable-file.ts';
import { packBackup } from './packed-backup.ts';
import { withDatabaseFile } from '../database/database.ts';

type BackupInput = {
  database: Database;
  where: DatabaseLocation;
  /** The folder of the backups. */
  folder: string;
  clock: Clock;
  report: (line: string) => void;
};

/**
 * Writes a backup: one SQLite file, compressed by Zstandard, for SQLite and for PostgreSQL, without links and sessions. The backup is checked before it gets its name.
 * The name of a backup with faults, of a damaged database, says so, and such a backup does not count as the last backup. Throws StartFault or
 * CopyFault if no copy can be made, and then leaves no file.
 */
export async function writeBackup({
  database,
  where,
  folder,
  clock,
  report,
}: BackupInput): Promise<LastBackup & Pick<CheckedCopy, 'faults' | 'waitingEntries'>> {
  const at = clock();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandonedFiles(folder, at - days(1));
  const packedFile = join(folder, `${createFileName(at)}.${process.pid}.part`);
  const temporaryFile = packedFile.replace('.zst', '');
  try {
    if ('file' in where) await copySqliteFile(where.file, temporaryFile);
    else await copyFromServer(database, temporaryFile, { at, report });
    const checkResult = await withDatabaseFile(temporaryFile, async (copy) => {
      await copy.transact((trx) => removeAccessData(trx, at));
      return checkCopy(copy);
    });
    disableWriteAheadLog(temporaryFile);
    const { auditEntries, waitingEntries, licences, faults } = checkResult;
    const file = join(folder, createFileName(at, faults.length > 0));
    await packBackup(temporaryFile, packedFile);
    await publishFile(packedFile, file);
    const { size: bytes } = await stat(file);
    const backupFacts = { at, provenAt: clock(), file, bytes, auditEntries, licences };
    await database.transact(async (trx) => {
      if (faults.length === 0) await writeLastBackup(trx, backupFacts);
      const subject = { kind: 'portal', id: null } as const;
      const auditValues = { file, bytes, ...(faults.length > 0 && { faults: faults.join(' ') }) };
      await recordAudit(trx, { at, ...bySystem, action: 'backup.create', subject, after: auditValues });
    });
    return { ...backupFacts, waitingEntries, faults };
  } finally {
    await rm(packedFile, { force: true });
    await removeDatabaseFile(temporaryFile);
  }
}

/** Copies a PostgreSQL database as it is at one moment into an SQLite file. */
async function copyFromServer(
  serverDatabase: Database,
  temporaryFile: string,
  { at, report }: { at: number } & Pick<BackupInput, 'report'>,
) {
  await withDatabaseFile(temporaryFile, (to) =>
    copyDatabase({ from: serverDatabase, to, now: at, reportLine: report }),
  );
}

/** Creates a file name like `portal-2026-11-22T21-00-00-000Z.db.zst`, so that sorting by name sorts by time. */
const createFileName = (at: number, hasFaults = false): string =>
  `portal-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}${hasFaults ? '-with-faults' : ''}.db.zst`;
const backupPattern = /^portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db(\.zst)?$/;
const faultyBackupPattern = /^portal-[\dTZ-]+-with-faults\.db(\.zst)?$/;

const temporaryFilePattern = /^portal-[\dTZ-]+\.db(\.zst)?\.\d+\.part(-wal|-shm|-journal)?$/;

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

/**
 * Deletes the oldest backups of a folder, and no other file. Backups with faults are counted apart, so that they never take the place of
 * the others. Returns the names of the deleted backups.
 */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const names = (await readdir(folder)).toSorted();
  const oldNames = [
    ...names.filter((name) => backupPattern.test(name)).slice(0, -count),
    ...names.filter((name) => faultyBackupPattern.test(name)).slice(0, -Math.min(count, maxFaultyBackups)),
  ];
  await Promise.all(oldNames.map((name) => removeDatabaseFile(join(folder, name))));
  return oldNames;
}
