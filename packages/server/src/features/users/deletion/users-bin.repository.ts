import type { Db, Trx } from '#server/database/foundation.ts';
import { migrations } from '#server/database/migrations.ts';
import type { NewRow } from '#server/database/schema.ts';
import { inScope } from '../scope.repository.ts';
import type { Viewer } from '../scope.repository.ts';

/**
 * A viewer of the bin, who may restore or delete for good the users in scope that were deleted after `deletedAfter`
 * (Unix milliseconds): all of them, or only requests.
 */
export type BinViewer = Viewer & { seesOnlyRequests: boolean; deletedAfter: number };

/**
 * Selects the users in the bin, with the profile and the status before their deletion. The subquery has the name
 * `users`, so that `inScope` decides about the users as before. `firstName`, `lastName` and `login` belong to the user
 * who deleted them.
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

/** Finds the users in the bin that the actor may restore, with the last deleted user first. */
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

/**
 * Deletes a user from the bin. Returns false if the user is no longer in the bin, or if `archive` is given and the
 * stored archive is another one, because it was encrypted again.
 */
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

/**
 * Deletes from the bin, for good, at most `limit` users who were deleted until the given time; returns their number.
 */
export async function emptyUsersBin(db: Db, deletedUntil: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deletedUsers')
    .where('id', 'in', (rows) =>
      rows.selectFrom('deletedUsers').select('id').where('deletedAt', '<=', deletedUntil).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Finds the sealed secrets of the authenticator apps of the given users. */
export const findAuthenticatorSecrets = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('secondFactors')
    .select(['id', 'userId', 'secret'])
    .where('kind', '=', 'totp')
    .where('userId', 'in', userIds)
    .execute();

/** Finds the pairs of country and brand, in the given countries, that salesmen have. */
export const findAssignedPairs = (db: Db, countries: readonly string[]) =>
  db.selectFrom('countryBrandSalesmen').select(['country', 'brandId']).where('country', 'in', countries).execute();

/** Returns whether another account has this login. */
export async function isLoginTaken(trx: Trx, loginFold: string): Promise<boolean> {
  const holder = await trx.selectFrom('users').select('id').where('loginFold', '=', loginFold).executeTakeFirst();
  return holder !== undefined;
}

/** Makes the licences valid again that were revoked by the deletion of a suspended user. */
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
