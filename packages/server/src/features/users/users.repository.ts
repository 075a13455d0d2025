import type { Db } from '#server/database/database.ts';

export const findUser = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'last_name', 'profile_id', 'brand_id', 'status', 'preferences'])
    .where('id', '=', userId)
    .executeTakeFirst();
