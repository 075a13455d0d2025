import type { Db } from '#server/database/foundation.ts';

/** Finds the published notes, the newest first. */
export const findPublishedVersions = (db: Db) =>
  db
    .selectFrom('releaseNotes')
    .select(['id', 'title', 'version', 'releaseDate'])
    .where('status', '=', 'published')
    .where('deletedAt', 'is', null)
    .orderBy('releaseDate', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Returns whether a user may use the portal now: the account is active, and its company, if any, is not suspended. */
export async function isActiveUser(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.companyId')
    .select(['users.status', 'companies.status as companyStatus'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row?.status === 'active' && row.companyStatus !== 'suspended';
}
