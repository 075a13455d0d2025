import type { Db, Trx } from '#server/database/foundation.ts';

/** Selects the valid keys of all service accounts, with the owners of the accounts. */
const selectValidKeys = (db: Db, now: number) =>
  db
    .selectFrom('serviceKeys')
    .innerJoin('serviceAccounts', 'serviceAccounts.id', 'serviceKeys.accountId')
    .innerJoin('users', 'users.id', 'serviceAccounts.ownerId')
    .where('serviceKeys.revokedAt', 'is', null)
    .where('serviceKeys.expiresAt', '>', now)
    .where('serviceAccounts.deletedAt', 'is', null);

/** Finds the valid keys that end before `until`, with their accounts and owners. */
export const findEndingKeys = (db: Db, { now, until }: { now: number; until: number }) =>
  selectValidKeys(db, now)
    .select(['serviceKeys.id', 'serviceKeys.prefix', 'serviceKeys.expiresAt', 'serviceAccounts.name as account'])
    .select(['serviceAccounts.ownerId', 'users.login', 'users.brandId', 'users.firstName'])
    .select(['users.profileId', 'users.status'])
    .where('serviceKeys.expiresAt', '<=', until)
    .where('serviceKeys.reminders', '<', 2)
    .orderBy('serviceKeys.id')
    .execute();

export type EndingKey = Awaited<ReturnType<typeof findEndingKeys>>[number];

/** Records a reminder about a key; returns false if it, or a later one, was sent before. */
export async function claimKeyReminder(trx: Trx, keyId: number, reminder: number): Promise<boolean> {
  const result = await trx
    .updateTable('serviceKeys')
    .set({ reminders: reminder })
    .where('id', '=', keyId)
    .where('reminders', '<', reminder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Finds the service accounts with a valid key for which no other owner was asked yet, with the profile and the status of the owner. */
export const findUsedAccounts = (db: Db, now: number) =>
  selectValidKeys(db, now)
    .select(['serviceAccounts.id', 'serviceAccounts.name', 'users.profileId', 'users.status'])
    .where('serviceAccounts.ownerAskedAt', 'is', null)
    .distinct()
    .execute();

/** Records that the administrators were asked for another owner; returns false if they were asked before. */
export async function claimOwnerReminder(trx: Trx, accountId: number, at: number): Promise<boolean> {
  const result = await trx
    .updateTable('serviceAccounts')
    .set({ ownerAskedAt: at })
    .where('id', '=', accountId)
    .where('ownerAskedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
