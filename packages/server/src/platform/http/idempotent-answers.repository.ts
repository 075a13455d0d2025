import type { Db } from '#server/database/foundation.ts';

/** The request of a service account under an Idempotency-Key: `keyHash` and `requestHash` are SHA-256 of the key and of the request. */
export type KeyedRequest = { accountId: number; keyHash: string; requestHash: string };

/** Claims a key for a request. Returns false if the account has used the key before. */
export async function claimAnswer(db: Db, request: KeyedRequest, at: number): Promise<boolean> {
  const result = await db
    .insertInto('idempotentAnswers')
    .values({ ...request, createdAt: at })
    .onConflict((conflict) => conflict.columns(['accountId', 'keyHash']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Claims a key again whose request began before `abandonedBefore` and never ended, because its process has stopped. */
export async function claimAbandonedAnswer(
  db: Db,
  request: KeyedRequest,
  { at, abandonedBefore }: { at: number; abandonedBefore: number },
): Promise<boolean> {
  const result = await db
    .updateTable('idempotentAnswers')
    .set({ createdAt: at })
    .where('accountId', '=', request.accountId)
    .where('keyHash', '=', request.keyHash)
    .where('requestHash', '=', request.requestHash)
    .where('answer', 'is', null)
    .where('createdAt', '<', abandonedBefore)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const findAnswer = (db: Db, request: KeyedRequest) =>
  db
    .selectFrom('idempotentAnswers')
    .select(['requestHash', 'answer'])
    .where('accountId', '=', request.accountId)
    .where('keyHash', '=', request.keyHash)
    .executeTakeFirst();

export async function storeAnswer(db: Db, { accountId, keyHash }: KeyedRequest, answer: string): Promise<void> {
  await db
    .updateTable('idempotentAnswers')
    .set({ answer })
    .where('accountId', '=', accountId)
    .where('keyHash', '=', keyHash)
    .execute();
}

/** Frees a key whose request has failed, so that the client can repeat the request. */
export async function freeAnswer(db: Db, { accountId, keyHash }: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('idempotentAnswers')
    .where('accountId', '=', accountId)
    .where('keyHash', '=', keyHash)
    .where('answer', 'is', null)
    .execute();
}

/** Deletes answers that were stored before `until`, at most `limit` of them; returns their number. */
export async function deleteAnswers(db: Db, until: number, limit: number): Promise<number> {
  const rows = db.selectFrom('idempotentAnswers').select('keyHash').where('createdAt', '<', until).limit(limit);
  const result = await db
    .deleteFrom('idempotentAnswers')
    .where('createdAt', '<', until)
    .where('keyHash', 'in', rows)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
