import { findRole } from '@basics/contract/calls/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { accountStatuses } from '@basics/contract/users/user-lists.ts';

export type Applicant = { id: number; userDomain: string | null; firstName: string; lastName: string; company: string };

/** The maximum number of similar users that are counted, so that a search for a domain or company with many users does not take longer. */
export const maxSimilarUsers = 50;

/** Conditions on the tables `users` and `user_search` for users with the same domain, company or name as an applicant. */
export const similarUserConditions = {
  domain: ({ userDomain }: Applicant) => sql<boolean>`users.user_domain = ${userDomain}`,
  company: ({ id }: Applicant) =>
    sql<boolean>`user_search.company = (select own.company from user_search as own where own.user_id = ${id})`,
  name: ({ id }: Applicant) =>
    sql<boolean>`(user_search.last_name, user_search.first_name)
      = (select own.last_name, own.first_name from user_search as own where own.user_id = ${id})`,
};

/** Finds the newest users in the viewer's scope who meet the condition, without the applicant. */
export const findSimilarUsers = (db: Db, viewer: Viewer, applicant: Applicant, condition: RawBuilder<boolean>) =>
  db
    .selectFrom('users')
    .innerJoin('userSearch', 'userSearch.userId', 'users.id')
    .select([
      'users.id',
      'users.firstName',
      'users.lastName',
      'users.login',
      'users.company',
      'users.status',
      'users.profileId',
    ])
    .where(condition)
    .where('users.id', '!=', applicant.id)
    .where(inScope(viewer))
    .orderBy('users.id', 'desc')
    .limit(maxSimilarUsers)
    .execute();

/** Finds the accounts in the built-in CRM table with the name of the given company; for salesmen only those of their assigned countries. */
export const findCrmAccountsOfCompany = (db: Db, viewer: Viewer, company: string) =>
  db
    .selectFrom('crmAccounts')
    .select(['account', 'name', 'city', 'country'])
    .where(sql<boolean>`lower(name) = lower(${company.trim()})`)
    .$if(findRole(viewer.profileID) !== 'Administrator', (query) =>
      query.where('country', 'in', (assigned) =>
        assigned.selectFrom('countryBrandSalesmen').select('country').where('salesmanId', '=', viewer.userId),
      ),
    )
    .orderBy('account')
    .limit(3)
    .execute();

/**
 * Finds the profiles that the viewer gave to users in their scope in the most recent approvals. If `country` is null, approvals in all
 * countries are included.
 */
export async function findProfileIdsOfApprovals(db: Db, viewer: Viewer, country: string | null): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('profileId')
    .where('decidedBy', '=', viewer.userId)
    .where(inScope(viewer))
    .where('status', 'in', [...accountStatuses])
    .where('profileId', 'is not', null)
    .where((where) => (country === null ? where.lit(true) : where('country', '=', country)))
    .orderBy('id', 'desc')
    .limit(maxSimilarUsers)
    .execute();
  return rows.flatMap(({ profileId }) => profileId ?? []);
}
