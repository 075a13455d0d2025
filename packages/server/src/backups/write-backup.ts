import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '#server/database/copy/copy-database.ts';
import { copySqliteFile, disableWriteAheadLog } from '#server/database/copy/sqlite-file.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { makeHarmless, writeLastBackup } from './backups.repository.ts';
import type { LastBackup } from './backups.repository.ts';
import { checkCopy } from './check-copy.ts';
import { publishFile, removeDatabaseFile } from './durable-file.ts';
import { onFile } from './on-file.ts';

type Backup = {
  database: Database;
  where: DatabaseLocation;
  /** The folder of the backups. */
  folder: string;
  clock: Clock;
  report: (line: string) => void;
};

/**
 * Writes a backup: one SQLite file, whichever database it comes from, without links and sessions. It is checked before it gets its name, so
 * a file with the name of a backup is a proven one. Throws StartFault or CopyFault, and then leaves no file.
 */
export async function writeBackup({ database, where, folder, clock, report }: Backup): Promise<LastBackup> {
  const at = clock();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftOvers(folder, at - days(1));
  const file = join(folder, nameOf(at));
  const part = `${file}.${process.pid}.part`;
  try {
    if ('file' in where) await copySqliteFile(where.file, part);
    else await copyFromServer(database, part, { at, report });
    const checked = await onFile(part, async (copy) => {
      await copy.transact((trx) => makeHarmless(trx, at));
      return checkCopy(copy);
    });
    disableWriteAheadLog(part);
    await publishFile(part, file);
    const { size: bytes } = await stat(file);
    const { auditEntries, licences } = checked;
    const last = { at, provenAt: clock(), file, bytes, auditEntries, licences };
    await database.transact(async (trx) => {
      await writeLastBackup(trx, last);
      const subject = { kind: 'portal', id: null } as const;
      const after = { file, bytes };
      await recordAudit(trx, { at, actorId: null, requestId: null, action: 'backup.create', subject, after });
    });
    return last;
  } finally {
    await removeDatabaseFile(part);
  }
}

/** A PostgreSQL database as it is at one moment, in an SQLite file. */
async function copyFromServer(from: Database, part: string, { at, report }: { at: number } & Pick<Backup, 'report'>) {
  await onFile(part, (to) => copyDatabase({ from, to, now: at, report }));
}

/** `portal-2026-11-22T21-00-00-000Z.db`: sorted by name, they are sorted by time. */
const nameOf = (at: number): string => `portal-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}.db`;
const ofBackup = /^portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/;

const ofPart = /^portal-[\dTZ-]+\.db\.\d+\.part(-wal|-shm|-journal)?$/;

/** Deletes unfinished backups that were last written before this time: their process was killed. */
async function removeLeftOvers(folder: string, before: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => ofPart.test(each))) {
    // oxlint-disable-next-line no-await-in-loop -- few files
    if ((await stat(join(folder, name))).mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}

/** Deletes what a backup of this process has left because it was stopped in the middle. */
export async function removeUnfinished(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter((each) => ofPart.test(each) && each.includes(`.${process.pid}.part`));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

/** Deletes the oldest backups of a folder, and no other file; returns the deleted ones. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const backups = (await readdir(folder)).filter((name) => ofBackup.test(name)).toSorted();
  const old = backups.slice(0, Math.max(0, backups.length - count));
  await Promise.all(old.map((name) => removeDatabaseFile(join(folder, name))));
  return old;
}
