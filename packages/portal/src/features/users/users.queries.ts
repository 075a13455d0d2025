import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { users } from '@basics/contract/users.ts';
import type { User } from '@basics/contract/users.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof users.search>;

/** What of the list is asked for; what is left out is the call's default. */
export type UsersAsked = { [Field in keyof Omit<Search, 'pageSize'>]?: Search[Field] | undefined };

/** What every question about users begins with. */
export const all = ['users'] as const;

const bodyOf = ({ pageNumber = 1, keyword = '', ...asked }: UsersAsked, pageSize: number): Search => ({
  ...asked,
  pageNumber,
  keyword,
  pageSize,
});

/** One page of the users in scope; the page before stays in sight until the next one is there. */
export function usersFound(asked: UsersAsked) {
  const body = bodyOf(asked, limits.page.users);
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(users.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Everybody who matches, on whatever page. */
export async function allUsersFound(asked: UsersAsked): Promise<User[]> {
  const found: User[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    // One page after the other: whoever is asked so much is not asked for all of it at once.
    // oxlint-disable-next-line no-await-in-loop
    const page = await call(users.search, { body: bodyOf({ ...asked, pageNumber }, limits.page.most) });
    found.push(...page.items);
    if (page.items.length === 0 || found.length >= page.total) return found;
  }
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

type Results = Awaited<ReturnType<typeof removeSome>>['results'];
const removeSome = (ids: number[]) => call(users.removeMany, { body: ids });

/** What became of each id; so many at once as the call takes. */
export async function removeUsers(ids: readonly number[]): Promise<Results> {
  const results: Results = [];
  for (let start = 0; start < ids.length; start += limits.page.most) {
    // In turn, so that what failed is known before more is asked.
    // oxlint-disable-next-line no-await-in-loop
    results.push(...(await removeSome(ids.slice(start, start + limits.page.most))).results);
  }
  return results;
}

/** After users were deleted or let in. */
export async function forgetUsers(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [...all, 'list'] });
  await client.invalidateQueries({ queryKey: ['requests'] });
}
