import { findRole, staffProfiles } from '@basics/contract/calls/permissions.ts';
import type { ScopeReason } from '@basics/contract/users/viewers.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { problem } from '#server/platform/problem.ts';

/**
 * The user who reads or writes records. The profile decides which records are in the viewer's scope. `deputyFor` has the ids of the absent
 * salesmen whose deputy the user is today; these ids widen only the scope of a salesman.
 */
export type Viewer = { userId: number; profileID: number | null; deputyFor?: readonly number[] };

/**
 * A viewer whose id may also be a column of the SQL statement, so that one statement finds the scope of many viewers.
 * For a column, `absentSalesmen` is a subquery for the ids of `deputyFor`.
 */
type ViewerInStatement = Omit<Viewer, 'userId'> & {
  userId: number | RawBuilder<number>;
  absentSalesmen?: RawBuilder<number>;
};

/**
 * Returns the SQL condition that a user is not staff, on the table `users` or on a group `g`. A user without a profile
 * is a future customer.
 */
const isCustomerIn = (table: 'users' | 'g') => {
  const profile = sql.ref(`${table}.profileId`);
  return sql<boolean>`(${profile} is null or ${profile} not in (${sql.join([...staffProfiles])}))`;
};

/** The SQL condition on the table `users` that a user is not staff. */
export const isCustomer = isCustomerIn('users');

/**
 * Returns the SQL condition on the table `users` that decides which users are in the viewer's scope. Lists, single
 * reads, writes, exports and counts all use this condition. An administrator sees everyone. A salesman sees their own
 * account, the customers of their territory, the customers that they created, and the requests that they receive
 * because no salesman has the country and brand of the request. A deputy also sees the customers of the absent
 * salesman, but not the customers that the absent salesman sees only as a deputy. Users with any other profile see only
 * their own account. Staff never see a deleted account, or a request whose e-mail address was never confirmed.
 */
export function inScope(viewer: ViewerInStatement): RawBuilder<boolean> {
  const role = findRole(viewer.profileID);
  const isSelf = sql<boolean>`users.id = ${viewer.userId}`;
  if (role === 'Administrator') return isVisible;
  if (role !== 'Salesman') return isSelf;
  return sql<boolean>`(${isSelf} or (${isVisible} and ${isCustomerOf(listSalesmen(viewer), 'users')}))`;
}

/**
 * Lists the reasons why a user is in the viewer's scope, each with its SQL condition on the table `users`. `inScope` is
 * true if and only if one of these conditions is true. Use these conditions only to explain the scope; `inScope`
 * decides it.
 */
export function listScopeReasons(viewer: ViewerInStatement): { reason: ScopeReason; condition: RawBuilder<boolean> }[] {
  const role = findRole(viewer.profileID);
  const self = { reason: 'self', condition: sql<boolean>`users.id = ${viewer.userId}` } as const;
  if (role === 'Administrator') return [{ reason: 'administrator', condition: isVisible }];
  if (role !== 'Salesman') return [self];
  const { isAssigned, isCreator, isRouted } = partsOfCustomers(sql`${viewer.userId}`, 'users');
  const ofCustomer = (part: RawBuilder<boolean>) => sql<boolean>`(${isVisible} and ${isCustomer} and ${part})`;
  const absent = listAbsentSalesmen(viewer);
  return [
    self,
    { reason: 'assigned', condition: ofCustomer(isAssigned) },
    { reason: 'created', condition: ofCustomer(isCreator) },
    { reason: 'routed', condition: ofCustomer(isRouted) },
    ...(absent
      ? [{ reason: 'deputy', condition: sql<boolean>`(${isVisible} and ${isCustomerOf(absent, 'users')})` } as const]
      : []),
  ];
}

/**
 * Returns the SQL condition on the table `users` that a user is a customer of the given salesman. Customers that the
 * salesman sees only as a deputy do not count.
 */
