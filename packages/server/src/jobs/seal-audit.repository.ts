import type { Trx } from '#server/database/database.ts';
import { formatDay } from '#server/features/licenses/calendar.ts';

/** Those who get the seal of the audit log. */
export const findAdministrators = (trx: Trx) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'brandId'])
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

const key = 'audit.sealMailed';

/** Whether this day's letters have not been written yet. */
export async function claimSealLetter(trx: Trx, at: number): Promise<boolean> {
  const value = formatDay(at);
  const claimed = await trx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('settings.value', '<>', value))
    .executeTakeFirst();
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
