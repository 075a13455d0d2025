import type { Db, Trx } from '#server/database/foundation.ts';
import { days } from '#server/platform/clock/clock.ts';
import { selectLicensesInUse } from '#server/features/licenses/renew/renewals.repository.ts';

export type ExpiryWindow = { daysBefore: number; from: number; until: number };

export type ExpiringId = { id: number; expiresAt: number };

/**
 * Finds the ids of licences in use that expire within the given time window and for which neither this reminder nor a
 * later reminder was sent. Continues after the licence `last` of the previous batch. No reminder is sent in the first
 * half of the term of a licence, because a licence of a few weeks cannot be renewed then.
 */
export const findExpiringIds = (
  db: Db,
  { daysBefore, from, until }: ExpiryWindow,
  { last, limit }: { last: ExpiringId | null; limit: number },
): Promise<ExpiringId[]> =>
  selectLicensesInUse(db)
    .leftJoin('licenseReminders as sent', (join) =>
      join.onRef('sent.licenseId', '=', 'licenses.id').on('sent.days', '<=', daysBefore),
    )
    .where('sent.licenseId', 'is', null)
    .where('licenses.expiresAt', '>', from)
    .where('licenses.expiresAt', '<=', until)
    .where((where) =>
      where(where('licenses.expiresAt', '-', where.ref('licenses.issuedAt')), '>=', days(2 * daysBefore)),
    )
    .where((where) =>
      last
        ? where(where.refTuple('licenses.expiresAt', 'licenses.id'), '>', where.tuple(last.expiresAt, last.id))
        : where.lit(true),
    )
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id')
    .select(['licenses.id', 'licenses.expiresAt'])
    .limit(limit)
    .execute();

/** Records that this process sends the reminder; returns false if another process has already recorded this. */
export async function claimReminder(
  trx: Trx,
  { licenseId, daysBefore, at }: { licenseId: number; daysBefore: number; at: number },
): Promise<boolean> {
  const claimResult = await trx
    .insertInto('licenseReminders')
    .values({ licenseId, days: daysBefore, at })
    .onConflict((conflict) => conflict.columns(['licenseId', 'days']).doNothing())
    .executeTakeFirst();
  return claimResult.numInsertedOrUpdatedRows === 1n;
}
