import type { JobName } from '@basics/contract/status/status.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/database/database.ts';
import { deleteIdleJob } from '#server/platform/background/schedules.repository.ts';
import type { Job } from '#server/platform/background/schedules.ts';
import type { BackupTask } from './backup-thread.ts';
import { sendHeartbeat } from './heartbeat.ts';
import { removeUnfinished } from './write-backup.ts';

const jobName = 'database.backup' satisfies JobName;

/** Deletes the backup job of an earlier start if BACKUP_EVERY is not set any more, because it would always seem overdue. */
export async function forgetUnusedBackupJob(
  { kysely }: Pick<Database, 'kysely'>,
  { everyMs }: Pick<Config['backup'], 'everyMs'>,
) {
  if (everyMs === null) await deleteIdleJob(kysely, jobName);
}

/**
 * Creates the job that writes backups, if BACKUP_EVERY is set. If several portals use the same database, only one portal writes each
 * backup.
 */
export const createBackupJobs = ({
  database: location,
  backup,
  bucketAccess,
  dataDir,
}: Pick<Config, 'database' | 'backup' | 'bucketAccess' | 'dataDir'>): Job<{ log: FastifyBaseLogger }>[] => {
  const { place, everyMs, keep, heartbeatUrl, recipient } = backup;
  if (everyMs === null) return [];
  return [
    {
      name: jobName,
      everyMs,
      async run({ log }, signal) {
        await backUpOnThread({ where: location, place, bucketAccess, keep, recipient, dataDir }, signal);
        const reason = await sendHeartbeat(heartbeatUrl);
        if (reason !== null) log.warn({ reason }, 'the address in BACKUP_HEARTBEAT_URL was not reached');
      },
    },
  ];
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
    if (signal.aborted) await Promise.all([backupTask.place, backupTask.dataDir].map(removeUnfinished));
    throw error;
  }
}
