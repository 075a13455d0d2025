import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/database/database.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';

const hashDevice = (device: string): string => createHash('sha256').update(device).digest('hex');

/** The hash of this device if the user with this login has signed in on it before. */
export async function findKnownDevice(db: Db, device: string, loginFold: string): Promise<string | null> {
  const row = await db
    .selectFrom('knownDevices')
    .innerJoin('users', 'users.id', 'knownDevices.userId')
    .select('knownDevices.hash')
    .where('knownDevices.hash', '=', hashDevice(device))
    .where('users.loginFold', '=', loginFold)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** The id in the cookie, if it is one that this user got; another one may have been planted by somebody who knows it. */
export async function ownDevice(db: Db, device: string | null | undefined, login: string): Promise<string | null> {
  if (device == null) return null;
  return (await findKnownDevice(db, device, foldLogin(login))) === null ? null : device;
}

type DeviceUse = { userId: number; device: string; at: number };

/** Only a hash of the device is stored. */
export async function rememberDevice(trx: Trx, { userId, device, at }: DeviceUse): Promise<void> {
  await trx
    .insertInto('knownDevices')
    .values({ hash: hashDevice(device), userId, createdAt: at, lastSeenAt: at })
    .onConflict((conflict) => conflict.columns(['hash', 'userId']).doUpdateSet({ lastSeenAt: at }))
    .execute();
}

/** A new password makes all devices unknown, because another person may have signed in on one. */
export async function forgetDevices(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
}
