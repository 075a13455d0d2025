import { workerData } from 'node:worker_threads';
import { openDatabase, type DatabaseLocation } from '#server/database/database.ts';
import { systemClock } from '#server/platform/clock/clock.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { BucketAccess } from '#server/platform/storage/storage.ts';
import { StartFault } from '#server/platform/problem.ts';
import { proveRestore, recordProof } from './prove-restore.ts';
import { keepNewest, writeBackup } from './write-backup.ts';

export type BackupTask = {
  where: DatabaseLocation;
  place: string;
  bucketAccess: BucketAccess | null;
  keep: number;
  recipient: string | null;
  dataDir: string;
};

/**
 * The main program of the thread that writes one backup: it writes the backup, restores it into a temporary file as a proof, and deletes
 * older backups. The check of the backup takes seconds, during which SQLite would block the main thread.
 */
async function backUp({ where, place, bucketAccess, keep, recipient, dataDir }: BackupTask): Promise<void> {
  const storage = await openStorage(place, { access: bucketAccess, workFolder: dataDir });
  const database = await openDatabase(where);
  try {
    const clock = systemClock;
    const prove = (file: string, temporaryFile: string) => proveRestore({ file, temporaryFile, clock });
    const { file, faults } = await writeBackup({ database, where, storage, clock, recipient, dataDir, prove });
    if (faults.length > 0) throw new StartFault(`The backup ${file} has faults: ${faults.join(' ')}`);
    await recordProof(database, systemClock(), file);
  } finally {
    await keepNewest(storage, keep);
    await database.close();
  }
}

// `workerData` has this type, because `createBackupJobs` starts the thread with a `BackupTask`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
await backUp(workerData as BackupTask);
