import { roleOf, staffProfiles } from '@basics/contract/permissions.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';

/** The user who reads: the part of an actor that decides which records are in scope. */
export type Viewer = { userId: number; profileID: number | null };

/** Users who are not staff: a condition on the table `users`. A user without a profile is a future customer. */
export const isCustomer = sql<boolean>`(users.profile_id is null or users.profile_id not in (${sql.join([...staffProfiles])}))`;

/**
 * The scope: the single rule, as a condition on the table `users`, for lists, single reads, writes, exports and counts. An administrator sees
 * everyone. A salesman sees their own account, the customers of their (country, brand) pairs, those they created, and the requests that they
 * receive because no salesman has that (country, brand). Everyone else sees only their own account. Nobody sees a deleted account, or one
 * whose address was never confirmed.
 */
export function inScope(viewer: Viewer): RawBuilder<boolean> {
  const role = roleOf(viewer.profileID);
  const self = sql<boolean>`users.id = ${viewer.userId}`;
  if (role === 'Administrator') return isVisible;
  if (role !== 'Salesman') return self;
  // Does not refer to columns of the user, so that the database evaluates it once and not for each row.
  const isAssigned = sql<boolean>`(users.country, users.brand_id) in (
    select held.country, held.brand_id from country_brand_salesmen as held where held.salesman_id = ${viewer.userId})`;
  return sql<boolean>`(${self} or (${isVisible} and ${isCustomer} and (${isAssigned} or users.created_by = ${viewer.userId} or (${isRequest} and ${isRoutedTo(viewer)}))))`;
}

/** An applicant without an approval. */
const isRequest = sql<boolean>`(users.status in ('pending', 'rejected', 'expired', 'withdrawn')
  or (users.status = 'approved' and users.request_date is not null))`;

/** No salesman has this country and brand, so a request goes to the salesmen of the country for other brands: see findRecipients. */
const isRoutedTo = (viewer: Viewer) => sql<boolean>`(
  users.country in (select near.country from country_brand_salesmen as near where near.salesman_id = ${viewer.userId})
  and not exists (
    select 1 from country_brand_salesmen as first inner join users as holder on holder.id = first.salesman_id
    where first.country = users.country and first.brand_id = users.brand_id
      and holder.profile_id = 2 and holder.status = 'active'))`;

const isVisible = sql<boolean>`users.status not in ('deleted', 'unverified')`;

/** The user if in the viewer's scope. Out of scope is the same as missing: throws USER_NOT_FOUND. */
export async function requireInScope(db: Db, viewer: Viewer, userId: number): Promise<void> {
  if (!(await isInScope(db, viewer, userId))) throw problem('USER_NOT_FOUND');
}

export async function isInScope(db: Db, viewer: Viewer, userId: number): Promise<boolean> {
  const seen = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where(inScope(viewer))
    .executeTakeFirst();
  return seen !== undefined;
}
