import type { Db } from '#server/database/database.ts';

/** The public keys that licences of this portal were ever signed with or will be, the current one first. */
export const findSigningKeys = (db: Db) =>
  db
    .selectFrom('signing_keys')
    .select(['key_id', 'public_key', 'status', 'created_at', 'revoked_at'])
    .orderBy('status')
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();

/** The same, and nobody signs with any of them, nor changes them, before this transaction has ended. */
export async function holdSigningKeys(trx: Db) {
  await trx.selectFrom('signing_keys').select('key_id').orderBy('key_id').forUpdate().execute();
  // Asked again: whoever held them before may have added one.
  return findSigningKeys(trx);
}

export async function insertSigningKey(
  trx: Db,
  key: { keyId: string; publicKey: string; at: number; status?: 'current' | 'next' },
): Promise<void> {
  await trx
    .insertInto('signing_keys')
    .values({ key_id: key.keyId, public_key: key.publicKey, status: key.status ?? 'current', created_at: key.at })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
}

export async function changeSigningKey(
  trx: Db,
  keyId: string,
  change: { status: 'current' | 'next' | 'retired'; revoked_at?: number },
): Promise<void> {
  await trx.updateTable('signing_keys').set(change).where('key_id', '=', keyId).execute();
}

/** By key: how many of its licences still count, and when the last of them ends. */
export const countRunningLicenses = (db: Db, now: number) =>
  db
    .selectFrom('licenses')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('licenses'), fn.max('expires_at').as('last_ends_at')])
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .where('replaced_at', 'is', null)
    .groupBy('key_id')
    .execute();

/** The licences of a key that still count are revoked; returns how many they were. */
export async function revokeLicensesOf(trx: Db, keyId: string, at: { now: number; reason: string }): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('licenses')
    .set({ revoked_at: at.now, revoked_reason: at.reason })
    .where('key_id', '=', keyId)
    .where('expires_at', '>', at.now)
    .where('revoked_at', 'is', null)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
