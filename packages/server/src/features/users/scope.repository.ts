import { roleOf, staffProfiles } from '@basics/contract/permissions.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';

/** Who looks: enough of an actor to decide whose records he may see. */
export type Viewer = { userId: number; profileID: number | null };

/** Whoever is not of the house: a condition on the table `users`. Who has no profile yet is a customer to be. */
export const isCustomer = sql<boolean>`(users.profile_id is null or users.profile_id not in (${sql.join([...staffProfiles])}))`;

/**
 * Whose records: the one rule, as a condition on the table `users`, for lists, single reads, writes, exports and counts alike.
 * An administrator sees everyone; a salesman himself, the customers of his (country, brand), those he made, and the requests that come to him
 * because nobody has their (country, brand); anyone else himself.
 * Nobody sees an account that was deleted, or one whose address was never confirmed.
 */
export function inScope(viewer: Viewer): RawBuilder<boolean> {
  const role = roleOf(viewer.profileID);
  const self = sql<boolean>`users.id = ${viewer.userId}`;
  if (role === 'Administrator') return isThere;
  if (role !== 'Salesman') return self;
  // Without a word of the user in it: so it is asked once for all of them rather than once for each.
  const isAssigned = sql<boolean>`(users.country, users.brand_id) in (
    select held.country, held.brand_id from country_brand_salesmen as held where held.salesman_id = ${viewer.userId})`;
  return sql<boolean>`(${self} or (${isThere} and ${isCustomer} and (${isAssigned} or users.created_by = ${viewer.userId} or (${isRequest} and ${isRoutedTo(viewer)}))))`;
}

/** Somebody who asked to be let in, until he is. */
const isRequest = sql<boolean>`(users.status in ('pending', 'rejected', 'expired', 'withdrawn')
  or (users.status = 'approved' and users.request_date is not null))`;

/** Nobody looks after this country for this brand, so a request goes to whoever has the country for another one: findRecipients. */
const isRoutedTo = (viewer: Viewer) => sql<boolean>`(
  users.country in (select near.country from country_brand_salesmen as near where near.salesman_id = ${viewer.userId})
  and not exists (
    select 1 from country_brand_salesmen as first inner join users as holder on holder.id = first.salesman_id
    where first.country = users.country and first.brand_id = users.brand_id
      and holder.profile_id = 2 and holder.status = 'active'))`;

const isThere = sql<boolean>`users.status not in ('deleted', 'unverified')`;

/** The user in question when he is in the viewer's scope; out of scope is the same as not there: USER_NOT_FOUND. */
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
