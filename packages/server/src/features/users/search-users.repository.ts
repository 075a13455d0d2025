import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { listUsers, readPageByCursor } from './people-list.repository.ts';
import type { UserListPage } from './people-list.repository.ts';
import type { Viewer } from './scope.repository.ts';

/** The statuses of users with an account; the others are requests. */
export const decidedStatuses = ['approved', 'active', 'suspended'] as const;

/** Returns the users in scope that match the filters, by name unless another order is requested. */
export function matchingUsers(db: Db, viewer: Viewer, asked: Body<typeof users.export>): Promise<UserListPage> {
  const { status, profileID, brand, country, tool, keyword, sort } = asked;
  return listUsers(db, viewer, {
    list: 'users',
    groups: [
      ...equals('status', status),
      ...equals('profileId', profileID),
      ...equals('brandId', brand),
      ...equals('country', country),
    ],
    tag: tool,
    keyword,
    sort: sort ?? { field: 'lastName', direction: 'asc' },
  });
}

/** The condition that a group has this value, if one is wanted. */
export const equals = (column: string, value: string | number | undefined): RawBuilder<boolean>[] =>
  value === undefined ? [] : [sql<boolean>`${sql.ref(`g.${column}`)} = ${value}`];

/** A page of the users in scope; the total counts what the viewer may see. */
export const searchUsers = async (db: Db, viewer: Viewer, asked: Body<typeof users.search>) =>
  readPageByCursor(db, await matchingUsers(db, viewer, asked), asked);
