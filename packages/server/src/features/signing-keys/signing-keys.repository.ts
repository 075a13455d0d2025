import type { Db } from '#server/database/foundation.ts';
import { gracePeriodEnd } from '#server/features/licenses/revoke/revocations.repository.ts';

/** Finds the former, current and next public keys of this portal, the current one first. */
export const findSigningKeys = (db: Db) =>
  db
    .selectFrom('signingKeys')
    .select(['keyId', 'publicKey', 'status', 'createdAt', 'revokedAt'])
    .orderBy('status')
    .orderBy('createdAt', 'desc')
    .orderBy('keyId')
    .execute();

/** Locks the signing keys, so that no other process signs with them or changes them before this transaction ends. */
export async function lockSigningKeys(trx: Db) {
  await trx.selectFrom('signingKeys').select('keyId').orderBy('keyId').forUpdate().execute();
  // The keys are read after the lock, because the transaction that held the lock before may have added a key.
  return findSigningKeys(trx);
}

export async function insertSigningKey(
  trx: Db,
  key: { keyId: string; publicKey: string; at: number; status?: 'current' | 'next' | 'retired' },
): Promise<void> {
  await trx
    .insertInto('signingKeys')
    .values({ keyId: key.keyId, publicKey: key.publicKey, status: key.status ?? 'current', createdAt: key.at })
    .onConflict((conflict) => conflict.column('keyId').doNothing())
    .execute();
}

export async function changeSigningKey(
  trx: Db,
  keyId: string,
  change: { status: 'current' | 'next' | 'retired'; revokedAt?: number },
): Promise<void> {
  await trx.updateTable('signingKeys').set(change).where('keyId', '=', keyId).execute();
}

/**
 * Counts for each key the licences that tools still accept, and finds the latest day on which one of these licences
 * expires.
 */
export const countValidLicenses = (db: Db, now: number) =>
  db
    .selectFrom('licenses')
    .select(({ fn }) => ['keyId', fn.countAll<number>().as('licenses'), fn.max('expiresAt').as('lastEndsAt')])
    .where(gracePeriodEnd, '>', now)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .groupBy('keyId')
    .execute();

/** Revokes those licences of a key that tools still accept; returns the number of revoked licences. */
export async function revokeLicensesOf(trx: Db, keyId: string, at: { now: number; reason: string }): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('licenses')
    .set({ revokedAt: at.now, revokedReason: at.reason })
    .where('keyId', '=', keyId)
    .where(gracePeriodEnd, '>', at.now)
    .where('revokedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Finds the ids of the keys that sign only the licences of an emergency kit. */
export async function findKitKeyIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('emergencyKits').select('keyId').distinct().execute();
  return rows.map(({ keyId }) => keyId);
}
