import type { Db } from '#server/database/database.ts';

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('brands', 'brands.id', 'users.brand_id')
    .select([
      'users.id',
      'users.login',
      'users.first_name',
      'users.last_name',
      'users.company',
      'users.brand_id',
      'users.profile_id',
      'users.password_hash',
      'users.status',
      'brands.name as brand_name',
      'brands.legal_entity',
    ]);

/** An account with what its letters are addressed by and what its password must not be. */
export const findAccount = (db: Db, userId: number) => accounts(db).where('users.id', '=', userId).executeTakeFirst();

export const findAccountByLogin = (db: Db, loginFold: string) =>
  accounts(db).where('users.login_fold', '=', loginFold).executeTakeFirst();

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function setPassword(trx: Db, userId: number, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Makes an approved account active, with the step in its history; nothing where it was active before. */
export async function activateApproved(trx: Db, userId: number, now: number): Promise<boolean> {
  const activated = await trx
    .updateTable('users')
    .set(({ eb }) => ({ status: 'active', version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .where('status', '=', 'approved')
    .executeTakeFirst();
  if (activated.numUpdatedRows === 0n) return false;
  await trx
    .insertInto('user_history')
    .values({ user_id: userId, at: now, actor_id: userId, from_status: 'approved', to_status: 'active', reason: null })
    .execute();
  return true;
}
