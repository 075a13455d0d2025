import { sql } from 'kysely';
import type { Trx } from '#server/database/database.ts';
import type { NewRow, UserStatus } from '#server/database/schema.ts';
import { inScope } from './scope.ts';
import type { Viewer } from './scope.ts';
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

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUserInScope>>>;

/**
 * Locks the active administrators and gives their ids. Whoever may take one away takes this lock first, so that of two who take
 * away each other the second sees what the first has done.
 */
export async function lockAdministrators(trx: Trx): Promise<number[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('profile_id', '=', 1)
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

/** The new user's id, or null where the login is taken. */
export async function insertUser(trx: Trx, row: NewRow<'users'>): Promise<number | null> {
  const inserted = await trx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('login_fold').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Takes a login from requests that came to nothing, so that the same person can be let in after all. */
export async function freeLogin(trx: Trx, loginFold: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ login_fold: sql<string>`status || ':' || cast(id as text)` })
    .where('login_fold', '=', loginFold)
    .where('status', 'in', ['rejected', 'expired', 'withdrawn'])
    .execute();
}

export async function replaceGrants(trx: Trx, userId: number, tools: readonly UserTool[]): Promise<void> {
  await trx.deleteFrom('tool_grants').where('user_id', '=', userId).execute();
  await trx
    .insertInto('tool_grants')
    .values(
      tools.map((grant) => ({
        user_id: userId,
        tool_id: grant.tool,
        brand_id: grant.brand,
        config_tools: JSON.stringify(grant.configTools),
        valid_from: grant.validFrom,
        valid_to: grant.validTo,
      })),
    )
    .execute();
}

export async function insertHistory(trx: Trx, row: Omit<NewRow<'user_history'>, 'id'>): Promise<void> {
  await trx.insertInto('user_history').values(row).execute();
}

/** Takes all assignments from somebody who is no salesman any more. */
export async function endAssignments(trx: Trx, salesmanId: number): Promise<void> {
  await trx.deleteFrom('country_brand_salesmen').where('salesman_id', '=', salesmanId).execute();
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
      login: nobody,
      login_fold: nobody,
      first_name: '',
      last_name: '',
      phone: '',
      company: '',
      profile_id: null,
      can_receive_mail: 0,
      crm_account: null,
      user_domain: null,
      password_hash: null,
      status: 'deleted',
      preferences: '{}',
      reason: null,
      comment: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('user_search').where('user_id', '=', userId).execute();
  await trx.deleteFrom('tool_grants').where('user_id', '=', userId).execute();
  await trx.deleteFrom('requested_tools').where('user_id', '=', userId).execute();
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await endAssignments(trx, userId);
}
