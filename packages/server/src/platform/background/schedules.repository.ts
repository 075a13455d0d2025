import type { Db, Trx } from '#server/database/database.ts';
import { clockSkewMs } from '#server/platform/clock.ts';

/** When a job is due (Unix milliseconds), and its maximum interval and lease (milliseconds). */
type JobTimes = { now: number; everyMs: number; leaseMs: number };

/**
 * Leases a due job until `now + leaseMs`; false if it is not due or another process has it. A due time that is further
 * ahead than the job's interval came from a clock that was ahead, and is ignored.
 */
export async function leaseJob(trx: Trx, name: string, { now, everyMs, leaseMs }: JobTimes): Promise<boolean> {
  await trx
    .insertInto('schedules')
    .values({ name, nextRunAt: now, leasedUntil: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('schedules')
    .set({ leasedUntil: now + leaseMs })
    .where('name', '=', name)
    .where((where) => where.or([where('nextRunAt', '<=', now), where('nextRunAt', '>', now + everyMs + clockSkewMs)]))
    .where((where) =>
      where.or([
        where('leasedUntil', 'is', null),
        where('leasedUntil', '<=', now),
        where('leasedUntil', '>', now + leaseMs + clockSkewMs),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Extension = { leasedUntil: number; until: number };

/** Extends the lease of a running job; false if it has expired and another process has the job now. */
export async function extendLease(db: Db, name: string, { leasedUntil, until }: Extension): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({ leasedUntil: until })
    .where('name', '=', name)
    .where('leasedUntil', '=', leasedUntil)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** When the job is due again, and when it ended; an interrupted job has neither succeeded nor failed. */
type JobResult = { leasedUntil: number; nextRunAt: number; succeededAt?: number; failedAt?: number };

/** Removes a job that this version or configuration does not run; a running one stays. */
export async function forgetJob(db: Db, name: string): Promise<void> {
  await db.deleteFrom('schedules').where('name', '=', name).where('leasedUntil', 'is', null).execute();
}

/** Does nothing when the lease has expired and another process has the job now. */
export async function settleJob(trx: Trx, name: string, { leasedUntil, ...result }: JobResult): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({ ...result, leasedUntil: null })
    .where('name', '=', name)
    .where('leasedUntil', '=', leasedUntil)
    .execute();
}
