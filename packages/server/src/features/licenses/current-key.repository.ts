import type { Db } from '#server/database/database.ts';

/** Finds the id of the current signing key. */
export async function findCurrentKeyId(db: Db): Promise<string | null> {
  const row = await selectCurrentKeyId(db).executeTakeFirst();
  return row?.keyId ?? null;
}

/** Locks the current signing key until the transaction ends, and returns its id; null if the key has just been switched. */
export async function lockCurrentKeyId(trx: Db): Promise<string | null> {
  const row = await selectCurrentKeyId(trx).forShare().executeTakeFirst();
  return row?.keyId ?? null;
}

const selectCurrentKeyId = (db: Db) => db.selectFrom('signingKeys').select('keyId').where('status', '=', 'current');
