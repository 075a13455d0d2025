import type { Db, Trx } from '../database/foundation.ts';
import type { Row } from '#server/database/schema.ts';

export type SealingKey = Row<'sealingKeys'>;

/** Finds the sealing keys of this database, oldest first. */
export const findSealingKeys = (db: Db): Promise<SealingKey[]> =>
  db.selectFrom('sealingKeys').selectAll().orderBy('createdAt').orderBy('keyId').execute();

export async function findCurrentSealingKey(db: Db): Promise<string | null> {
  const row = await db.selectFrom('sealingKeys').select('keyId').where('status', '=', 'current').executeTakeFirst();
  return row?.keyId ?? null;
}

/**
 * Finds the sealing keys of this database, and locks their rows until the transaction ends, so that two commands do not change them at the
 * same time.
 */
export const lockSealingKeys = (trx: Trx): Promise<SealingKey[]> =>
  trx.selectFrom('sealingKeys').selectAll().orderBy('createdAt').orderBy('keyId').forUpdate().execute();

/** Stores the first sealing key of the database. Does nothing if the database already has one. */
export async function claimFirstSealingKey(trx: Trx, keyId: string, at: number): Promise<void> {
  const claimRow = { key: 'sealing.first', value: keyId };
  const claimResult = await trx
    .insertInto('settings')
    .values(claimRow)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimResult) await insertSealingKey(trx, { keyId, status: 'current', createdAt: at });
}

export async function insertSealingKey(trx: Trx, row: Pick<SealingKey, 'keyId' | 'status' | 'createdAt'>) {
  await trx.insertInto('sealingKeys').values(row).execute();
}

export async function changeSealingKey(
  trx: Trx,
  keyId: string,
  change: Partial<Pick<SealingKey, 'status' | 'replacedAt'>>,
): Promise<void> {
  await trx.updateTable('sealingKeys').set(change).where('keyId', '=', keyId).execute();
}

export async function deleteSealingKey(trx: Trx, keyId: string): Promise<void> {
  await trx.deleteFrom('sealingKeys').where('keyId', '=', keyId).execute();
}
