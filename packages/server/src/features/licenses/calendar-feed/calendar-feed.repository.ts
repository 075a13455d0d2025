import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

/** Returns when a user's feed was created; undefined if the user has none. */
export const findFeed = (db: Db, userId: number) =>
  db.selectFrom('calendarFeeds').select('createdAt').where('userId', '=', userId).executeTakeFirst();

/** Finds the active user whose feed address has the given hash. */
export const findFeedOwner = (db: Db, hash: string) =>
  db
    .selectFrom('calendarFeeds')
    .innerJoin('users', 'users.id', 'calendarFeeds.userId')
    .select(['calendarFeeds.userId', 'calendarFeeds.createdAt'])
    .where('calendarFeeds.hash', '=', hash)
    .where('users.status', '=', 'active')
    .executeTakeFirst();

/** Deletes a user's feed. Returns false if the user has no feed. */
export async function deleteFeed(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('calendarFeeds').where('userId', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertFeed(trx: Trx, row: NewRow<'calendarFeeds'>): Promise<void> {
  await trx.insertInto('calendarFeeds').values(row).execute();
}

/** Finds a user's current licences that expire after a time (Unix milliseconds), the earliest first. */
export const findExpiringLicenses = (db: Db, { userId, since }: { userId: number; since: number }) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('tools', 'tools.id', 'licenses.toolId')
    .select(['licenses.id', 'licenses.licenceUid', 'licenses.expiresAt', 'licenses.issuedAt'])
    .select(['machines.name as machineName', 'tools.name as tool'])
    .where('licenses.userId', '=', userId)
    .where('licenses.revokedAt', 'is', null)
    .where('licenses.replacedAt', 'is', null)
    .where('machines.releasedAt', 'is', null)
    .where('licenses.expiresAt', '>', since)
    .orderBy('licenses.expiresAt')
    .orderBy('licenses.id')
    .execute();
