import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { users } from '@basics/contract/users/users.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { createConditions, equals } from '#server/platform/lists/filter-conditions.repository.ts';
import { listUsers, readPageByCursor } from './people-list.repository.ts';
import type { UserListPage } from './people-list.repository.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { findCompanyOfKeyword } from './user-search.repository.ts';
import type { Viewer } from '../scope.repository.ts';

/** The statuses of users who have an account. A user with another status is a request or is deleted. */
export const decidedStatuses = ['approved', 'active', 'suspended'] as const;

/** Returns the users in the viewer's scope who match the filters, sorted by last name unless another order is requested. */
export function findMatchingUsers(db: Db, viewer: Viewer, query: Body<typeof users.export>): Promise<UserListPage> {
  const { tool, company, keyword, sort } = query;
  return listUsers(db, viewer, {
    list: 'users',
    groups: createConditions(query, {
      status: equals('g.status'),
      profileID: equals('g.profileId'),
      brand: equals('g.brandId'),
      country: equals('g.country'),
      tool: null,
      company: null,
    }),
    tag: tool,
    where: company === undefined ? [] : [sql`r.company = ${foldText(company.trim())}`],
    keyword,
    sort: sort ?? defaultSorts.users,
  });
}

/** Returns a page of the users in the viewer's scope who match the filters, with the total number of these users. */
export const searchUsers = async (db: Db, viewer: Viewer, query: Body<typeof users.search>) => ({
  ...(await readPageByCursor(db, await findMatchingUsers(db, viewer, query), query)),
  ...(await findCompanyOfKeyword(db, viewer, query)),
});
