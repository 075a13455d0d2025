import type { SecondFactorKind } from '@basics/contract/second-factor/second-factor.ts';
import type { Db } from '#server/database/foundation.ts';

const factorColumns = ['id', 'kind', 'name', 'createdAt', 'lastUsedAt'] as const;

/** Finds a user's confirmed factors, the oldest first. */
export const findFactors = (db: Db, userId: number) =>
  db
    .selectFrom('secondFactors')
    .select([...factorColumns, 'secret', 'credentialId'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .orderBy('id')
    .execute();

export type Factor = Pick<Awaited<ReturnType<typeof findFactors>>[number], (typeof factorColumns)[number]>;

/** Finds an authenticator app that is not confirmed by its first code yet. */
export const findUnconfirmedApp = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('secondFactors')
    .select(['id', 'secret'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();

export const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom('secondFactors')
    .select(['id', 'userId', 'secret', 'counter'])
    .where('credentialId', '=', credentialId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();

type NewFactor = {
  userId: number;
  kind: SecondFactorKind;
  name: string;
  secret: string;
  credentialId: string | null;
  counter: number;
  transports: readonly string[];
  createdAt: number;
  confirmedAt: number | null;
};

export const insertFactor = (trx: Db, factor: NewFactor): Promise<Factor> =>
  trx
    .insertInto('secondFactors')
    .values({
      userId: factor.userId,
      kind: factor.kind,
      name: factor.name,
      secret: factor.secret,
      credentialId: factor.credentialId,
      counter: factor.counter,
      transports: JSON.stringify(factor.transports),
      createdAt: factor.createdAt,
      confirmedAt: factor.confirmedAt,
      lastUsedAt: null,
    })
    .returning(factorColumns)
    .executeTakeFirstOrThrow();

/** Confirms an app and stores the time step of its first code; returns undefined if the app is already confirmed. */
export const confirmFactor = (
  trx: Db,
  id: number,
  { name, step, now }: { name: string | undefined; step: number; now: number },
): Promise<Factor | undefined> =>
  trx
    .updateTable('secondFactors')
    .set({ confirmedAt: now, counter: step, ...(name !== undefined && { name }) })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .returning(factorColumns)
    .executeTakeFirst();

/**
 * Raises a factor's counter; returns false if the counter is already as high or higher, so that each code and each signature is accepted
 * once.
 */
export async function raiseCounter(db: Db, id: number, counter: number, now: number): Promise<boolean> {
  const result = await db
    .updateTable('secondFactors')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '<', counter)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Records the use of a passkey without a counter. Passkeys without a counter always send 0, so only the one-time
 * challenge prevents a replay.
 */
export async function recordUse(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('secondFactors').set({ lastUsedAt: now }).where('id', '=', id).execute();
}

export const renameFactor = (trx: Db, userId: number, id: number, name: string): Promise<Factor | undefined> =>
  trx
    .updateTable('secondFactors')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .returning(factorColumns)
    .executeTakeFirst();

export const deleteFactor = (trx: Db, userId: number, id: number): Promise<Factor | undefined> =>
  trx
    .deleteFrom('secondFactors')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .returning(factorColumns)
    .executeTakeFirst();

export async function deleteUnconfirmedApps(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('secondFactors').where('userId', '=', userId).where('confirmedAt', 'is', null).execute();
}

/** Deletes all of a user's factors and recovery codes; returns how many factors were confirmed. */
export async function deleteAllFactors(trx: Db, userId: number): Promise<number> {
  await deleteUnconfirmedApps(trx, userId);
  const result = await trx.deleteFrom('secondFactors').where('userId', '=', userId).executeTakeFirst();
  await deleteRecoveryCodes(trx, userId);
  return Number(result.numDeletedRows);
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left: unusedCodes } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return unusedCodes;
}

export async function replaceRecoveryCodes(trx: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(trx, userId);
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ hash, userId, usedAt: null })))
    .execute();
}

export async function deleteRecoveryCodes(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Marks a recovery code as used; returns false if the user does not have the code or has already used it. */
export async function useRecoveryCode(trx: Db, userId: number, hash: string, now: number): Promise<boolean> {
  const result = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Finds the data of a user for e-mails about second factors, and the password hash to check the user's password. */
export const findOwner = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'brandId', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();

export type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;
