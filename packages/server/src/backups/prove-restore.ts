import { findFileFaults } from '#server/database/copy/sqlite-file.ts';
import type { Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { updateSearchIndexes } from '#server/jobs/keep-search-indexes.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { removeAccessData, writeLastProof } from './backups.repository.ts';
import { checkCopy, refuseFaults, type CheckedCopy } from './check-copy.ts';
import { removeDatabaseFile } from '#server/platform/storage/durable-file.ts';
import { unpackBackup, type UnpackOptions } from './packed-backup.ts';
import { withDatabaseFile } from '../database/database.ts';

/**
 * With `acceptsFaults`, a backup of a damaged database is restored too, and the audit log names the faults. `origin` is the address of a backup
 * that was copied from a bucket into `file`.
 */
type RestoreInput = {
  file: string;
  origin?: string;
  temporaryFile: string;
  clock: Clock;
  acceptsFaults?: boolean;
} & Pick<UnpackOptions, 'identityFile'>;

/** Restores a backup into a new SQLite file, migrates this database, removes everything that gives access, and checks the result. */
export async function restoreInto({
  file,
  origin = file,
  temporaryFile,
  clock,
  acceptsFaults = false,
  identityFile,
}: RestoreInput): Promise<CheckedCopy> {
  await removeDatabaseFile(temporaryFile);
  const isWrittenFromRows = await unpackBackup(file, temporaryFile, { now: clock(), identityFile });
  return withDatabaseFile(temporaryFile, async (copy) => {
    // The check of a file reads it as a whole, and the last check repeats it. So only a file from elsewhere is checked before it is used.
    if (!acceptsFaults && !isWrittenFromRows) refuseFaults(await findFileFaults(copy.kysely), origin);
    await migrate(copy, clock);
    const at = clock();
    const { faults } = acceptsFaults ? await checkCopy(copy) : { faults: [] };
    await copy.transact(async (trx) => {
      await removeAccessData(trx, at);
      const auditSubject = { kind: 'portal', id: null } as const;
      const auditValues = { file: origin, ...(faults.length > 0 && { acceptedFaults: faults.join(' ') }) };
      await recordAudit(trx, { at, ...bySystem, action: 'backup.restore', subject: auditSubject, after: auditValues });
    });
    await updateSearchIndexes({ database: copy }, new AbortController().signal);
    const check = await checkCopy(copy);
    if (!acceptsFaults) refuseFaults(check.faults, origin);
    return check;
  });
}

/** Proves that a backup can be restored, by restoring it and removing the result. */
export async function proveRestore(input: RestoreInput): Promise<CheckedCopy> {
  try {
    return await restoreInto(input);
  } finally {
    await removeDatabaseFile(input.temporaryFile);
  }
}

/** Stores in the database of the portal that a backup was restored, for the status page. */
export const recordProof = (database: Database, at: number, file: string): Promise<void> =>
  database.transact((trx) => writeLastProof(trx, { at, file }));
