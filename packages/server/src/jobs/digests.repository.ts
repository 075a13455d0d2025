import type { Db, Trx } from '#server/database/database.ts';

type Paging = { behind: { id: number } | null; most: number };

/** Salesmen who have not received this day's digest, at most `most`, after the given id. */
export const findSalesmenWithoutDigest = (db: Db, day: string, { behind, most }: Paging) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.login', 'users.firstName', 'users.brandId'])
    .where('users.profileId', '=', 2)
    .where('users.status', '=', 'active')
    .where('users.canReceiveMail', '=', 1)
    .where('users.id', 'not in', (served) =>
      served.selectFrom('salesmanDigests').select('userId').where('day', '=', day),
    )
    .where('users.id', '>', behind?.id ?? 0)
    .orderBy('users.id')
    .limit(most)
    .execute();

/** Whether this process is the first to send this day's digest to the salesman. */
export async function claimDigest(trx: Trx, userId: number, day: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('salesmanDigests')
    .values({ userId, day })
    .onConflict((conflict) => conflict.columns(['userId', 'day']).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}
