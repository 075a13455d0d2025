import type { Db, Trx } from '../database/foundation.ts';

export type OverdueRequest = { id: number; requestDate: number | null };

/**
 * Finds the next pending requests that were sent up to the given time (Unix milliseconds), the oldest request first.
 */
export const findOverdueRequests = (
  db: Db,
  { requestedUntil, after, limit }: { requestedUntil: number; after: OverdueRequest | null; limit: number },
): Promise<OverdueRequest[]> =>
  db
    .selectFrom('users')
    .select(['id', 'requestDate'])
    .where('status', '=', 'pending')
    .where('requestDate', '<=', requestedUntil)
    .where((where) =>
      after
        ? where(where.refTuple('requestDate', 'id'), '>', where.tuple(after.requestDate, after.id))
        : where.lit(true),
    )
    .orderBy('requestDate')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Expires a request, and returns its applicant; undefined if the request is no longer pending. */
export async function expireRequest(trx: Trx, id: number, at: number) {
  const updatedUser = await trx
    .updateTable('users')
    .set(({ eb }) => ({ status: 'expired', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['login', 'brandId', 'firstName'])
    .executeTakeFirst();
  if (!updatedUser) return undefined;
  await trx
    .insertInto('userHistory')
    .values({ userId: id, at, actorId: null, fromStatus: 'pending', toStatus: 'expired', reason: null })
    .execute();
  return updatedUser;
}
