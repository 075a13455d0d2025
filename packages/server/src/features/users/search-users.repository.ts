import type { Body } from '@basics/contract/endpoint.ts';
import { roleOf } from '@basics/contract/permissions.ts';
import type { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { wordsOf } from '#server/platform/search/search-text.ts';
import { contains } from '#server/platform/search/contains.repository.ts';
import { listUsers, readPageByCursor } from './people-list.repository.ts';
import type { UserListPage } from './people-list.repository.ts';
import { listAllUsers } from './user-list.repository.ts';
import { inScope } from './scope.repository.ts';
import type { Viewer } from './scope.repository.ts';

/** The statuses of users with an account; the others are requests. */
export const decidedStatuses = ['approved', 'active', 'suspended'] as const;

/** Returns the users in scope that match the filters, by name unless another order is requested. */
export async function matchingUsers(db: Db, viewer: Viewer, asked: Body<typeof users.export>): Promise<UserListPage> {
  const isAll = roleOf(viewer.profileID) === 'Administrator' && asked.tool === undefined;
  if (isAll && wordsOf(asked.keyword).length === 0) return listAllUsers(db, asked);
  let matching = selectSearchable(db, viewer, asked.keyword).where('users.status', 'in', [...decidedStatuses]);
  if (asked.status !== undefined) matching = matching.where('users.status', '=', asked.status);
  if (asked.profileID !== undefined) matching = matching.where('users.profileId', '=', asked.profileID);
  if (asked.brand !== undefined) matching = matching.where('users.brandId', '=', asked.brand);
  if (asked.country !== undefined) matching = matching.where('users.country', '=', asked.country);
  if (asked.tool !== undefined) matching = matching.where(hasTool('toolGrants', asked.tool));
  return listUsers(db, matching, asked.sort ?? { field: 'lastName', direction: 'asc' });
}

/** A page of the users in scope; the total counts what the viewer may see. */
export const searchUsers = async (db: Db, viewer: Viewer, asked: Body<typeof users.search>) =>
  readPageByCursor(db, await matchingUsers(db, viewer, asked), asked);

/** Users in scope whose names, login or company contain each word of the keyword; the base of every list of users. */
export function selectSearchable(db: Db, viewer: Viewer, keyword: string) {
  const all = db.selectFrom('users').where(inScope(viewer));
  const named = wordsOf(keyword).map((word) => contains(sql.ref('userSearch.fold'), word));
  if (named.length === 0) return all;
  // Evaluated once for all users.
  return all.where(
    sql<boolean>`users.id in (select user_search.user_id from user_search where ${sql.join(named, sql` and `)})`,
  );
}

/** Whether a user has, or requested, a tool under any brand. */
export const hasTool = (table: 'toolGrants' | 'requestedTools', tool: string): RawBuilder<boolean> =>
  sql<boolean>`users.id in (select had.user_id from ${sql.table(table)} as had where had.tool_id = ${tool})`;
