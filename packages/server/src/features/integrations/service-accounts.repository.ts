import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

const accountColumns = [
  'serviceAccounts.id',
  'serviceAccounts.name',
  'serviceAccounts.purpose',
  'serviceAccounts.ownerId',
  'serviceAccounts.permissions',
  'serviceAccounts.countries',
  'serviceAccounts.brands',
  'serviceAccounts.networks',
  'serviceAccounts.version',
] as const;

export const findAccounts = (db: Db) =>
  db
    .selectFrom('serviceAccounts')
    .select(accountColumns)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

export type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number];

/** Locks a service account until the transaction ends, so that two keys at the same time are counted. */
export const lockAccount = (trx: Trx, id: number) =>
  trx
    .selectFrom('serviceAccounts')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export async function insertAccount(trx: Trx, account: NewRow<'serviceAccounts'>): Promise<number> {
  const { id } = await trx.insertInto('serviceAccounts').values(account).returning('id').executeTakeFirstOrThrow();
  return id;
}

type AccountValues = Omit<NewRow<'serviceAccounts'>, 'createdAt' | 'version' | 'deletedAt' | 'ownerAskedAt'>;

export async function updateAccount(trx: Trx, id: number, values: AccountValues): Promise<void> {
  await trx
    .updateTable('serviceAccounts')
    .set({ ...values, ownerAskedAt: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteAccount(trx: Trx, id: number, at: number): Promise<void> {
  await trx.updateTable('serviceAccounts').set({ deletedAt: at }).where('id', '=', id).execute();
  await trx
    .updateTable('serviceKeys')
    .set({ revokedAt: at })
    .where('accountId', '=', id)
    .where('revokedAt', 'is', null)
    .execute();
  await trx.deleteFrom('webhooks').where('accountId', '=', id).execute();
}

/** Finds the keys that are valid now, of one or all accounts, the newest first. */
export const findValidKeys = (db: Db, now: number, accountId?: number) =>
  db
    .selectFrom('serviceKeys')
    .select(['id', 'accountId', 'name', 'prefix', 'createdAt', 'expiresAt', 'lastUsedOn', 'lastNetwork'])
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? 0))
    .orderBy('id', 'desc')
    .execute();

export type KeyRow = Awaited<ReturnType<typeof findValidKeys>>[number];

export async function insertKey(trx: Trx, key: NewRow<'serviceKeys'>): Promise<number> {
  const { id } = await trx.insertInto('serviceKeys').values(key).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Revokes a valid key of an account. Returns its beginning; undefined if the account has no such key. */
export async function revokeKey(
  trx: Trx,
  { accountId, keyId, at }: { accountId: number; keyId: number; at: number },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('serviceKeys')
    .set({ revokedAt: at })
    .where('id', '=', keyId)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('prefix')
    .executeTakeFirst();
  return row?.prefix;
}

/** Finds a key that is valid now, its account, and the owner of the account. */
export const findKey = (db: Db, { prefix, now }: { prefix: string; now: number }) =>
  db
    .selectFrom('serviceKeys')
    .innerJoin('serviceAccounts', 'serviceAccounts.id', 'serviceKeys.accountId')
    .innerJoin('users', 'users.id', 'serviceAccounts.ownerId')
    .select(['serviceKeys.id as keyId', 'serviceKeys.hash', 'serviceKeys.lastUsedOn', 'serviceKeys.lastNetwork'])
    .select(accountColumns)
    .select(['users.login', 'users.profileId', 'users.status'])
    .where('serviceKeys.prefix', '=', prefix)
    .where('serviceKeys.revokedAt', 'is', null)
    .where('serviceKeys.expiresAt', '>', now)
    .where('serviceAccounts.deletedAt', 'is', null)
    .executeTakeFirst();

export async function recordKeyUse(db: Db, keyId: number, use: { lastUsedOn: string; lastNetwork: string }) {
  await db.updateTable('serviceKeys').set(use).where('id', '=', keyId).execute();
}

/** Finds the users who can own a service account, and the owners of the accounts. */
export const findOwners = (db: Db, ownerIds: readonly number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'firstName', 'lastName', 'profileId', 'status'])
    .where((where) =>
      where.or([
        where.and([where('profileId', 'in', [...ownerProfiles]), where('status', '=', 'active')]),
        ...(ownerIds.length > 0 ? [where('id', 'in', ownerIds)] : []),
      ]),
    )
    .where('status', '!=', 'deleted')
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .execute();

export type OwnerRow = Awaited<ReturnType<typeof findOwners>>[number];

/** The profiles whose users see customers, and so can own a service account: administrators and salesmen. */
export const ownerProfiles = [1, 2] as const;
