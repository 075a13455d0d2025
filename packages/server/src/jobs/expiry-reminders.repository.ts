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
    .leftJoin('license_reminders as told', (join) =>
      join.onRef('told.license_id', '=', 'licenses.id').on('told.days', '<=', step),
    )
    .where('told.license_id', 'is', null)
    .where('licenses.expires_at', '>', after)
    .where('licenses.expires_at', '<=', until)
    .where((where) => where(where('licenses.expires_at', '-', where.ref('licenses.issued_at')), '>=', days(2 * step)))
    .orderBy('licenses.id')
    .select('licenses.id')
    .execute();

export const findEnding = (trx: Trx, id: number) =>
  licensesInUse(trx)
    .innerJoin('tools', 'tools.id', 'licenses.tool_id')
    .select([
      'licenses.user_id',
      'licenses.expires_at',
      'machines.name as machine',
      'tools.name as tool',
      'users.login',
      'users.first_name',
      'users.last_name',
      'users.company',
      'users.country',
      'users.brand_id',
      'users.can_receive_mail',
    ])
    .where('licenses.id', '=', id)
    .executeTakeFirst();

/** Whether this process is the first to send the reminder of this step. */
export async function claimReminder(
  trx: Trx,
  { licenseId, step, at }: { licenseId: number; step: number; at: number },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('license_reminders')
    .values({ license_id: licenseId, days: step, at })
    .onConflict((conflict) => conflict.columns(['license_id', 'days']).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}
