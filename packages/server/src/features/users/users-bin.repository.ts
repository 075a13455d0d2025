import type { Db, Trx } from '#server/database/database.ts';
import { migrations } from '#server/database/migrations.ts';
import type { NewRow } from '#server/database/schema.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';

/**
 * Which deleted users an actor may restore or delete for good: those in the actor's scope that were deleted after a time (Unix
 * milliseconds), all or only requests.
 */
export type BinViewer = Viewer & { seesOnlyRequests: boolean; deletedAfter: number };

/**
 * Selects the users in the bin with the profile and the status that they had, under the name `users`, so that `inScope` decides about them
 * as it did before the deletion. The names are those of the user who deleted them.
 */
const selectDeletedUsers = (db: Db, viewer: BinViewer) =>
  db
    .selectFrom(
      db
        .selectFrom('deletedUsers')
        .innerJoin('users as account', 'account.id', 'deletedUsers.userId')
        .select(['account.id', 'account.country', 'account.brandId', 'account.createdBy', 'account.requestDate'])
        .select(['deletedUsers.id as binId', 'deletedUsers.profileId', 'deletedUsers.status'])
        .leftJoin('users as deleter', 'deleter.id', 'deletedUsers.deletedBy')
        .select(['deletedUsers.deletedAt', 'deletedUsers.name', 'deletedUsers.archive'])
        .select(['deleter.firstName', 'deleter.lastName', 'deleter.login', 'deleter.status as deleterStatus'])
        .as('users'),
    )
    .where(inScope(viewer))
    .where('users.deletedAt', '>', viewer.deletedAfter)
    .$if(viewer.seesOnlyRequests, (query) => query.where('users.status', 'in', ['pending', 'rejected']));

/** Finds the users in the bin that the actor may restore, the last deleted first. */
export const findDeletedUsers = (db: Db, viewer: BinViewer, limit: number) =>
  selectDeletedUsers(db, viewer)
    .select(['users.id', 'users.name', 'users.deletedAt'])
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.deleterStatus'])
    .orderBy('users.binId', 'desc')
    .limit(limit)
    .execute();

/** Finds one user in the bin that the actor may restore. */
export const findDeletedUser = (db: Db, viewer: BinViewer, userId: number) =>
  selectDeletedUsers(db, viewer)
    .select(['users.id', 'users.status', 'users.deletedAt', 'users.archive'])
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** Deletes a user from the bin. Returns false if it is no longer there, or if `archive` is given and was encrypted again meanwhile. */
export async function deleteFromBin(trx: Trx, userId: number, archive?: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('deletedUsers')
    .where('userId', '=', userId)
    .$if(archive !== undefined, (query) => query.where('archive', '=', archive ?? ''))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Stores a deleted user in the bin. */
export async function insertIntoBin(trx: Trx, row: Omit<NewRow<'deletedUsers'>, 'schemaName'>): Promise<void> {
  await trx
    .insertInto('deletedUsers')
    .values({ ...row, schemaName: migrations.at(-1)?.name ?? '' })
    .execute();
}

/** Deletes the users that were deleted until the given time for good, at most `limit`; returns their number. */
export async function emptyUsersBin(db: Db, deletedUntil: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deletedUsers')
    .where('id', 'in', (rows) =>
      rows.selectFrom('deletedUsers').select('id').where('deletedAt', '<=', deletedUntil).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Finds the sealed secrets of the authenticator apps of these users. */
export const findAuthenticatorSecrets = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('secondFactors')
    .select(['id', 'userId', 'secret'])
    .where('kind', '=', 'totp')
    .where('userId', 'in', userIds)
    .execute();

/** Finds the territories that a salesman has. */
export const findTerritories = (db: Db, countries: readonly string[]) =>
  db.selectFrom('countryBrandSalesmen').select(['country', 'brandId']).where('country', 'in', countries).execute();

/** Returns whether another account has this login. */
export async function isLoginTaken(trx: Trx, loginFold: string): Promise<boolean> {
  const holder = await trx.selectFrom('users').select('id').where('loginFold', '=', loginFold).executeTakeFirst();
  return holder !== undefined;
}

/** Takes back the revocations that the deletion of a suspended user made. */
export async function undoRevocations(trx: Trx, userId: number, deletedAt: number): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ revokedAt: null })
    .where('userId', '=', userId)
    .where('revokedAt', '=', deletedAt)
    .execute();
}

/** Removes the password, so that the user needs a new password link. */
export async function clearPassword(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('users').set({ passwordHash: null }).where('id', '=', userId).execute();
}
