import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { clockSkewMs, days } from '#server/platform/clock/clock.ts';
import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { Viewer } from '../scope.repository.ts';

export type LoginChange = Row<'loginChanges'>;

/**
 * Stores a requested login change. The previous request expires at the same time, because only the newest link of a user is valid; its row
 * stays for some days, so that its link can name the reason.
 */
export async function replaceLoginChange(trx: Trx, row: NewRow<'loginChanges'>): Promise<void> {
  await trx
    .updateTable('loginChanges')
    .set({ expiresAt: row.createdAt })
    .where('userId', '=', row.userId)
    .where('expiresAt', '>', row.createdAt)
    .execute();
  await trx.insertInto('loginChanges').values(row).execute();
}

/** Returns whether a newer request of the same user ended the login change that belongs to a link. */
export async function isLoginChangeReplaced(trx: Trx, hash: string): Promise<boolean> {
  const newerChange = await trx
    .selectFrom('loginChanges as older')
    .innerJoin('loginChanges as newer', (join) =>
      join
        .onRef('newer.userId', '=', 'older.userId')
        .onRef('newer.createdAt', '=', 'older.expiresAt')
        .onRef('newer.hash', '<>', 'older.hash'),
    )
    .select('newer.userId')
    .where('older.hash', '=', hash)
    .executeTakeFirst();
  return newerChange !== undefined;
}

/** Deletes the login changes that a user has not confirmed yet. */
export async function endLoginChanges(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('loginChanges').where('userId', '=', userId).execute();
}

/**
 * Deletes and returns the login change that belongs to a link. A single DELETE statement does both, so that only one of
 * several simultaneous callers gets the change.
 */
export const consumeLoginChange = (
  trx: Trx,
  { hash, now, lifetimeMs }: { hash: string; now: number; lifetimeMs: number },
): Promise<LoginChange | undefined> =>
  trx
    .deleteFrom('loginChanges')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    // A change that expires later than any change can expire is ignored, because a wrong clock wrote it.
    .where('expiresAt', '<=', now + lifetimeMs + clockSkewMs)
    .returningAll()
    .executeTakeFirst();

export const lockLoginOwner = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'phone', 'company', 'crmAccount', 'brandId', 'status'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Finds the profile of an account that can sign in. Returns null if there is no such account, or if it is not active. */
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

/**
 * The time between two changes by staff to the sign-in of one user. The user gets an e-mail about each change, and can
 * report a wrong change in this time.
 */
const waitMs = days(7);

type SignInChange = { userId: number; actions: readonly AuditAction[]; at: number };

/**
 * Returns whether a change must wait, because staff have made one of the given changes to the sign-in of the user in
 * the last 7 days. A new login together with a reset second factor would give the account to another person.
 * Administrators do not have to wait, and users do not have to wait for their own account.
 */
export async function mustWaitWithSignInChange(
  db: Db,
  actor: Viewer,
  { userId, actions, at }: SignInChange,
): Promise<boolean> {
  if (actor.userId === userId || findRole(actor.profileID) === 'Administrator') return false;
  const staffChange = await db
    .selectFrom('audit')
    .select('id')
    .where('subjectKind', '=', 'user')
    .where('subjectId', '=', String(userId))
    .where('action', 'in', actions)
    .where('at', '>', at - waitMs)
    .where('actorId', '!=', userId)
    .executeTakeFirst();
  return staffChange !== undefined;
}
