import type { Db } from '#server/database/database.ts';

/** The public keys that licences of this portal can be checked with, the current one first. */
export const findSigningKeys = (db: Db) =>
  db
    .selectFrom('signing_keys')
    .select(['key_id', 'public_key', 'status'])
    .orderBy('status')
    .orderBy('created_at', 'desc')
    .execute();

export async function insertSigningKey(trx: Db, key: { keyId: string; publicKey: string; at: number }): Promise<void> {
  await trx
    .insertInto('signing_keys')
    .values({ key_id: key.keyId, public_key: key.publicKey, status: 'current', created_at: key.at })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
}
