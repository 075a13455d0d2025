import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { defaultSorts } from '@basics/contract/usual-sorts.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { listUsers, readPageByCursor } from './people-list.repository.ts';
import type { UserListPage } from './people-list.repository.ts';
import type { Viewer } from './scope.repository.ts';

/** The statuses of users who have an account. A user with another status is a request or is deleted. */
export const decidedStatuses = ['approved', 'active', 'suspended'] as const;

/** Returns the users in the viewer's scope who match the filters, sorted by last name unless another order is requested. */
export function findMatchingUsers(db: Db, viewer: Viewer, query: Body<typeof users.export>): Promise<UserListPage> {
  const { status, profileID, brand, country, tool, keyword, sort } = query;
  return listUsers(db, viewer, {
    list: 'users',
    groups: [
      ...createGroupCondition('status', status),
      ...createGroupCondition('profileId', profileID),
      ...createGroupCondition('brandId', brand),
      ...createGroupCondition('country', country),
    ],
    tag: tool,
    keyword,
    sort: sort ?? defaultSorts.users,
  });
}

/**
 * Returns the SQL condition that a column of a group `g` has the given value; an empty list if the value is undefined.
 */
export const createGroupCondition = (column: string, value: string | number | undefined): RawBuilder<boolean>[] =>
  value === undefined ? [] : [sql<boolean>`${sql.ref(`g.${column}`)} = ${value}`];

/** Returns a page of the users in the viewer's scope who match the filters, with the total number of these users. */
export const searchUsers = async (db: Db, viewer: Viewer, query: Body<typeof users.search>) =>
  readPageByCursor(db, await findMatchingUsers(db, viewer, query), query);
