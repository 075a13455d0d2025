import type { Db, Trx } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { selectLicensesInUse } from '#server/features/licenses/licenses-in-use.repository.ts';

export type Window = { step: number; after: number; until: number };

export type ExpiringId = { id: number; expiresAt: number };

/**
 * Licences in use that expire within a window and got neither this reminder nor a nearer one, at most `most`, after the
 * given id. No reminder is sent in the first half of a term: a licence of a few weeks cannot be renewed then.
 */
export const findExpiringIds = (
  db: Db,
  { step, after, until }: Window,
  { behind, most }: { behind: ExpiringId | null; most: number },
): Promise<ExpiringId[]> =>
  selectLicensesInUse(db)
    .leftJoin('licenseReminders as sent', (join) =>
      join.onRef('sent.licenseId', '=', 'licenses.id').on('sent.days', '<=', step),
    )
    .where('sent.licenseId', 'is', null)
    .where('licenses.expiresAt', '>', after)
    .where('licenses.expiresAt', '<=', until)
    .where((where) => where(where('licenses.expiresAt', '-', where.ref('licenses.issuedAt')), '>=', days(2 * step)))
    .where((where) =>
      behind
        ? where(where.refTuple('licenses.expiresAt', 'licenses.id'), '>', where.tuple(behind.expiresAt, behind.id))
        : where.lit(true),
    )
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id')
    .select(['licenses.id', 'licenses.expiresAt'])
    .limit(most)
    .execute();

/** Whether this process is the first to send the reminder of this step. */
export async function claimReminder(
  trx: Trx,
  { licenseId, step, at }: { licenseId: number; step: number; at: number },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('licenseReminders')
    .values({ licenseId, days: step, at })
    .onConflict((conflict) => conflict.columns(['licenseId', 'days']).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}
