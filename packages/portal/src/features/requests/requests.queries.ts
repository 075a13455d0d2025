import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { requests } from '@basics/contract/requests.ts';
import type { Request } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';
import { everyPage } from '#portal/api/every-page.ts';
import { inParts } from '#portal/api/in-parts.ts';

type Search = Body<typeof requests.search>;

export type RequestsQuery = ListQuery<Search>;

const all = ['requests'] as const;

const bodyOf = ({ pageNumber = 1, keyword = '', ...asked }: RequestsQuery, pageSize: number): Search => ({
  ...asked,
  pageNumber,
  keyword,
  pageSize,
});

/** One page of the requests in scope; the page before stays in sight until the next one is there. */
export function requestsFound(asked: RequestsQuery) {
  const body = bodyOf(asked, limits.page.requests);
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(requests.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every request that matches, on whatever page. */
export function allRequestsFound(asked: RequestsQuery): Promise<Request[]> {
  return everyPage((pageNumber) => call(requests.search, { body: bodyOf({ ...asked, pageNumber }, limits.page.most) }));
}

/** Every request that matches, as a file. */
export function exportRequests(asked: RequestsQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(requests.export, { body: { ...rest, keyword }, signal });
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

/** What became of each id. It goes on when the page is left. */
export const removeRequests = (ids: readonly number[]) =>
  inParts(ids, (some) => call(users.removeMany, { body: some, keepalive: true }));

/** After a decision or a deletion: every list, and the reasons on offer, are asked anew. */
export const forgetRequests = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });
