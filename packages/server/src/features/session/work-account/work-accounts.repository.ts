import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

type Step = NewRow<'workSignIns'>['step'];

export async function insertSignIn(db: Db, row: NewRow<'workSignIns'>): Promise<void> {
  await db.insertInto('workSignIns').values(row).execute();
}

/** Deletes a sign-in in one of these steps and returns it, so that only one of several simultaneous callers gets it. */
export const takeSignIn = (trx: Trx, { hash, steps, now }: { hash: string; steps: readonly Step[]; now: number }) =>
  trx
    .deleteFrom('workSignIns')
    .where('hash', '=', hash)
    .where('step', 'in', steps)
    .where('expiresAt', '>', now)
    .returning(['step', 'browser', 'path', 'userId', 'subject', 'problem'])
    .executeTakeFirst();

/** Finds the result of a sign-in, and the login of its account. */
export const findSignIn = (db: Db, hash: string, now: number) =>
  db
    .selectFrom('workSignIns')
    .leftJoin('users', 'users.id', 'workSignIns.userId')
    .select(['step', 'browser', 'problem', 'login'])
    .where('hash', '=', hash)
    .where('step', '!=', 'started')
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Finds the account that is connected with an identity. */
export const findAccountOfIdentity = (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom('workAccounts')
    .innerJoin('users', 'users.id', 'workAccounts.userId')
    .select(['users.id', 'users.login', 'users.profileId', 'users.status'])
    .where('workAccounts.issuer', '=', issuer)
    .where('workAccounts.subject', '=', subject)
    .executeTakeFirst();

/** Finds an account by its login, and whether a work account of this issuer is connected with it. */
export const findAccountOfLogin = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .leftJoin('workAccounts', 'workAccounts.userId', 'users.id')
    .select(['users.id', 'users.login', 'users.profileId', 'users.status', 'workAccounts.id as workAccountId'])
    .where('users.loginFold', '=', loginFold)
    .executeTakeFirst();

/** Finds the sign-ins that wait until they are connected with an account, the newest first. */
export const findWaiting = (db: Db, now: number) =>
  db
    .selectFrom('workSignIns')
    .innerJoin('users', 'users.id', 'workSignIns.userId')
    .select(['users.id', 'users.login', 'users.firstName', 'users.lastName', 'users.profileId', 'users.status'])
    .select(['workSignIns.hash', 'workSignIns.subject', 'workSignIns.expiresAt'])
    .where('workSignIns.step', '=', 'unconnected')
    .where('workSignIns.expiresAt', '>', now)
    .orderBy('workSignIns.expiresAt', 'desc')
    .execute();

/** Connects an identity with an account, and ends its sign-ins that wait for that. Returns false if one of the two is connected already. */
export async function insertWorkAccount(trx: Trx, row: NewRow<'workAccounts'>): Promise<boolean> {
  const inserted = await trx
    .insertInto('workAccounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await trx.deleteFrom('workSignIns').where('userId', '=', row.userId).where('step', '=', 'unconnected').execute();
  return true;
}

export async function recordWorkAccountUse(trx: Trx, userId: number, at: number): Promise<void> {
  await trx.updateTable('workAccounts').set({ lastUsedAt: at }).where('userId', '=', userId).execute();
}

/** Disconnects the work account of a user, and ends the sign-ins with it that are not finished; returns whether there was one. */
export async function deleteWorkAccount(trx: Trx, userId: number): Promise<boolean> {
  await trx.deleteFrom('workSignIns').where('userId', '=', userId).execute();
  const deleted = await trx.deleteFrom('workAccounts').where('userId', '=', userId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export const findWorkAccounts = (db: Db) =>
  db
    .selectFrom('workAccounts')
    .innerJoin('users', 'users.id', 'workAccounts.userId')
    .select(['users.id', 'users.login', 'users.firstName', 'users.lastName'])
    .select(['workAccounts.connectedAt', 'workAccounts.lastUsedAt'])
    .orderBy('users.lastName')
    .orderBy('users.id')
    .execute();

const passwordsKey = 'workAccounts.passwordsUntil';

/** Until when staff may sign in with passwords although work accounts are required, in Unix milliseconds; null if they may not. */
export async function findPasswordsUntil(db: Db, now: number): Promise<number | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', passwordsKey).executeTakeFirst();
  const until = Number(row?.value ?? 0);
  return until > now ? until : null;
}

export async function writePasswordsUntil(trx: Trx, until: number | null): Promise<void> {
  const value = String(until ?? 0);
  await trx
    .insertInto('settings')
    .values({ key: passwordsKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
