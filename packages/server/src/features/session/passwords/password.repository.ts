import type { Db } from '#server/database/foundation.ts';

const selectAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('brands', 'brands.id', 'users.brandId')
    .select([
      'users.id',
      'users.login',
      'users.firstName',
      'users.lastName',
      'users.company',
      'users.brandId',
      'users.profileId',
      'users.passwordHash',
      'users.status',
      'users.requestDate',
      'brands.name as brandName',
      'brands.legalEntity',
    ]);

/** Finds an account with the data for its e-mails and for the check of a new password. */
export const findAccount = (db: Db, userId: number) =>
  selectAccounts(db).where('users.id', '=', userId).executeTakeFirst();

export const findAccountByLogin = (db: Db, loginFold: string) =>
  selectAccounts(db).where('users.loginFold', '=', loginFold).executeTakeFirst();

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function setPassword(trx: Db, userId: number, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
}

/**
 * Activates an approved account and adds an entry to its history. Returns false, and changes nothing, if the account is
 * not approved.
 */
export async function activateApproved(trx: Db, userId: number, now: number): Promise<boolean> {
  const activatedRow = await trx
    .updateTable('users')
    .set(({ eb }) => ({ status: 'active', version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (activatedRow.numUpdatedRows === 0n) return false;
  await trx
    .insertInto('userHistory')
    .values({ userId, at: now, actorId: userId, fromStatus: 'approved', toStatus: 'active', reason: null })
    .execute();
  return true;
}
