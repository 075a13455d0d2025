import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow, UserStatus } from '#server/database/schema.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';
import { emptiedColumns } from './user-fields.ts';
import type { UserTool } from './user.ts';
import { userColumns } from './users.repository.ts';

/** A user in scope, locked until the transaction ends. */
export const lockUserInScope = (trx: Trx, viewer: Viewer, userId: number) =>
  trx
    .selectFrom('users')
    .select([...userColumns, 'users.preferences'])
    .where('users.id', '=', userId)
    .where(inScope(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The users with these folded logins, locked until the transaction ends where there is one. */
export const lockUsersByLogin = (db: Db, logins: readonly string[]) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'users.loginFold', 'users.preferences'])
    .where('users.loginFold', 'in', logins)
    .orderBy('users.id')
    .forNoKeyUpdate()
    .execute();

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUserInScope>>>;

/**
 * Locks the active administrators and gives their ids. Whoever may take one away takes this lock first, so that of two who take
 * away each other the second sees what the first has done.
 */
export async function lockAdministrators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Columns of a user that change; what is absent stays. */
export type UserColumns = Partial<NewRow<'users'>>;

type Expected = { id: number; version: number; status: UserStatus };

/** Changes a row that is still as expected, in one statement; false when it is not, and then nothing has been written. */
export async function changeUser(trx: Trx, expected: Expected, changes: UserColumns): Promise<boolean> {
  const changed = await trx
    .updateTable('users')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('id', '=', expected.id)
    .where('version', '=', expected.version)
    .where('status', '=', expected.status)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The ids of the new users by their folded logins; without those whose login is taken. */
export async function insertUsers(trx: Trx, rows: readonly NewRow<'users'>[]): Promise<Map<string, number>> {
  const inserted = await trx
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('loginFold').doNothing())
    .returning(['id', 'loginFold'])
    .execute();
  return new Map(inserted.map((row) => [row.loginFold, row.id]));
}

export const freeLogin = (trx: Trx, loginFold: string): Promise<void> => freeLogins(trx, [loginFold]);

/** Takes logins from requests that came to nothing, so that the same people can be let in after all. */
export async function freeLogins(trx: Trx, loginFolds: readonly string[]): Promise<void> {
  await trx
    .updateTable('users')
    .set({ loginFold: sql<string>`status || ':' || cast(id as text)` })
    .where('loginFold', 'in', loginFolds)
    .where('status', 'in', ['rejected', 'expired', 'withdrawn'])
    .execute();
}

export async function replaceGrants(trx: Trx, userId: number, tools: readonly UserTool[]): Promise<void> {
  await trx.deleteFrom('toolGrants').where('userId', '=', userId).execute();
  await insertGrants(trx, [{ userId, tools }]);
}

export async function insertGrants(
  trx: Trx,
  granted: readonly { userId: number; tools: readonly UserTool[] }[],
): Promise<void> {
  const rows = granted.flatMap(({ userId, tools }) =>
    tools.map((grant) => ({
      userId,
      toolId: grant.tool,
      brandId: grant.brand,
      configTools: JSON.stringify(grant.configTools),
      validFrom: grant.validFrom,
      validTo: grant.validTo,
    })),
  );
  if (rows.length > 0) await trx.insertInto('toolGrants').values(rows).execute();
}

type HistoryRow = Omit<NewRow<'userHistory'>, 'id'>;

export async function insertHistory(trx: Trx, ...rows: readonly HistoryRow[]): Promise<void> {
  await trx.insertInto('userHistory').values(rows).execute();
}

/** Takes all assignments from somebody who is no salesman any more. */
export async function endAssignments(trx: Trx, salesmanId: number): Promise<void> {
  await trx.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', salesmanId).execute();
}

/**
 * Removes the person and keeps the number: licences and history go on naming it, and it is given to nobody again. What is left knows
 * the country, the brand and when it was made.
 */
export async function forgetPerson(trx: Trx, userId: number): Promise<void> {
  const nobody = `deleted:${userId}`;
  await trx
    .updateTable('users')
    .set({
      ...emptiedColumns,
      login: nobody,
      loginFold: nobody,
      status: 'deleted',
      version: sql<number>`version + 1`,
    })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('userSearch').where('userId', '=', userId).execute();
  await trx.deleteFrom('toolGrants').where('userId', '=', userId).execute();
  await trx.deleteFrom('requestedTools').where('userId', '=', userId).execute();
  await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
  await trx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
  await trx.deleteFrom('oneTimeTokens').where('userId', '=', userId).execute();
  await trx.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await trx.deleteFrom('helpRequests').where('userId', '=', userId).execute();
  // But why he was turned down he still hears: that letter goes with the round of `forgetLetters` after it has arrived.
  await trx
    .deleteFrom('outbox')
    .where('userId', '=', userId)
    .where((where) => where.or([where('kind', '!=', 'requestRejected'), where('state', 'in', ['sent', 'failed'])]))
    .execute();
  await endAssignments(trx, userId);
}
