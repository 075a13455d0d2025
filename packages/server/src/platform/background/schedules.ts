import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { minutes, type Clock } from '#server/platform/clock/clock.ts';
import { startBackgroundJob, type BackgroundJob } from './background-job.ts';
import type { ClockGuard } from '#server/platform/clock/clock-guard.ts';
import { extendLease, leaseJob, finishJob } from './schedules.repository.ts';

/**
 * A recurring task. If several processes of the portal run, the first process that finds the job due runs it. If a
 * process ends during a run, the job runs again. When the signal is aborted, the job stops between two batches by
 * throwing the reason of the signal, and is due again at once. A job that expires or deletes records, or that sends
 * e-mails, has `pauses`: it does not run while the clock of the server may be wrong.
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
 * The time for which a job is reserved for a process (the lease). The lease of a running job is extended regularly. If
 * a lease expires, the portal assumes that the process has ended, and another process may run the job.
 */
const leaseMs = minutes(2);
/** A failed job runs again after this time, or after its interval if that is shorter. */
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

/** The signal for callers that never stop a job. */
const neverAborted = new AbortController().signal;

/**
 * Runs a job if it is due. A job with `pauses` does not run while the clock of the server may be wrong. The clock is
 * checked before each job, because the previous job may have taken a long time.
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
    // If the job was interrupted, it is due at once, so the next process that starts continues it.
    waitMs = signal.aborted ? 0 : Math.min(retryMs, job.everyMs);
    if (!signal.aborted) log.error({ err: error, job: job.name }, 'a recurring job failed');
  }
  await leaseRenewal.stop();
  const endedAt = clock();
  const jobOutcome = hasSucceeded ? { succeededAt: endedAt } : signal.aborted ? {} : { failedAt: endedAt };
  await database.transact((trx) => finishJob(trx, job.name, { ...lease, nextRunAt: endedAt + waitMs, ...jobOutcome }));
  return hasSucceeded;
}

/**
 * Extends the lease of a running job at intervals, until the caller stops the renewal or another process has leased the
 * job.
 */
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
