import type { Trx } from '#server/database/database.ts';

export async function leaseJob(trx: Trx, name: string, { now, leasedUntil }: { now: number; leasedUntil: number }) {
  await trx
    .insertInto('schedules')
    .values({ name, nextRunAt: now, leasedUntil: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('schedules')
    .set({ leasedUntil })
    .where('name', '=', name)
    .where('nextRunAt', '<=', now)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', now)]))
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
    .set({ nextRunAt, leasedUntil: null })
    .where('name', '=', name)
    .where('leasedUntil', '=', leasedUntil)
    .execute();
}
