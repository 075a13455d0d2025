import type { Db, Trx } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import { licensesInUse } from './licenses-in-use.repository.ts';

export type Window = { step: number; after: number; until: number };

/**
 * The licences that count and end in a window, of which this step or a nearer one was not told. A step before the first half of the
 * term is over tells nothing: a licence of a few weeks cannot be renewed by then.
 */
export const findEndingIds = (db: Db, { step, after, until }: Window) =>
  licensesInUse(db)
    .leftJoin('licenseReminders as told', (join) =>
      join.onRef('told.licenseId', '=', 'licenses.id').on('told.days', '<=', step),
    )
    .where('told.licenseId', 'is', null)
    .where('licenses.expiresAt', '>', after)
    .where('licenses.expiresAt', '<=', until)
    .where((where) => where(where('licenses.expiresAt', '-', where.ref('licenses.issuedAt')), '>=', days(2 * step)))
    .orderBy('licenses.id')
    .select('licenses.id')
    .execute();

export const findEnding = (trx: Trx, id: number) =>
  licensesInUse(trx)
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select([
      'licenses.userId',
      'licenses.expiresAt',
      'machines.name as machine',
      'tools.name as tool',
      'users.login',
      'users.firstName',
      'users.lastName',
      'users.company',
      'users.country',
      'users.brandId',
      'users.canReceiveMail',
    ])
    .where('licenses.id', '=', id)
    .executeTakeFirst();

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
