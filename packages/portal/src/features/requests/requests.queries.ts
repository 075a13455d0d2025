import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { requests } from '@basics/contract/requests.ts';
import type { Request } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof requests.search>;

/** What of the list is asked for; what is left out is the call's default. */
export type RequestsAsked = { [Field in keyof Omit<Search, 'pageSize'>]?: Search[Field] | undefined };

const all = ['requests'] as const;

const bodyOf = ({ pageNumber = 1, keyword = '', ...asked }: RequestsAsked, pageSize: number): Search => ({
  ...asked,
  pageNumber,
  keyword,
  pageSize,
});

/** One page of the requests in scope; the page before stays in sight until the next one is there. */
export function requestsFound(asked: RequestsAsked) {
  const body = bodyOf(asked, limits.page.requests);
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(requests.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every request that matches, on whatever page. */
export async function allRequestsFound(asked: RequestsAsked): Promise<Request[]> {
  const found: Request[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    // One page after the other: whoever is asked so much is not asked for all of it at once.
    // oxlint-disable-next-line no-await-in-loop
    const page = await call(requests.search, { body: bodyOf({ ...asked, pageNumber }, limits.page.most) });
    found.push(...page.items);
    if (page.items.length === 0 || found.length >= page.total) return found;
  }
}

export const requestWithId = (userId: number) =>
  queryOptions({
    queryKey: [...all, 'one', userId],
    queryFn: ({ signal }) => call(requests.get, { params: { id: userId }, signal }),
  });

/** What the filters offer, and the reasons given of late. */
export const requestOptions = queryOptions({
  queryKey: [...all, 'options'],
  queryFn: ({ signal }) => call(requests.options, { signal }),
});
export type RequestOptions = Reply<typeof requests.options>;

export const rejectRequest = ({ userId, version }: Request, reason: string): Promise<Request> =>
  call(requests.reject, { params: { id: userId }, body: { id: userId, reason, version } });

type Results = Reply<typeof users.removeMany>['results'];

/** What became of each id; so many at once as the call takes. */
export async function removeRequests(ids: readonly number[]): Promise<Results> {
  const results: Results = [];
  for (let start = 0; start < ids.length; start += limits.page.most) {
    const some = ids.slice(start, start + limits.page.most);
    // In turn, so that what failed is known before more is asked.
    // oxlint-disable-next-line no-await-in-loop
    results.push(...(await call(users.removeMany, { body: some })).results);
  }
  return results;
}

/** After a decision or a deletion: every list, and the reasons on offer, are asked anew. */
export const forgetRequests = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });
