import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { clockSkewMs } from '#server/platform/clock/clock.ts';

/** The current time in Unix milliseconds, and the interval and the lease of a job in milliseconds. */
type JobTimes = { now: number; everyMs: number; leaseMs: number };

/**
 * Reserves a due job for this process (a lease) until `now + leaseMs`; returns false if the job is not due or another
 * process has leased it. A due time that is further in the future than the interval of the job is ignored, because a
 * wrong clock wrote it.
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
    .where(isLeaseFree({ now, until: now + leaseMs }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Returns the SQL condition that no process has reserved a row until a later time (the column `leasedUntil`). A lease that ends later than
 * `until`, the end of a lease that begins now, is ignored, because a wrong clock wrote it.
 */
export const isLeaseFree = ({ now, until }: { now: number; until: number }) => {
  const leasedUntil = sql.ref('leasedUntil');
  return sql<boolean>`(${leasedUntil} is null or ${leasedUntil} <= ${now} or ${leasedUntil} > ${until + clockSkewMs})`;
};

type LeaseExtension = { leasedUntil: number; newLeasedUntil: number };

/** Extends the lease of a running job; returns false if the lease has expired and another process has leased the job. */
export async function extendLease(
  db: Db,
  name: string,
  { leasedUntil, newLeasedUntil }: LeaseExtension,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({ leasedUntil: newLeasedUntil })
    .where('name', '=', name)
    .where('leasedUntil', '=', leasedUntil)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * The result of a run: when the job is due again, and when it succeeded or failed. After an interrupted run, both
 * `succeededAt` and `failedAt` are absent.
 */
type JobResult = { leasedUntil: number; nextRunAt: number; succeededAt?: number; failedAt?: number };

/**
 * Deletes the row of a job that this version or configuration of the portal does not run, unless another process is
 * running the job.
 */
export async function deleteIdleJob(db: Db, name: string): Promise<void> {
  await db.deleteFrom('schedules').where('name', '=', name).where('leasedUntil', 'is', null).execute();
}

/** Stores the result of a job and ends its lease. Does nothing if the lease has expired and another process has leased the job. */
export async function finishJob(trx: Trx, name: string, { leasedUntil, ...result }: JobResult): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({ ...result, leasedUntil: null })
    .where('name', '=', name)
    .where('leasedUntil', '=', leasedUntil)
    .execute();
}
