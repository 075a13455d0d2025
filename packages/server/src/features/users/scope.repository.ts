import { agentProfile, findRole, staffProfiles } from '@basics/contract/calls/permissions.ts';
import { securityLetterKinds } from '@basics/contract/mail/mail.ts';
import type { ScopeReason } from '@basics/contract/users/viewers.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import type { Machine } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';

/**
 * The user who reads or writes records. The profile decides which records are in the viewer's scope. `deputyFor` has the ids of the absent
 * salesmen whose deputy the user is today; these ids widen only the scope of a salesman.
 */
export type Viewer = {
  userId: number;
  profileID: number | null;
  deputyFor?: readonly number[];
  /** A service account that acts for the user: it sees only customers, and only those with these values. */
  machine?: Pick<Machine, 'countries' | 'brands'>;
};

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
 * their own account. Staff never see a deleted account, or a request whose e-mail address was never confirmed. With `licences`, the condition
 * is about the PCs and licences of a user: the manager of a company also sees those of its members. With `issuing`, it is about what is needed
 * to issue and renew licences: the agent of a company also sees this of its members, but not their addresses.
 */
export function inScope(viewer: ViewerInStatement, records: ScopedRecords = 'accounts'): RawBuilder<boolean> {
  // A key has none of the rights that its owner has as the manager of a company.
  if (records !== 'accounts' && !viewer.machine) {
    const isSupplied = records === 'issuing' ? sql` or ${isSuppliedBy(viewer)}` : sql``;
    return sql<boolean>`(${inScope(viewer)} or ${isManagedBy(viewer)}${isSupplied})`;
  }
  const role = findRole(viewer.profileID);
  const isSelf = sql<boolean>`users.id = ${viewer.userId}`;
  if (viewer.machine) return sql<boolean>`(${isVisible} and ${isInMachineScope(viewer, viewer.machine, 'users')})`;
  if (role === 'Administrator') return isVisible;
  if (role !== 'Salesman') return isSelf;
  return sql<boolean>`(${isSelf} or (${isVisible} and ${isCustomerOf(listSalesmen(viewer), 'users')}))`;
}

/**
 * The records of a user or a company that a scope is about: the account with everything in it, its PCs and licences, or only what is needed to
 * issue and renew licences.
 */
export type ScopedRecords = 'accounts' | 'licences' | 'issuing';

/** The person or the company that a note or a history is about. */
export type UserOrCompany = { userId: number } | { companyId: number };

/** The id of the company that the viewer manages, as a subquery. */
const selectManagedCompany = ({ userId }: ViewerInStatement) =>
  sql<number>`(select own.company_id from users as own
    where own.id = ${userId} and own.company_role = 'manager' and own.status = 'active')`;

const isManagedBy = (viewer: ViewerInStatement) =>
  sql<boolean>`(users.company_id = ${selectManagedCompany(viewer)} and ${isVisible})`;

/**
 * The ids of the companies whose agent is the company that the viewer manages, as a subquery. The profile of the viewer and both companies
 * count now, so the end of an agent takes effect at the next request.
 */
const selectSuppliedCompanies = ({ userId }: ViewerInStatement) =>
  sql<number>`(select link.customer_id from users as own inner join companies as agent on agent.id = own.company_id
    inner join company_agents as link on link.agent_id = agent.id
    where own.id = ${userId} and own.company_role = 'manager' and own.status = 'active' and own.profile_id = ${agentProfile}
      and agent.status = 'active' and link.accepted_at is not null and link.ended_at is null)`;

const isAgentProfile = ({ profileID }: Pick<Viewer, 'profileID'>): boolean => profileID === agentProfile;

const isSuppliedBy = (viewer: ViewerInStatement) =>
  isAgentProfile(viewer)
    ? sql<boolean>`(users.company_id in ${selectSuppliedCompanies(viewer)} and ${isVisible})`
    : sql<boolean>`1 = 0`;

/** Whether the viewer may see the address of a user whose PCs the viewer sees: an agent sees those of the own company only. */
export const seesAddress = (viewer: Viewer): RawBuilder<boolean> =>
  isAgentProfile(viewer) ? inScope(viewer, 'licences') : sql<boolean>`1 = 1`;