export const isCustomerOfSalesman = (salesman: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`(${isVisible} and ${isCustomerOf(sql`${salesman}`, 'users')})`;

/**
 * Returns the scope as an SQL condition on a group `g` of `listed_user_groups`, without the viewer's own account; null
 * if the viewer sees all users.
 */
export function groupInScope(viewer: Viewer): RawBuilder<boolean> | null {
  const role = findRole(viewer.profileID);
  if (role === 'Administrator') return null;
  return role === 'Salesman' ? isCustomerOf(listSalesmen(viewer), 'g') : sql<boolean>`1 = 0`;
}

/** The operand of the SQL operator `in`: ids, or a subquery that selects ids. */
type Ids = RawBuilder<unknown>;

/**
 * Returns the ids of the salesmen whose customers a viewer sees: the id of the viewer, and the ids of the absent salesmen whose deputy the
 * viewer is.
 */
function listSalesmen(viewer: ViewerInStatement): Ids {
  const { userId, absentSalesmen, deputyFor = [] } = viewer;
  return absentSalesmen ? sql`select ${userId} union all ${absentSalesmen}` : sql.join([userId, ...deputyFor]);
}

/** Returns the ids of the absent salesmen whose deputy a viewer is; null for a viewer who is not a deputy. */
function listAbsentSalesmen({ absentSalesmen, deputyFor = [] }: ViewerInStatement): Ids | null {
  return absentSalesmen ?? (deputyFor.length > 0 ? sql.join([...deputyFor]) : null);
}

function isCustomerOf(salesmen: Ids, table: 'users' | 'g'): RawBuilder<boolean> {
  const { isAssigned, isCreator, isRouted } = partsOfCustomers(salesmen, table);
  return sql<boolean>`(${isCustomerIn(table)} and (${isAssigned} or ${isCreator} or ${isRouted}))`;
}

/**
 * Returns SQL conditions for the three ways in which a user becomes a customer of one of the given salesmen: by
 * territory, by creation, or by a request.
 */
function partsOfCustomers(salesmen: Ids, table: 'users' | 'g') {
  const column = (name: 'country' | 'brandId' | 'createdBy') => sql.ref(`${table}.${name}`);
  // The subquery uses no column of the user, so that the database runs it once and not for each row.
  const isAssigned = sql<boolean>`(${column('country')}, ${column('brandId')}) in (
    select held.country, held.brand_id from country_brand_salesmen as held where held.salesman_id in (${salesmen}))`;
  // If no salesman has the country and brand of a request, the request goes to the salesmen who have the country with another brand: see
  // findRecipients.
  const isRoutedTo = sql<boolean>`(
    ${column('country')} in (select near.country from country_brand_salesmen as near where near.salesman_id in (${salesmen}))
    and not exists (
      select 1 from country_brand_salesmen as first inner join users as holder on holder.id = first.salesman_id
      where first.country = ${column('country')} and first.brand_id = ${column('brandId')}
        and holder.profile_id = 2 and holder.status = 'active'))`;
  return {
    isAssigned,
    isCreator: sql<boolean>`${column('createdBy')} in (${salesmen})`,
    isRouted: sql<boolean>`(${isRequestIn[table]} and ${isRoutedTo})`,
  };
}

/**
 * The SQL conditions that a user is an applicant whose account is not in use yet, for the table `users` and for a group
 * `g`.
 */
const isRequestIn = {
  users: sql<boolean>`(users.status in ('pending', 'rejected', 'expired', 'withdrawn')
    or (users.status = 'approved' and users.request_date is not null))`,
  g: sql<boolean>`(g.status in ('pending', 'rejected', 'expired', 'withdrawn')
    or (g.status = 'approved' and g.requested = 1))`,
};

const isVisible = sql<boolean>`users.status not in ('deleted', 'unverified')`;

/**
 * Throws USER_NOT_FOUND unless the user is in the viewer's scope. A user out of scope gets the same problem as a
 * missing user.
 */
export async function requireInScope(db: Db, viewer: Viewer, userId: number): Promise<void> {
  if (!(await isInScope(db, viewer, userId))) throw problem('USER_NOT_FOUND');
}

export async function isInScope(db: Db, viewer: Viewer, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where(inScope(viewer))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether a user is in the viewer's scope only because the viewer is a deputy. Being a deputy must not allow a
 * change that stays after the absence.
 */
export const isSeenOnlyAsDeputy = async (db: Db, viewer: Viewer, userId: number): Promise<boolean> =>
  (viewer.deputyFor ?? []).length > 0 && !(await isInScope(db, { ...viewer, deputyFor: [] }, userId));

export const findTerritories = (db: Db, salesmanIds: readonly number[]) =>
  db
    .selectFrom('countryBrandSalesmen')
    .select(['country', 'brandId', 'salesmanId'])
    .where('salesmanId', 'in', salesmanIds)
    .orderBy('salesmanId')
    .execute();
