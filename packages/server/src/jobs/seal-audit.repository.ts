import type { Trx } from '#server/database/database.ts';
import { formatDay } from '#server/features/licenses/calendar.ts';

/** Finds the active administrators, who get the seal of the audit log by e-mail. */
export const findAdministrators = (trx: Trx) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'brandId'])
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

const lastMailedKey = 'audit.sealMailed';

/** Records that this process writes the letters with the seal of this day; returns false if another process has done so. */
export async function claimSealLetter(trx: Trx, at: number): Promise<boolean> {
  const value = formatDay(at);
  const claimed = await trx
    .insertInto('settings')
    .values({ key: lastMailedKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('settings.value', '<>', value))
    .executeTakeFirst();
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
