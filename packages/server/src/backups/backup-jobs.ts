import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { deleteIdleJob } from '#server/platform/background/schedules.repository.ts';
import type { Job } from '#server/platform/background/schedules.ts';
import type { BackupTask } from './backup-thread.ts';
import { removeUnfinished } from './write-backup.ts';

const name = 'database.backup';

/** Without BACKUP_EVERY, a job of an earlier start would seem overdue for ever. */
export async function forgetUnusedBackupJob({ kysely }: Pick<Database, 'kysely'>, { everyMs }: Config['backup']) {
  if (everyMs === null) await deleteIdleJob(kysely, name);
}

/** The job that writes backups, if the configuration asks for it. Of several portals over one database, one makes each backup. */
export const createBackupJobs = ({ database: where, backup }: Pick<Config, 'database' | 'backup'>): Job<unknown>[] => {
  const { folder, everyMs, keep } = backup;
  if (everyMs === null) return [];
  return [{ name, everyMs, run: (_, signal) => backUpOnThread({ where, folder, keep }, signal) }];
};

/** Throws the error of the thread; when the signal is aborted, ends the thread and removes what it has begun. */
async function backUpOnThread(task: BackupTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  // Without the options of the process, of which some are only for its main program.
  const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData: task, execArgv: [] });
  try {
    await once(thread, 'exit', { signal });
  } catch (error) {
    await thread.terminate();
    if (signal.aborted) await removeUnfinished(task.folder);
    throw error;
  }
}