/**
 * Returns the SQL condition on the table `companies` that a company is in the viewer's scope. An administrator sees all companies. A manager
 * sees the own company. A salesman sees the companies with a member in scope, the companies that the salesman created, and the companies
 * without members in the countries of the salesman; a deputy also sees those of the absent salesman. A service account sees the companies with a member in its scope, and those without
 * members that its owner created, within the countries of the account; only orders reach companies with a key. With `issuing`, an agent also
 * sees the companies whose agent it is.
 */
export function companyInScope(viewer: ViewerInStatement, records: ScopedRecords = 'accounts'): RawBuilder<boolean> {
  if (records === 'issuing' && isAgentProfile(viewer) && !viewer.machine)
    return sql<boolean>`(${companyInScope(viewer)} or companies.id in ${selectSuppliedCompanies(viewer)})`;
  const role = findRole(viewer.profileID);
  if (viewer.machine) return isCompanyInMachineScope(viewer, viewer.machine.countries);
  if (role === 'Administrator') return sql<boolean>`1 = 1`;
  const isManaged = sql<boolean>`companies.id = ${selectManagedCompany(viewer)}`;
  if (role !== 'Salesman') return isManaged;
  const salesmen = listSalesmen(viewer);
  return sql<boolean>`(${isManaged} or companies.created_by in (${salesmen})
    or exists (select 1 from users where users.company_id = companies.id and ${inScope(viewer)})
    or (companies.country in (select held.country from country_brand_salesmen as held where held.salesman_id in (${salesmen}))
      and not exists (select 1 from users where users.company_id = companies.id)))`;
}

/** Returns whether a company is in the viewer's scope only because the viewer is a deputy, as `isSeenOnlyAsDeputy` does for a user. */
export async function isCompanySeenOnlyAsDeputy(db: Db, viewer: Viewer, companyId: number): Promise<boolean> {
  if ((viewer.deputyFor ?? []).length === 0) return false;
  const row = await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .where(companyInScope({ ...viewer, deputyFor: [] }))
    .executeTakeFirst();
  return row === undefined;
}

const isCompanyInMachineScope = (viewer: ViewerInStatement, countries: readonly string[] | null) =>
  sql<boolean>`(exists (select 1 from users where users.company_id = companies.id and ${inScope(viewer)})
    or (companies.created_by = ${viewer.userId}${countries === null ? sql`` : sql` and companies.country in (${sql.join([...countries])})`}
      and not exists (select 1 from users where users.company_id = companies.id)))`;

/**
 * Returns the SQL condition on the table `users` that a user is in the viewer's scope, or was until the user was deleted. It serves to tell
 * other systems about a deletion, and gives no access to a record.
 */
export function inScopeWithDeleted(viewer: Viewer): RawBuilder<boolean> {
  const isDeleted = sql<boolean>`users.status = 'deleted'`;
  if (viewer.machine)
    return sql<boolean>`((${isVisible} or ${isDeleted}) and ${isInMachineScope(viewer, viewer.machine, 'users')})`;
  const role = findRole(viewer.profileID);
  if (role === 'Administrator') return sql<boolean>`(${isVisible} or ${isDeleted})`;
  if (role !== 'Salesman') return inScope(viewer);
  return sql<boolean>`(${inScope(viewer)} or (${isDeleted} and ${isCustomerOf(listSalesmen(viewer), 'users')}))`;
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
  if (viewer.machine) return isInMachineScope(viewer, viewer.machine, 'g');
  if (role === 'Administrator') return null;
  return role === 'Salesman' ? isCustomerOf(listSalesmen(viewer), 'g') : sql<boolean>`1 = 0`;
}

/**
 * Returns the scope of a service account: the customers of its owner, and only those with the countries and brands of the account. Staff are
 * never in this scope, not even the owner, because a service that can change an account of staff can take the account over.
 */
