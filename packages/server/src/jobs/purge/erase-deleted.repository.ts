import type { Db } from '#server/database/database.ts';

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
