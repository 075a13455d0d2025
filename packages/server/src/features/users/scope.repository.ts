import { findRole, staffProfiles } from '@basics/contract/permissions.ts';
import type { ScopeReason } from '@basics/contract/viewers.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';

/**
 * The user who reads or writes records. The profile decides which records are in the viewer's scope. `deputyFor` has the ids of the absent
 * salesmen whose deputy the user is today; only a salesman sees more because of these ids.
 */
export type Viewer = { userId: number; profileID: number | null; deputyFor?: readonly number[] };

/**
 * A viewer whose id may also be a column of the statement, so that one statement decides for many viewers; `absentSalesmen` is then the
 * subquery that selects the ids of `deputyFor`.
 */
type ViewerInStatement = Omit<Viewer, 'userId'> & {
  userId: number | RawBuilder<number>;
  absentSalesmen?: RawBuilder<number>;
};

/** Returns the condition that a user is not staff, on the table `users` or on a group `g`. A user without a profile is a future customer. */
const isCustomerIn = (table: 'users' | 'g') => {
  const profile = sql.ref(`${table}.profileId`);
  return sql<boolean>`(${profile} is null or ${profile} not in (${sql.join([...staffProfiles])}))`;
};

/** The condition that a user is not staff, on the table `users`. */
export const isCustomer = isCustomerIn('users');

/**
 * Returns the condition on the table `users` that decides which users are in the viewer's scope. Lists, single reads, writes, exports and
 * counts all use it. An administrator sees everyone. A salesman sees their own account, the customers of their (country, brand) pairs,
 * those they created, and the requests that they receive because no salesman has that (country, brand). A deputy also sees the customers of
 * the absent salesman, but not the customers that the absent salesman sees only as a deputy. Everyone else sees only their own account. No one sees a
 * deleted account, or one whose address was never confirmed.
 */
export function inScope(viewer: ViewerInStatement): RawBuilder<boolean> {
  const role = findRole(viewer.profileID);
  const isSelf = sql<boolean>`users.id = ${viewer.userId}`;
  if (role === 'Administrator') return isVisible;
  if (role !== 'Salesman') return isSelf;
  return sql<boolean>`(${isSelf} or (${isVisible} and ${isCustomerOf(listSalesmen(viewer), 'users')}))`;
}

/**
 * Lists the parts of the scope that include a user, each as a condition on the table `users`: `inScope` is true if and only if one of these
 * conditions is true. The conditions of this list explain the scope and must not decide it.
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

/** Returns the condition on the table `users` that a user is a customer of the given salesman; a deputy has no part in it. */
export const isCustomerOfSalesman = (salesman: number | RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`(${isVisible} and ${isCustomerOf(sql`${salesman}`, 'users')})`;

/**
 * Returns the scope as a condition on a group `g` of `listed_user_groups`, without the viewer's own account; null if the viewer sees
 * everyone.
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

/** Returns the absent salesmen whose deputy a viewer is; null for a viewer who is no deputy. */
function listAbsentSalesmen({ absentSalesmen, deputyFor = [] }: ViewerInStatement): Ids | null {
  return absentSalesmen ?? (deputyFor.length > 0 ? sql.join([...deputyFor]) : null);
}

/** Returns the condition that a user is a customer of one of the given salesmen. */
function isCustomerOf(salesmen: Ids, table: 'users' | 'g'): RawBuilder<boolean> {
  const { isAssigned, isCreator, isRouted } = partsOfCustomers(salesmen, table);
  return sql<boolean>`(${isCustomerIn(table)} and (${isAssigned} or ${isCreator} or ${isRouted}))`;
}

/** Returns the conditions for the three ways in which a customer is assigned to a salesman. Several salesmen are one set, so that the statement has the same form. */
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

/** The condition that a user is an applicant whose account is not in use yet. */
const isRequestIn = {
  users: sql<boolean>`(users.status in ('pending', 'rejected', 'expired', 'withdrawn')
    or (users.status = 'approved' and users.request_date is not null))`,
  g: sql<boolean>`(g.status in ('pending', 'rejected', 'expired', 'withdrawn')
    or (g.status = 'approved' and g.requested = 1))`,
};

const isVisible = sql<boolean>`users.status not in ('deleted', 'unverified')`;

/** Throws USER_NOT_FOUND unless the user is in the viewer's scope. A user out of this scope is treated like a missing one. */
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
 * Returns whether a user is in the viewer's scope only because the viewer is a deputy. A change that stays after the absence must not
 * depend on such a scope.
 */
export const isSeenOnlyAsDeputy = async (db: Db, viewer: Viewer, userId: number): Promise<boolean> =>
  (viewer.deputyFor ?? []).length > 0 && !(await isInScope(db, { ...viewer, deputyFor: [] }, userId));
