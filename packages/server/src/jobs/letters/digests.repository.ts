import type { Db, Trx } from '#server/database/database.ts';

type BatchPosition = { after: { id: number } | null; limit: number };

/**
 * Finds the next salesmen, sorted by id, who have not received the digest (the weekly e-mail about open work) of the
 * given day.
 */
export const findSalesmenWithoutDigest = (db: Db, day: string, { after, limit }: BatchPosition) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.login', 'users.firstName', 'users.brandId'])
    .where('users.profileId', '=', 2)
    .where('users.status', '=', 'active')
    .where('users.canReceiveMail', '=', 1)
    .where('users.id', 'not in', (digests) =>
      digests.selectFrom('salesmanDigests').select('userId').where('day', '=', day),
    )
    .where('users.id', '>', after?.id ?? 0)
    .orderBy('users.id')
    .limit(limit)
    .execute();

/**
 * Records that this process sends the digest of the given day to the salesman; returns false if another process has
 * already recorded this.
 */
export async function claimDigest(trx: Trx, userId: number, day: string): Promise<boolean> {
  const claimResult = await trx
    .insertInto('salesmanDigests')
    .values({ userId, day })
    .onConflict((conflict) => conflict.columns(['userId', 'day']).doNothing())
    .executeTakeFirst();
  return claimResult.numInsertedOrUpdatedRows === 1n;
}
