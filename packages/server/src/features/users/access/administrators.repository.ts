import type { Db } from '#server/database/database.ts';

/** Finds the active administrators, as the recipients of an e-mail. */
export async function findAdministrators(db: Db) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'login', 'brandId', 'firstName'])
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map(({ id, login, brandId, firstName }) => ({ to: login, userId: id, brandId, firstName }));
}
