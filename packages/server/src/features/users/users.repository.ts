import type { Db } from '#server/database/database.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';
import { fieldColumns } from './user-fields.ts';

export const findUser = (db: Db, userId: number) =>
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
    ])
    .where('id', '=', userId)
    .executeTakeFirst();

/** What the wire tells of a user, and what requests add to it. */
export const userColumns = [
  'users.id',
  'users.login',
  ...fieldColumns,
  'users.userDomain',
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

/** A user as he stands after a change to him; he may have left the scope of whoever changed him. */
export const readUser = (db: Db, userId: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirstOrThrow();

/** Users by their ids, in no particular order: for lists that have been scoped before. */
export const readUsers = (db: Db, userIds: readonly number[]) =>
  db.selectFrom('users').select(userColumns).where('users.id', 'in', userIds).execute();

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserInScope>>>;

/** What became of a user, the newest step first, with the names of those who made them. */
export const findSteps = (db: Db, userId: number) =>
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
    .orderBy('userHistory.id', 'desc')
    .execute();

/** All grants of these users, whether they hold today or not. */
export const findGrantsOf = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('toolGrants')
    .select(['userId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo'])
    .where('userId', 'in', userIds)
    .orderBy('toolId')
    .orderBy('brandId')
    .execute();

/** What these users asked for when they registered. */
export const findRequestedOf = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('requestedTools')
    .selectAll()
    .where('userId', 'in', userIds)
    .orderBy('toolId')
    .orderBy('brandId')
    .execute();

/** When the set-password links of these users end, used ones apart. */
export const findInvitations = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('oneTimeTokens')
    .select(({ fn }) => ['userId', fn.max('expiresAt').as('expiresAt')])
    .where('purpose', '=', 'activate')
    .where('usedAt', 'is', null)
    .where('userId', 'in', userIds)
    .groupBy('userId')
    .execute();

/** Tools, and their add-ons with the tool that they belong to; retired ones too. */
export const findTools = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name', 'parentToolId as parent', 'retired']).orderBy('name').execute();

/** The same for somebody who is about to grant some of them: until his transaction ends none of them is deleted. */
export const holdTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'parentToolId as parent', 'retired'])
    .orderBy('id')
    .forKeyShare()
    .execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();
