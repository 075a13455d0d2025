import { selectByIds, selectCompiled } from '#server/database/queries/compiled-queries.ts';
import { together } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { inScope, type Viewer } from './scope.repository.ts';
import { fieldColumns } from './user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import { sql } from 'kysely';
import type { NewRow, UserStatus } from '#server/database/schema.ts';

export async function findUser(db: Db, userId: number) {
  const [user] = await selectUser(db, { userId });
  return user;
}

const selectUser = selectCompiled((db, { userId }: { userId: number }) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'login',
      'firstName',
      'lastName',
      'profileId',
      'brandId',
      'country',
      'status',
      'preferences',
      'version',
      'company',
      'companyId',
      'companyRole',
    ])
    .where('id', '=', userId),
);

/** Finds the stored hash of a user's password; null if the user has none. */
export async function findPasswordHash(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst();
  return row?.passwordHash ?? null;
}

/** The columns of a user or a request that the API returns. */
export const userColumns = [
  'users.id',
  'users.login',
  ...fieldColumns,
  'users.userDomain',
  'users.companyId',
  'users.companyRole',
  'users.status',
  'users.version',
  'users.createdAt',
  'users.requestDate',
  'users.reason',
  'users.comment',
  'users.decidedBy',
  'users.decidedAt',
] as const;

export const findUserInScope = (db: Db, viewer: Viewer, userId: number) =>
  db.selectFrom('users').select(userColumns).where('users.id', '=', userId).where(inScope(viewer)).executeTakeFirst();

/** Finds the users with these ids in the viewer's scope, with the columns that a change needs. */
export const findUsersInScope = async (db: Db, viewer: Viewer, userIds: readonly number[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('users')
        .select([...userColumns, 'users.preferences'])
        .where('users.id', 'in', userIds)
        .where(inScope(viewer))
        .execute();

/** Counts people and their companies, whose names are compared without case and accents. */
export async function countTouched(db: Db, userIds: readonly number[]) {
  const rows = await findCompanies(db, userIds);
  return { people: new Set(userIds).size, companies: new Set(rows.map(({ company }) => company)).size };
}

const findCompanies = selectByIds((db, userIds) =>
  db.selectFrom('userSearch').select('company').distinct().where('userId', 'in', userIds).where('company', '!=', ''),
);

/**
 * Reads a user after a change. The scope is not checked, because the change may have moved the user out of the actor's
 * scope.
 */
export const readUser = (db: Db, userId: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirstOrThrow();

/** Reads users by their ids, in no particular order; the caller must have checked the scope. */
export const readUsers = selectByIds((db, userIds) =>
  db.selectFrom('users').select(userColumns).where('users.id', 'in', userIds),
);

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserInScope>>>;

/**
 * Finds the status changes of a user's account, the newest change first, with the names of the people who made them.
 */
export const findStatusChanges = (db: Db, userId: number) => selectStatusChanges(db, userId).execute();

export const selectStatusChanges = (db: Db, userId: number) =>
  db
    .selectFrom('userHistory')
    .leftJoin('users', 'users.id', 'userHistory.actorId')
    .select([
      'userHistory.at',
      'userHistory.fromStatus',
      'userHistory.toStatus',
      'userHistory.reason',
      'userHistory.actorId',
      'users.firstName',
      'users.lastName',
    ])
    .where('userHistory.userId', '=', userId)
    .orderBy('userHistory.at', 'desc')
    .orderBy('userHistory.id', 'desc');

/** Finds all grants of the given users, also the grants that are not valid today. */
export const findGrantsOfUsers = selectByIds((db, userIds) =>
  db
    .selectFrom('toolGrants')
    .select(['userId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo', 'pcs'])
    .where('userId', 'in', userIds)
    .orderBy('toolId')
    .orderBy('brandId'),
);

/** Finds the tools that the given users requested when they registered. */
export const findRequestedTools = selectByIds((db, userIds) =>
  db.selectFrom('requestedTools').selectAll().where('userId', 'in', userIds).orderBy('toolId').orderBy('brandId'),
);

/** Finds the times at which the unused invitation links of the given users expire. */
export const findInvitations = selectByIds((db, userIds) =>
  db
    .selectFrom('oneTimeTokens')
    .select(({ fn }) => ['userId', fn.max('expiresAt').as('expiresAt')])
    .where('purpose', '=', 'activate')
    .where('usedAt', 'is', null)
    .where('userId', 'in', userIds)
    .groupBy('userId'),
);

/** Returns whether a user has PCs or notes of staff. */
export async function hasOwnRecords(db: Db, userId: number): Promise<boolean> {
  const [machine, note] = await together(
    db.selectFrom('machines').select('id').where('userId', '=', userId).limit(1).executeTakeFirst(),
    db.selectFrom('notes').select('id').where('userId', '=', userId).limit(1).executeTakeFirst(),
  );
  return machine !== undefined || note !== undefined;
}

/** Finds tools with their add-ons, including retired tools and add-ons. */
export const findTools = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name', 'parentToolId as parent', 'retired']).orderBy('name').execute();

/** Like `findTools`, but locks the rows until the transaction ends, so that a tool cannot be deleted while it is granted. */
export const lockTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'parentToolId as parent', 'retired'])
    .orderBy('id')
    .forKeyShare()
    .execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();

/** Finds the account or registration that has a login. */
export const findUserByLogin = (db: Db, loginFold: string) =>
  db.selectFrom('users').select(['id', 'login']).where('loginFold', '=', loginFold).executeTakeFirst();

/** Finds the account or open request that has a login. */
export const findLoginHolder = (db: Db, loginFold: string) =>
  db
    .selectFrom('users')
    .select(['id', 'login', 'brandId', 'firstName', 'status', 'requestDate'])
    .where('loginFold', '=', loginFold)
    .where('status', 'in', ['pending', 'approved', 'active', 'suspended'])
    .executeTakeFirst();

export type LoginHolder = NonNullable<Awaited<ReturnType<typeof findLoginHolder>>>;

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
 * Finds the users with the given logins (in the form that `foldLogin` returns), except for deleted users, and locks them
 * until the transaction ends. Outside of a transaction, it only reads them.
 */
export const lockUsersByLogin = (db: Db, logins: readonly string[]) =>
  db
    .selectFrom('users')
    .select([...userColumns, 'users.loginFold', 'users.preferences'])
    .where('users.loginFold', 'in', logins)
    .where('users.status', '!=', 'deleted')
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

/** Inserts users like `insertUsers`. A login that only a closed request has is not in use. */
export async function insertWithFreeLogins(trx: Trx, rows: readonly NewRow<'users'>[]): Promise<Map<string, number>> {
  const ids = await insertUsers(trx, rows);
  const refused = rows.filter(({ loginFold }) => !ids.has(loginFold));
  if (refused.length === 0 || !(await freeLogins(trx, refused.map(({ loginFold }) => loginFold)))) return ids; // oxfmt-ignore
  return new Map([...ids, ...(await insertUsers(trx, refused))]);
}

/** Removes a login from closed requests, so that an account can use it. */
export const freeLogin = (trx: Trx, loginFold: string): Promise<boolean> => freeLogins(trx, [loginFold]);

/** Removes the logins from closed requests, so that accounts with the same logins can be created. Returns whether there were any. */
async function freeLogins(trx: Trx, loginFolds: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ loginFold: sql<string>`status || ':' || cast(id as text)` })
    .where('loginFold', 'in', loginFolds)
    .where('status', 'in', ['rejected', 'expired', 'withdrawn'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceGrants(trx: Trx, userId: number, tools: User['tools']): Promise<void> {
  await trx.deleteFrom('toolGrants').where('userId', '=', userId).execute();
  await insertGrants(trx, [{ userId, tools }]);
}

export async function insertGrants(
  trx: Trx,
  grantsByUser: readonly { userId: number; tools: User['tools'] }[],
): Promise<void> {
  const rows = grantsByUser.flatMap(({ userId, tools }) =>
    tools.map((grant) => ({
      userId,
      toolId: grant.tool,
      brandId: grant.brand,
      configTools: JSON.stringify(grant.configTools),
      validFrom: grant.validFrom,
      validTo: grant.validTo,
      pcs: grant.pcs ?? null,
    })),
  );
  if (rows.length > 0) await trx.insertInto('toolGrants').values(rows).execute();
}

type HistoryRow = Omit<NewRow<'userHistory'>, 'id'>;

export async function insertHistory(trx: Trx, ...rows: readonly HistoryRow[]): Promise<void> {
  await trx.insertInto('userHistory').values(rows).execute();
}

export async function endAssignments(trx: Trx, salesmanId: number): Promise<void> {
  await trx.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', salesmanId).execute();
}

export type EndedAssignment = { country: string; continent: string; brandId: string };

/** Finds the assignments that `endAssignments` would end. */
export const findAssignmentsToEnd = (trx: Trx, salesmanId: number): Promise<EndedAssignment[]> =>
  trx
    .selectFrom('countryBrandSalesmen')
    .select(['country', 'continent', 'brandId'])
    .where('salesmanId', '=', salesmanId)
    .orderBy('id')
    .execute();

/** Gives a salesman ended assignments again. */
export async function restoreAssignments(
  trx: Trx,
  salesmanId: number,
  assignments: readonly EndedAssignment[],
): Promise<void> {
  if (assignments.length === 0) return;
  await trx
    .insertInto('countryBrandSalesmen')
    .values(assignments.map((assignment) => ({ ...assignment, salesmanId })))
    .onConflict((conflict) => conflict.columns(['country', 'brandId', 'salesmanId']).doNothing())
    .execute();
}

/** Returns whether a user got a licence at this time or later. */
export const hasLicenseSince = async (db: Db, userId: number, at: number): Promise<boolean> =>
  (await db
    .selectFrom('licenses')
    .select('id')
    .where('userId', '=', userId)
    .where('issuedAt', '>=', at)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function revokeLicenses(trx: Trx, userId: number, at: number): Promise<void> {
  await trx
    .updateTable('licenses')
    .set({ revokedAt: at })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}
