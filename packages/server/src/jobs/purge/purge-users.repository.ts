import type { Db, Trx } from '#server/database/foundation.ts';

export type UnverifiedUser = { id: number };

/**
 * Finds the next accounts, sorted by id, that were created up to the given time (Unix milliseconds) and whose e-mail
 * address was never confirmed.
 */
export const findUnverifiedUsers = (
  db: Db,
  { createdUntil, after, limit }: { createdUntil: number; after: UnverifiedUser | null; limit: number },
): Promise<UnverifiedUser[]> =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'unverified')
    .where('createdAt', '<=', createdUntil)
    .where('id', '>', after?.id ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Locks a user until the transaction ends; returns whether the user still has the given status. */
export async function lockUserWithStatus(trx: Trx, id: number, status: 'unverified' | 'deleted'): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', status)
    .forUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

/** Returns whether a deleted user can be restored, because the user was deleted after `keptAfter` (Unix milliseconds). */
export async function isRestorable(trx: Trx, userId: number, keptAfter: number): Promise<boolean> {
  const row = await trx
    .selectFrom('deletedUsers')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', '>', keptAfter)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUser(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Finds deleted users whose personal data is still stored, except for users who were deleted after `keptAfter` and can be restored. */
export async function findUsersToErase(
  db: Db,
  { keptAfter, limit }: { keptAfter: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('deletedUsers', 'deletedUsers.userId', 'users.id')
    .select('users.id')
    .where('users.status', '=', 'deleted')
    .where((where) => where.or([where('deletedAt', 'is', null), where('deletedAt', '<=', keptAfter)]))
    .where((where) =>
      where.or([
        where('deletedAt', 'is not', null),
        where('erasedAt', 'is', null),
        where.exists(
          where
            .selectFrom('auditValues')
            .select('auditValues.auditId')
            .whereRef('auditValues.personId', '=', 'users.id'),
        ),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
