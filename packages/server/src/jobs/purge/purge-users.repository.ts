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

/** Locks a user until the transaction ends; returns whether the user is still unverified. */
export async function lockUnverifiedUser(trx: Trx, id: number): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .forUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

export async function deleteUser(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Finds deleted users of whom personal data is still stored. */
export async function findUsersToErase(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'deleted')
    .where((where) =>
      where.or([
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
