import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/database/database.ts';
import { deleteIdleJob } from '#server/platform/background/schedules.repository.ts';
import type { Job } from '#server/platform/background/schedules.ts';
import type { BackupTask } from './backup-thread.ts';
import { removeUnfinished } from './write-backup.ts';

const jobName = 'database.backup';

/** Deletes the backup job of an earlier start if BACKUP_EVERY is not set any more, because it would always seem overdue. */
export async function forgetUnusedBackupJob({ kysely }: Pick<Database, 'kysely'>, { everyMs }: Config['backup']) {
  if (everyMs === null) await deleteIdleJob(kysely, jobName);
}

/**
 * Creates the job that writes backups, if BACKUP_EVERY is set. If several portals use the same database, only one portal writes each
 * backup.
 */
export const createBackupJobs = ({
  database: location,
  backup,
}: Pick<Config, 'database' | 'backup'>): Job<unknown>[] => {
  const { folder, everyMs, keep } = backup;
  if (everyMs === null) return [];
  return [{ name: jobName, everyMs, run: (_, signal) => backUpOnThread({ where: location, folder, keep }, signal) }];
};

/**
 * Writes a backup on a thread. Throws the error of the thread. When the signal is aborted, the thread ends and the unfinished backup is
 * removed.
 */
async function backUpOnThread(backupTask: BackupTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // The thread does not inherit the options of the process, because some are only valid for its main program.
  const backupThread = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    workerData: backupTask,
    execArgv: [],
  });
  try {
    await once(backupThread, 'exit', { signal });
  } catch (error) {
    await backupThread.terminate();
    if (signal.aborted) await removeUnfinished(backupTask.folder);
    throw error;
  }
}
