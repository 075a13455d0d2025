import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { Trx } from '#server/database/database.ts';

const lastMailedKey = 'audit.sealMailed';

/**
 * Records that this process sends the e-mails with the seal of the given day; returns false if another process has
 * already recorded this.
 */
export async function claimSealLetter(trx: Trx, at: number): Promise<boolean> {
  const todayText = toUtcDay(at);
  const claimResult = await trx
    .insertInto('settings')
    .values({ key: lastMailedKey, value: todayText })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: todayText }).where('settings.value', '<>', todayText),
    )
    .executeTakeFirst();
  return (claimResult.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
