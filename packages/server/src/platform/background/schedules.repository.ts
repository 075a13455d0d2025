import type { Trx } from '#server/database/database.ts';

export async function leaseJob(trx: Trx, name: string, { now, leasedUntil }: { now: number; leasedUntil: number }) {
  await trx
    .insertInto('schedules')
    .values({ name, next_run_at: now, leased_until: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('schedules')
    .set({ leased_until: leasedUntil })
    .where('name', '=', name)
    .where('next_run_at', '<=', now)
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Unless the lease ran out and somebody else has the job now. */
export async function settleJob(
  trx: Trx,
  name: string,
  { leasedUntil, nextRunAt }: { leasedUntil: number; nextRunAt: number },
): Promise<void> {
  await trx
    .updateTable('schedules')
    .set({ next_run_at: nextRunAt, leased_until: null })
    .where('name', '=', name)
    .where('leased_until', '=', leasedUntil)
    .execute();
}
