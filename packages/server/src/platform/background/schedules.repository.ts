import type { Trx } from '#server/database/database.ts';
import { clockSkewMs } from '#server/platform/clock.ts';

/** When a job is due, in Unix milliseconds, and how long it waits or is leased for at most, in milliseconds. */
type Due = { now: number; everyMs: number; leaseMs: number };

/**
 * Leases a job that is due until `now + leaseMs`; false where it is not due or another process has it. A moment that lies further ahead than
 * the job ever waits came from a clock that was ahead, and holds nothing back.
 */
export async function leaseJob(trx: Trx, name: string, { now, everyMs, leaseMs }: Due): Promise<boolean> {
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

/** Does nothing when the lease has expired and another process has the job now. */
export async function settleJob(
  trx: Trx,
  name: string,
  { leasedUntil, nextRunAt }: { leasedUntil: number; nextRunAt: number },
): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({ nextRunAt, leasedUntil: null })
    .where('name', '=', name)
    .where('leasedUntil', '=', leasedUntil)
    .execute();
}
