import type { Db } from '#server/database/database.ts';
import { licenseColumns } from './licenses.repository.ts';

/** Finds a licence with the data for its renewal: the latest parts of its PC, and the profile of its owner. */
export const findLicenseToRenew = (db: Db, userId: number, licenseId: number) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select([
      ...licenseColumns,
      'licenses.licenceUid',
      'machines.fingerprint',
      'machines.anchorUuid',
      'users.profileId',
    ])
    .where('licenses.id', '=', licenseId)
    .where('licenses.userId', '=', userId)
    .executeTakeFirst();

/** Finds the user who owns a licence. */
export async function findOwnerId(db: Db, licenseId: number): Promise<number | undefined> {
  const row = await db.selectFrom('licenses').select('userId').where('id', '=', licenseId).executeTakeFirst();
  return row?.userId;
}
