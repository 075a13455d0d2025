import type { Db, Trx } from '#server/database/database.ts';

/** The salesmen who have not had this day's digest. */
export const findUnserved = (db: Db, day: string) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.login', 'users.first_name', 'users.brand_id'])
    .where('users.profile_id', '=', 2)
    .where('users.status', '=', 'active')
    .where('users.can_receive_mail', '=', 1)
    .where('users.id', 'not in', (served) =>
      served.selectFrom('salesman_digests').select('user_id').where('day', '=', day),
    )
    .orderBy('users.id')
    .execute();

/** Whether this process is the first to send this day's digest to the salesman. */
export async function claimDigest(trx: Trx, userId: number, day: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('salesman_digests')
    .values({ user_id: userId, day })
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}
