import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/database/foundation.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';

const hashDevice = (deviceId: string): string => createHash('sha256').update(deviceId).digest('hex');

/** Finds the hash of a device; null if the user with the given login has not signed in on the device before. */
export async function findKnownDevice(db: Db, deviceId: string, loginFold: string): Promise<string | null> {
  const row = await db
    .selectFrom('knownDevices')
    .innerJoin('users', 'users.id', 'knownDevices.userId')
    .select('knownDevices.hash')
    .where('knownDevices.hash', '=', hashDevice(deviceId))
    .where('users.loginFold', '=', loginFold)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/**
 * Returns the device id from the cookie if the portal gave it to this user; otherwise null, because an attacker may
 * have put the cookie into the browser.
 */
export async function findOwnDevice(
  db: Db,
  deviceId: string | null | undefined,
  login: string,
): Promise<string | null> {
  if (deviceId == null) return null;
  return (await findKnownDevice(db, deviceId, foldLogin(login))) === null ? null : deviceId;
}

type DeviceUse = { userId: number; deviceId: string; at: number };

/** Stores that a user has signed in on a device. The database stores only a hash of the device id. */
export async function rememberDevice(trx: Trx, { userId, deviceId, at }: DeviceUse): Promise<void> {
  await trx
    .insertInto('knownDevices')
    .values({ hash: hashDevice(deviceId), userId, createdAt: at, lastSeenAt: at })
    .onConflict((conflict) => conflict.columns(['hash', 'userId']).doUpdateSet({ lastSeenAt: at }))
    .execute();
}

/** Deletes the known devices of a user after a new password, because another person may have signed in on one of them. */
export async function forgetDevices(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
}
