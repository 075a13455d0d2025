import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { numberInPath, shortText } from '@basics/contract/fields/fields.ts';
import { companyFilter, defaultSorts } from '@basics/contract/calls/lists.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { requests, type Request } from '@basics/contract/requests/requests.ts';
import { requestFilters, requestListFields } from '@basics/contract/requests/request-lists.ts';
import { users } from '@basics/contract/users/users.ts';
import * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/session/bulk/in-parts.ts';
import { declareList } from '#portal/api/declare-list.ts';

const allRequestsKey = ['requests'] as const;

/** The list of requests that the user may see. The search parameter `request` is the id of the request that is open in the panel. */
export const requestsList = declareList({
  key: [...allRequestsKey, 'list'],
  usualSort: defaultSorts.requests,
  search: requests.search,
  export: requests.export,
  pageSize: limits.page.requests,
  fields: requestListFields,
  filters: {
    status: z.enum(requestFilters),
    country: shortText,
    olderThanDays: numberInPath.check(z.maximum(3650)),
    brand: shortText,
    tool: shortText,
    company: companyFilter,
  },
  view: { request: numberInPath },
});

export const createRequestQuery = (userId: number) =>
  queryOptions({
    queryKey: [...allRequestsKey, 'one', userId],
    queryFn: ({ signal }) => call(requests.get, { params: { id: userId }, signal }),
  });

/** Loads the options of the filters and the latest reasons for rejections. */
export const requestOptions = queryOptions({
  queryKey: [...allRequestsKey, 'options'],
  queryFn: ({ signal }) => call(requests.options, { signal }),
});
export type RequestOptions = Reply<typeof requests.options>;

export const createEvidenceQuery = (userId: number) =>
  queryOptions({
    queryKey: [...allRequestsKey, 'evidence', userId],
    queryFn: ({ signal }) => call(evidence.evidence, { params: { id: userId }, signal }),
  });

export type Approval = Body<typeof requests.approve>;

/** Approves a request, even if the page is closed before the reply. */
export const approveRequest = (userId: number, body: Approval) =>
  call(requests.approve, { params: { id: userId }, body, keepalive: true });

export const rejectRequest = ({ userId, version }: Request, reason: string) =>
  call(requests.reject, { params: { id: userId }, body: { id: userId, reason, version } });

/** Takes back the decision about a request, which is then pending again. */
export const reopenRequest = (userId: number) => call(requests.reopen, { params: { id: userId } });

/** Deletes requests, even if the page is closed before the reply; returns the outcome for each id. */
export const removeRequests = (ids: readonly number[]) =>
  callInParts(ids, (batchOfIds) => call(users.removeMany, { body: batchOfIds, keepalive: true }));

/** Fetches the lists, the offered reasons and the figures of the home page again after a decision or a deletion. */
export async function invalidateRequests(client: QueryClient): Promise<void> {
  await Promise.all([allRequestsKey, ['home']].map((queryKey) => client.invalidateQueries({ queryKey })));
}
