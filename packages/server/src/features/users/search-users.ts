import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Tables } from '#server/database/schema.ts';
import { byCountryName } from '#server/platform/countries.ts';
import { contains, wordsOf } from '#server/platform/search-text.ts';
import { inScope } from './scope.ts';
import type { Viewer } from './scope.ts';
import { userColumns } from './users.repository.ts';

type SearchAsked = Body<typeof users.search>;

/** The statuses of whoever has been let in; the others are requests. */
export const decidedStatuses = ['approved', 'active', 'suspended'] as const;

/** A page of the users in scope, by name unless asked otherwise; the total counts what the viewer may see. */
export async function searchUsers(db: Db, viewer: Viewer, asked: SearchAsked) {
  let matching = searchable(db, viewer, asked.keyword).where('users.status', 'in', [...decidedStatuses]);
  if (asked.status !== undefined) matching = matching.where('users.status', '=', asked.status);
  if (asked.profileID !== undefined) matching = matching.where('users.profile_id', '=', asked.profileID);
  if (asked.brand !== undefined) matching = matching.where('users.brand_id', '=', asked.brand);
  if (asked.country !== undefined) matching = matching.where('users.country', '=', asked.country);
  if (asked.tool !== undefined) matching = matching.where(isIn('tool_grants', asked.tool));
  const { field, direction } = asked.sort ?? { field: 'lastName', direction: 'asc' };
  return pageOf(matching, { columns: sortColumns[field], direction, ...asked });
}

/** All in scope whose names, login or company contain each word of the keyword: what every list of people begins with. */
export function searchable(db: Db, viewer: Viewer, keyword: string) {
  const all = db.selectFrom('users').leftJoin('user_search', 'user_search.user_id', 'users.id').where(inScope(viewer));
  return wordsOf(keyword).reduce((query, word) => query.where(contains(sql.ref('user_search.fold'), word)), all);
}

type Searched = SelectQueryBuilder<
  Tables & { user_search: { [Column in keyof Tables['user_search']]: Tables['user_search'][Column] | null } },
  'users' | 'user_search',
  object
>;

type PageAsked = {
  columns: readonly RawBuilder<unknown>[];
  direction: 'asc' | 'desc';
  pageNumber: number;
  pageSize: number;
};

/** One page of what was searched, and how much there is; equal rows stand in the order in which they were made. */
export async function pageOf(matching: Searched, { columns, direction, pageNumber, pageSize }: PageAsked) {
  const items = await columns
    .reduce(
      (query, column) => query.orderBy(column, (order) => order[direction]().nullsLast()),
      matching.select(userColumns),
    )
    .orderBy('users.id', direction)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items, total };
}

/** Whether a user has, or asked for, a tool under any brand. */
export const isIn = (table: 'tool_grants' | 'requested_tools', tool: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} as had where had.user_id = users.id and had.tool_id = ${tool})`;

const lastName = sql.ref('user_search.last_name');
const firstName = sql.ref('user_search.first_name');

export const sortColumns = {
  login: [sql.ref('users.login_fold')],
  firstName: [firstName, lastName],
  lastName: [lastName, firstName],
  company: [sql.ref('user_search.company')],
  country: [byCountryName(sql.ref('users.country'))],
  status: [sql.ref('users.status')],
  createdAt: [sql.ref('users.created_at')],
  requestDate: [sql.ref('users.request_date')],
};
