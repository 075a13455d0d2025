import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { startBackgroundJob } from './background-job.ts';
import type { ClockGuard } from '#server/platform/clock-guard.ts';
import type { BackgroundJob } from './background-job.ts';
import { extendLease, leaseJob, finishJob } from './schedules.repository.ts';

/**
 * A recurring task. If several processes run, the first process that finds the job due runs it; a job may run twice if a process ends in
 * the middle. When the signal is aborted, the job stops between two batches by throwing the reason of the signal, and is due again at once.
 * A job that expires or deletes records or sends e-mails `pauses` while the clock of the server may be wrong.
 */
export type Job<Needs> = {
  name: string;
  everyMs: number;
  run: (needs: Needs, signal: AbortSignal) => Promise<void>;
  pauses?: 'clock';
};

type Schedules<Needs> = {
  database: Database;
  clock: Clock;
  jobs: readonly Job<Needs>[];
  needs: Needs;
  clockGuard: Pick<ClockGuard, 'check'>;
  log: FastifyBaseLogger;
};

/**
 * How long a job stays reserved for a process (its lease). A running job extends its lease regularly; without an extension, the process
 * counts as dead, and another process may run the job.
 */
const leaseMs = minutes(2);
/** A job that failed is tried again soon, not only at its next time. */
const retryMs = minutes(5);

/** Runs the due jobs every minute. */
export const startSchedules = <Needs>(schedules: Schedules<Needs>): BackgroundJob =>
  startBackgroundJob({
    name: 'schedules',
    everyMs: minutes(1),
    log: schedules.log,
    work: (signal) => runDue(schedules, signal),
  });

/** Runs each due job that no other process is running. Returns the names of the jobs that succeeded. */
export async function runDue<Needs>(
  schedules: Schedules<Needs>,
  signal: AbortSignal = neverAborted,
): Promise<string[]> {
  const completedJobs: string[] = [];
  for (const job of schedules.jobs) {
    if (signal.aborted) break;
    // The jobs run one after the other, so that requests are not slowed down.
    // oxlint-disable-next-line no-await-in-loop
    if (await runUnlessPaused(schedules, job, signal)) completedJobs.push(job.name);
  }
  return completedJobs;
}

/** The signal for a caller that never stops a job. */
const neverAborted = new AbortController().signal;

/**
 * Runs a job if it is due, unless it pauses while the clock of the server may be wrong. This clock is checked before each job, because the
 * previous job may have taken long.
 */
async function runUnlessPaused<Needs>(
  schedules: Schedules<Needs>,
  job: Job<Needs>,
  signal: AbortSignal,
): Promise<boolean> {
  const clockDoubt = await schedules.clockGuard.check();
  return (clockDoubt === null || job.pauses !== 'clock') && runIfDue(schedules, job, signal);
}

async function runIfDue<Needs>(
  { database, clock, needs, log }: Schedules<Needs>,
  job: Job<Needs>,
  signal: AbortSignal,
): Promise<boolean> {
  const now = clock();
  const jobTimes = { now, everyMs: job.everyMs, leaseMs };
  if (!(await database.transact((trx) => leaseJob(trx, job.name, jobTimes)))) return false;
  let waitMs = job.everyMs;
  let hasSucceeded = false;
  const lease = { leasedUntil: now + leaseMs };
  const leaseRenewal = startLeaseRenewal({ database, clock, log }, job.name, lease);
  try {
    await job.run(needs, signal);
    hasSucceeded = true;
  } catch (error) {
    // The job was interrupted: the next process that starts continues it immediately.
    waitMs = signal.aborted ? 0 : Math.min(retryMs, job.everyMs);
    if (!signal.aborted) log.error({ err: error, job: job.name }, 'a recurring job failed');
  }
  await leaseRenewal.stop();
  const endedAt = clock();
  const jobOutcome = hasSucceeded ? { succeededAt: endedAt } : signal.aborted ? {} : { failedAt: endedAt };
  await database.transact((trx) => finishJob(trx, job.name, { ...lease, nextRunAt: endedAt + waitMs, ...jobOutcome }));
  return hasSucceeded;
}

/** Extends the lease of a running job at intervals, until it is stopped or another process has the job. */
function startLeaseRenewal(
  { database, clock, log }: Pick<Schedules<unknown>, 'database' | 'clock' | 'log'>,
  name: string,
  lease: { leasedUntil: number },
): BackgroundJob {
  return startBackgroundJob({
    name: `lease of ${name}`,
    everyMs: leaseMs / 4,
    log,
    async work() {
      const newLeasedUntil = clock() + leaseMs;
      if (await extendLease(database.kysely, name, { ...lease, newLeasedUntil })) lease.leasedUntil = newLeasedUntil;
    },
  });
}
