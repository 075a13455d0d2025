import { workerData } from 'node:worker_threads';
import { openDatabase } from '#server/database/database.ts';
import type { DatabaseLocation } from '#server/database/database.ts';
import { systemClock } from '#server/platform/clock.ts';
import { proveRestore, recordProof } from './prove-restore.ts';
import { keepNewest, writeBackup } from './write-backup.ts';

export type BackupTask = { where: DatabaseLocation; folder: string; keep: number };

/**
 * The main program of the thread that makes one backup: it writes it, restores it into a temporary file for a proof, and deletes older
 * ones. Checking takes seconds in which SQLite would block the main thread.
 */
async function backUp({ where, folder, keep }: BackupTask): Promise<void> {
  const database = await openDatabase(where);
  try {
    const { file } = await writeBackup({ database, where, folder, clock: systemClock, report: () => {} });
    await proveRestore({ file, part: `${file}.${process.pid}.part`, clock: systemClock });
    await recordProof(database, systemClock(), file);
    await keepNewest(folder, keep);
  } finally {
    await database.close();
  }
}

// What `createBackupJobs` passes.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
await backUp(workerData as BackupTask);
