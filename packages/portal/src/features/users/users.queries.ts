import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { users } from '@basics/contract/users.ts';
import type { User } from '@basics/contract/users.ts';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';
import { everyPage } from '#portal/api/every-page.ts';
import { inParts } from '#portal/api/in-parts.ts';

type Search = Body<typeof users.search>;

export type UsersQuery = ListQuery<Search>;

/** What every question about users begins with. */
export const all = ['users'] as const;

const bodyOf = ({ pageNumber = 1, keyword = '', ...asked }: UsersQuery, pageSize: number): Search => ({
  ...asked,
  pageNumber,
  keyword,
  pageSize,
});

/** One page of the users in scope; the page before stays in sight until the next one is there. */
export function usersFound(asked: UsersQuery) {
  const body = bodyOf(asked, limits.page.users);
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(users.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Everybody who matches, on whatever page. */
export function allUsersFound(asked: UsersQuery): Promise<User[]> {
  return everyPage((pageNumber) => call(users.search, { body: bodyOf({ ...asked, pageNumber }, limits.page.most) }));
}

/** Everybody who matches, as a file. */
export function exportUsers(asked: UsersQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(users.export, { body: { ...rest, keyword }, signal });
}

/** What the forms and the filters offer. */
export const userOptions = queryOptions({
  queryKey: [...all, 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
export type UserOptions = Awaited<ReturnType<Exclude<typeof userOptions.queryFn, undefined | symbol>>>;

/** How many assignments a salesman has. */
export const assignmentsOf = (salesmanId: number) =>
  queryOptions({
    queryKey: [...all, 'assignments', salesmanId],
    queryFn: async ({ signal }) => {
      const body = { salesmanId, pageNumber: 1, pageSize: 1, keyword: '' };
      return (await call(countrySalesmen.search, { body, signal })).total;
    },
  });

/** What became of each id. */
export const removeUsers = (ids: readonly number[]) => inParts(ids, (some) => call(users.removeMany, { body: some }));

/** After users were deleted or let in. */
export async function forgetUsers(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [...all, 'list'] });
  await client.invalidateQueries({ queryKey: ['requests'] });
}
