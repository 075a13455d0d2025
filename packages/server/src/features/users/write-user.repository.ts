import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow, UserStatus } from '#server/database/schema.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';
import type { UserTool } from './user.ts';
import { userColumns } from './users.repository.ts';

/** Locks a user in the viewer's scope until the transaction ends. */
export const lockUserInScope = (trx: Trx, viewer: Viewer, userId: number) =>
  trx
    .selectFrom('users')
    .select([...userColumns, 'users.preferences'])
    .where('users.id', '=', userId)
    .where(inScope(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Finds the users with the given logins (in the form that `foldLogin` returns), and locks them until the transaction
 * ends. Outside of a transaction, it only reads them.
 */
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
 * Locks the active administrators and returns their ids. Every change that may remove an administrator first takes this
 * lock. If two administrators remove each other, the second change therefore sees the result of the first.
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

/** The changed columns of a user; absent columns stay unchanged. */
export type UserColumns = Partial<NewRow<'users'>>;

type ExpectedState = { id: number; version: number; status: UserStatus };

/** Updates a user in one statement if the row has the expected version and status; otherwise it changes nothing and returns false. */
export async function changeUser(trx: Trx, expectedState: ExpectedState, changes: UserColumns): Promise<boolean> {
  const result = await trx
    .updateTable('users')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('id', '=', expectedState.id)
    .where('version', '=', expectedState.version)
    .where('status', '=', expectedState.status)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Inserts users, and returns their ids by login (in the form that `foldLogin` returns). A user whose login is in use is
 * not inserted.
 */
export async function insertUsers(trx: Trx, rows: readonly NewRow<'users'>[]): Promise<Map<string, number>> {
  const inserted = await trx
    .insertInto('users')
    .values(rows)
    .onConflict((conflict) => conflict.column('loginFold').doNothing())
    .returning(['id', 'loginFold'])
    .execute();
  return new Map(inserted.map((row) => [row.loginFold, row.id]));
}

/** Removes a login from closed requests, so that an account can use it. */
export const freeLogin = (trx: Trx, loginFold: string): Promise<void> => freeLogins(trx, [loginFold]);

/** Removes the logins from closed requests, so that accounts with the same logins can be created. */
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
  grantsByUser: readonly { userId: number; tools: readonly UserTool[] }[],
): Promise<void> {
  const rows = grantsByUser.flatMap(({ userId, tools }) =>
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

/** Deletes all assignments of a user who is no longer a salesman. */
export async function endAssignments(trx: Trx, salesmanId: number): Promise<void> {
  await trx.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', salesmanId).execute();
}

/** Revokes all licences of a user. */
export async function revokeLicenses(trx: Trx, userId: number, at: number): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ revokedAt: at })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}
