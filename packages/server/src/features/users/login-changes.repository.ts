import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { clockSkewMs } from '#server/platform/clock.ts';

export type LoginChange = Row<'loginChanges'>;

/** The new login in place of an earlier one that still waits: only the newest link of a user is valid. */
export async function replaceLoginChange(trx: Trx, row: NewRow<'loginChanges'>): Promise<void> {
  await endLoginChanges(trx, row.userId);
  await trx.insertInto('loginChanges').values(row).execute();
}

/** Cancels the change of a user's login that waits, if there is one. */
export async function endLoginChanges(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('loginChanges').where('userId', '=', userId).execute();
}

/** Uses a link up. One conditional DELETE, so that of any number of callers at the same time exactly one gets the change. */
export const takeLoginChange = (
  trx: Trx,
  { hash, now, lifetimeMs }: { hash: string; now: number; lifetimeMs: number },
): Promise<LoginChange | undefined> =>
  trx
    .deleteFrom('loginChanges')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    // Further ahead, it was written by a clock that was ahead.
    .where('expiresAt', '<=', now + lifetimeMs + clockSkewMs)
    .returningAll()
    .executeTakeFirst();

/** Who has this address: an account, or a request that is open. */
export const findLoginHolder = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'brandId', 'firstName'])
    .where('loginFold', '=', loginFold)
    .where('status', 'in', ['pending', 'approved', 'active', 'suspended'])
    .executeTakeFirst();

export const lockLoginOwner = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'company', 'crmAccount', 'brandId', 'status'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The profile of an account that can sign in; null for any other account. */
export const findActiveProfile = async (db: Db, userId: number): Promise<{ profileId: number | null } | null> =>
  (await db
    .selectFrom('users')
    .select('profileId')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()) ?? null;

type NewLogin = { login: string; loginFold: string; userDomain: string };

export async function setLogin(trx: Trx, userId: number, login: NewLogin): Promise<void> {
  await trx
    .updateTable('users')
    .set((set) => ({ ...login, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}
