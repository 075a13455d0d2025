import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { startBackgroundJob } from './background-job.ts';
import type { ClockGuard } from '#server/platform/clock-guard.ts';
import type { BackgroundJob } from './background-job.ts';
import { extendLease, leaseJob, settleJob } from './schedules.repository.ts';

/**
 * A recurring task, run by whichever process is first. It may run twice if a process ends in the middle. When the
 * signal is aborted, it stops between two batches by throwing the signal's reason, and is due again at once. A job that
 * expires, deletes or sends e-mails `pauses` while the clock is in doubt.
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
  guard: Pick<ClockGuard, 'check'>;
  log: FastifyBaseLogger;
};

/** A running job extends its lease. After this time without it, the process is considered dead and another one may run the job. */
const leaseMs = minutes(2);
/** A job that failed is tried again soon, not only at its next time. */
const retryMs = minutes(5);

/** Looks every minute for jobs that are due. */
export const startSchedules = <Needs>(schedules: Schedules<Needs>): BackgroundJob =>
  startBackgroundJob({
    name: 'schedules',
    everyMs: minutes(1),
    log: schedules.log,
    work: (signal) => runDue(schedules, signal),
  });

/** Runs each job that is due and that no other process runs; returns the names of those that it ran to their end. */
export async function runDue<Needs>(
  schedules: Schedules<Needs>,
  signal: AbortSignal = neverAborted,
): Promise<string[]> {
  const ran: string[] = [];
  for (const job of schedules.jobs) {
    if (signal.aborted) break;
    // One after the other: the machine is there for the requests.
    // oxlint-disable-next-line no-await-in-loop
    if (await runUnlessPaused(schedules, job, signal)) ran.push(job.name);
  }
  return ran;
}

/** The signal of a caller that lets every job finish. */
const neverAborted = new AbortController().signal;

/** The clock is compared before each job, because the previous one may have taken long. */
async function runUnlessPaused<Needs>(
  schedules: Schedules<Needs>,
  job: Job<Needs>,
  signal: AbortSignal,
): Promise<boolean> {
  const doubt = await schedules.guard.check();
  return (doubt === null || job.pauses !== 'clock') && runIfDue(schedules, job, signal);
}

async function runIfDue<Needs>(
  { database, clock, needs, log }: Schedules<Needs>,
  job: Job<Needs>,
  signal: AbortSignal,
): Promise<boolean> {
  const now = clock();
  const due = { now, everyMs: job.everyMs, leaseMs };
  if (!(await database.transact((trx) => leaseJob(trx, job.name, due)))) return false;
  let wait = job.everyMs;
  let isDone = false;
  const lease = { leasedUntil: now + leaseMs };
  const keeping = keepLease({ database, clock, log }, job.name, lease);
  try {
    await job.run(needs, signal);
    isDone = true;
  } catch (error) {
    // The job was interrupted: the next process that starts continues it immediately.
    wait = signal.aborted ? 0 : Math.min(retryMs, job.everyMs);
    if (!signal.aborted) log.error({ err: error, job: job.name }, 'a recurring job failed');
  }
  await keeping.stop();
  const endedAt = clock();
  const ended = isDone ? { succeededAt: endedAt } : signal.aborted ? {} : { failedAt: endedAt };
  await database.transact((trx) => settleJob(trx, job.name, { ...lease, nextRunAt: endedAt + wait, ...ended }));
  return isDone;
}

/** Extends the lease of a running job at intervals, until it is stopped or another process has the job. */
function keepLease(
  { database, clock, log }: Pick<Schedules<unknown>, 'database' | 'clock' | 'log'>,
  name: string,
  lease: { leasedUntil: number },
): BackgroundJob {
  return startBackgroundJob({
    name: `lease of ${name}`,
    everyMs: leaseMs / 4,
    log,
    async work() {
      const until = clock() + leaseMs;
      if (await extendLease(database.kysely, name, { ...lease, until })) lease.leasedUntil = until;
    },
  });
}