function isInMachineScope(
  viewer: ViewerInStatement,
  { countries, brands }: NonNullable<Viewer['machine']>,
  table: 'users' | 'g',
) {
  const role = findRole(viewer.profileID);
  const ofOwner = role === 'Administrator' ? isCustomerIn(table) : isCustomerOf(listSalesmen(viewer), table);
  const isAmong = (column: 'country' | 'brandId', values: readonly string[] | null) =>
    values === null ? sql`` : sql` and ${sql.ref(`${table}.${column}`)} in (${sql.join([...values])})`;
  if (role !== 'Administrator' && role !== 'Salesman') return sql<boolean>`1 = 0`;
  return sql<boolean>`(${ofOwner}${isAmong('country', countries)}${isAmong('brandId', brands)})`;
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

/** The SQL condition that the users of a group `g` are customers of the salesmen, as `isCustomerOfSalesman` decides for one user. */
export const groupOfSalesman = (salesmen: RawBuilder<number>): RawBuilder<boolean> => isCustomerOf(salesmen, 'g');

/** The salesmen with these ids, for one condition about all of them; all active salesmen if there is no id. */
export const selectSalesmen = (ids: readonly (string | number)[]): RawBuilder<number> =>
  ids.length > 0
    ? sql<number>`${sql.join(ids.map(Number))}`
    : sql<number>`select seller.id from users as seller where seller.profile_id = 2 and seller.status = 'active'`;

/** The condition that the user with this id is a customer of one of the salesmen, or of any; it is true or false, and never null. */
export const isUserOfSalesmen = (userId: RawBuilder<unknown>, ids: readonly (string | number)[]): RawBuilder<boolean> =>
  sql<boolean>`${userId} in (select users.id from users where ${isCustomerOfSalesman(selectSalesmen(ids))})`;

/**
 * The same condition on a user `users` that a statement has joined: the database tests the users of its rows and does not look for all
 * customers of the salesmen.
 */
export const isJoinedUserOfSalesmen = (ids: readonly (string | number)[]): RawBuilder<boolean> =>
  sql<boolean>`(case when ${isCustomerOfSalesman(selectSalesmen(ids))} then 1 else 0 end = 1)`;

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
export async function requireInScope(db: Db, viewer: Viewer, userId: number, records?: ScopedRecords): Promise<void> {
  if (!(await isInScope(db, viewer, userId, records))) throw problem('USER_NOT_FOUND');
}

export async function isInScope(db: Db, viewer: Viewer, userId: number, records?: ScopedRecords): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where(inScope(viewer, records))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Throws KEY_SCOPE if a service account has moved a user out of its scope, or has created one outside. Call this function in the transaction
 * of the change. A person may hand over a user to somebody else.
 */
export async function keepInMachineScope(trx: Db, viewer: Viewer, userId: number): Promise<void> {
  if (viewer.machine && !(await isInScope(trx, viewer, userId))) throw problem('KEY_SCOPE');
}

/**
 * Returns whether a user is in the viewer's scope only because the viewer is a deputy. Being a deputy must not allow a
 * change that stays after the absence.
 */
export const isSeenOnlyAsDeputy = async (db: Db, viewer: Viewer, userId: number): Promise<boolean> =>
  (viewer.deputyFor ?? []).length > 0 && !(await isInScope(db, { ...viewer, deputyFor: [] }, userId));

/**
 * Returns the SQL condition on the table `outbox` that an e-mail names, beside its recipient, no customer out of the viewer's scope, such as a
 * colleague of the recipient in another country.
 */
export const namesNobodyElse = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from letter_people as named inner join users on users.id = named.user_id
    where named.letter_id = outbox.id and ${isCustomer} and ${inScope(viewer)} is not true)`;

/** Finds the ids of the e-mails to a user that a salesman may read: neither about the sign-in nor about customers out of scope. */
export const findReadableLetters = async (db: Db, viewer: Viewer, userId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('outbox')
      .select('id')
      .where('userId', '=', userId)
      .where('kind', 'not in', securityLetterKinds)
      .where(namesNobodyElse(viewer))
      .execute()
  ).map(({ id }) => id);

export const findTerritories = (db: Db, salesmanIds: readonly number[]) =>
  db
    .selectFrom('countryBrandSalesmen')
    .select(['country', 'brandId', 'salesmanId'])
    .where('salesmanId', 'in', salesmanIds)
    .orderBy('salesmanId')
    .execute();
