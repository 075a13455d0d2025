import { roleOf } from '@basics/contract/permissions.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { problem } from '#server/platform/problem.ts';

/** Who looks: enough of an actor to decide whose records he may see. */
export type Viewer = { userId: number; profileID: number | null };

/** Profiles that belong to the house; a salesman never sees them. */
const staffProfiles = [1, 2, 6, 10];

/**
 * Whose records: the one rule, as a condition on the table `users`, for lists, single reads, writes, exports and counts alike.
 * An administrator sees everyone; a salesman himself, the customers of his (country, brand) and those he made; anyone else himself.
 */
export function inScope(viewer: Viewer): RawBuilder<boolean> {
  const role = roleOf(viewer.profileID);
  const self = sql<boolean>`users.id = ${viewer.userId}`;
  if (role === 'Administrator') return sql<boolean>`(1 = 1)`;
  if (role !== 'Salesman') return self;
  const isCustomer = sql<boolean>`(users.profile_id is null or users.profile_id not in (${sql.join(staffProfiles)}))`;
  const isAssigned = sql<boolean>`exists (
    select 1 from country_brand_salesmen as held
    where held.salesman_id = ${viewer.userId} and held.country = users.country and held.brand_id = users.brand_id)`;
  return sql<boolean>`(${self} or (${isCustomer} and (${isAssigned} or users.created_by = ${viewer.userId})))`;
}

/** The user in question when he is in the viewer's scope; out of scope is the same as not there: USER_NOT_FOUND. */
export async function requireInScope(db: Db, viewer: Viewer, userId: number): Promise<void> {
  const seen = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where(inScope(viewer))
    .executeTakeFirst();
  if (!seen) throw problem('USER_NOT_FOUND');
}
