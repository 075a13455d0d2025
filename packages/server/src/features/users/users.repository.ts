import type { Db } from '#server/database/database.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';

export const findUser = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'login',
      'first_name',
      'last_name',
      'profile_id',
      'brand_id',
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
  'users.first_name',
  'users.last_name',
  'users.phone',
  'users.company',
  'users.profile_id',
  'users.brand_id',
  'users.country',
  'users.language',
  'users.can_receive_mail',
  'users.crm_account',
  'users.user_domain',
  'users.status',
  'users.version',
  'users.created_at',
  'users.request_date',
  'users.reason',
  'users.comment',
  'users.decided_by',
  'users.decided_at',
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
    .selectFrom('user_history')
    .leftJoin('users', 'users.id', 'user_history.actor_id')
    .select([
      'user_history.at',
      'user_history.from_status',
      'user_history.to_status',
      'user_history.reason',
      'user_history.actor_id',
      'users.first_name',
      'users.last_name',
    ])
    .where('user_history.user_id', '=', userId)
    .orderBy('user_history.at', 'desc')
    .orderBy('user_history.id', 'desc')
    .execute();

/** All grants of these users, whether they hold today or not. */
export const findGrantsOf = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('tool_grants')
    .select(['user_id', 'tool_id', 'brand_id', 'config_tools', 'valid_from', 'valid_to'])
    .where('user_id', 'in', userIds)
    .orderBy('tool_id')
    .orderBy('brand_id')
    .execute();

/** What these users asked for when they registered. */
export const findRequestedOf = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('requested_tools')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('tool_id')
    .orderBy('brand_id')
    .execute();

/** When the set-password links of these users end, used ones apart. */
export const findInvitations = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('one_time_tokens')
    .select(({ fn }) => ['user_id', fn.max('expires_at').as('expires_at')])
    .where('purpose', '=', 'activate')
    .where('used_at', 'is', null)
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute();

/** Tools, and their add-ons with the tool that they belong to; retired ones too. */
export const findTools = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name', 'parent_tool_id as parent', 'retired']).orderBy('name').execute();

/** The same for somebody who is about to grant some of them: until his transaction ends none of them is deleted. */
export const holdTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'parent_tool_id as parent', 'retired'])
    .orderBy('id')
    .forKeyShare()
    .execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();
