import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { inScope, type Viewer } from '../scope.repository.ts';

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
        .where('account.erasedAt', 'is', null)
        .select(['account.id', 'account.country', 'account.brandId', 'account.createdBy', 'account.requestDate'])
        .select(['deletedUsers.id as binId', 'deletedUsers.profileId', 'deletedUsers.status'])
        .leftJoin('users as deleter', 'deleter.id', 'deletedUsers.deletedBy')
        .select(['deletedUsers.deletedAt', 'deletedUsers.account'])
        .select(['deleter.firstName', 'deleter.lastName', 'deleter.login', 'deleter.status as deleterStatus'])
        .as('users'),
    )
    .where(inScope(viewer))
    .where('users.deletedAt', '>', viewer.deletedAfter)
    .$if(viewer.seesOnlyRequests, (query) => query.where('users.status', 'in', ['pending', 'rejected']));

/** Finds the users in the bin that the actor may restore, with the last deleted user first. */
export const findDeletedUsers = (db: Db, viewer: BinViewer, limit: number) =>
  selectDeletedUsers(db, viewer)
    .select(['users.id', 'users.account', 'users.deletedAt'])
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.deleterStatus'])
    .orderBy('users.binId', 'desc')
    .limit(limit)
    .execute();

/** Finds one user in the bin that the actor may restore. */
export const findDeletedUser = (db: Db, viewer: BinViewer, userId: number) =>
  selectDeletedUsers(db, viewer)
    .select(['users.id', 'users.status', 'users.deletedAt', 'users.account'])
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** Ends the stay of a user in the bin. */
export async function deleteFromBin(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('deletedUsers').where('userId', '=', userId).execute();
}

/** Stores a deleted user in the bin. The other columns belong to version 1.0.1. */
export async function insertIntoBin(
  trx: Trx,
  row: Omit<NewRow<'deletedUsers'>, 'schemaName' | 'name' | 'archive'>,
): Promise<void> {
  await trx
    .insertInto('deletedUsers')
    .values({ ...row, schemaName: '', name: '', archive: '' })
    .execute();
}

const createFreedPrefix = (userId: number): string => `deleted:${userId}:`;

/** Changes the credential ids of a user's passkeys, so that nobody signs in with them, and another account can add the passkeys. */
export async function freePasskeys(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('secondFactors')
    .set({ credentialId: sql<string>`${sql.lit(createFreedPrefix(userId))} || credential_id` })
    .where('userId', '=', userId)
    .where('credentialId', 'is not', null)
    .execute();
}

/** Gives a restored user the passkeys back that no other account has now, and deletes the others. Returns how many were deleted. */
export async function returnPasskeys(trx: Trx, userId: number): Promise<number> {
  const prefix = createFreedPrefix(userId);
  const credentialId = sql<string>`substr(second_factors.credential_id, ${sql.lit(prefix.length + 1)})`;
  const { numDeletedRows } = await trx
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .where('credentialId', 'like', `${prefix}%`)
    .where((where) =>
      where.exists(
        where.selectFrom('secondFactors as other').select('other.id').where('other.credentialId', '=', credentialId),
      ),
    )
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('secondFactors')
    .set({ credentialId })
    .where('userId', '=', userId)
    .where('credentialId', 'like', `${prefix}%`)
    .execute();
  return Number(numDeletedRows);
}

/** Deletes the recovery codes of a user. */
export async function deleteRecoveryCodes(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

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
