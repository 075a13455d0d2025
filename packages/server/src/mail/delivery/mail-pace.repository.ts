import type { Trx } from '#server/database/foundation.ts';
import { minutes } from '#server/platform/clock/clock.ts';

const paceKey = 'mail.nextAt';

/** How long all portals send nothing after the mail server has said that it is busy. */
const busyPauseMs = minutes(1);

/**
 * Returns how long all portals that use the database must wait before the next e-mail, in milliseconds; 0 if they need not. A time that no
 * pause can reach was written by a wrong clock.
 */
export async function findMailWait(trx: Trx, now: number): Promise<number> {
  const waitMs = ((await lockNextTime(trx)) ?? (await createNextTime(trx))) - now;
  return waitMs > 0 && waitMs <= busyPauseMs ? waitMs : 0;
}

async function lockNextTime(trx: Trx): Promise<number | undefined> {
  const setting = trx.selectFrom('settings').select('value').where('key', '=', paceKey);
  const row = await setting.forUpdate().executeTakeFirst();
  return row && Number(row.value);
}

/** Creates the row of the time, without which two portals could both find no time to wait for. */
async function createNextTime(trx: Trx): Promise<number> {
  const row = { key: paceKey, value: '0' };
  await trx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await lockNextTime(trx)) ?? 0;
}

/** Pauses the e-mails of all portals, because the mail server is busy. */
export const pauseAfterRefusal = (trx: Trx, now: number): Promise<void> => storeNextTime(trx, now + busyPauseMs);

/** Stores when the next e-mail may be sent, if `perMinute` e-mails may be sent in a minute. */
export const takeTurn = (trx: Trx, now: number, perMinute: number): Promise<void> =>
  storeNextTime(trx, now + Math.ceil(minutes(1) / perMinute));

async function storeNextTime(trx: Trx, at: number): Promise<void> {
  const value = String(at);
  await trx
    .insertInto('settings')
    .values({ key: paceKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
