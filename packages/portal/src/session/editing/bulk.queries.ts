import { bulkLicenses, bulkRequests, bulkUsers } from '@basics/contract/bulk.ts';
import type { BulkResult, LicenseChange } from '@basics/contract/bulk.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { users } from '@basics/contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/api/in-parts.ts';

type Without<Each> = Each extends unknown ? Omit<Each, 'ids' | 'preview'> : never;
export type UserChange = Without<Body<typeof bulkUsers.changeMany>>;
export type RequestDecision = Without<Body<typeof bulkRequests.decideMany>>;

export const changeUsers = (ids: readonly number[], change: UserChange, preview: boolean): Promise<BulkResult[]> =>
  callInParts(ids, (some) => call(bulkUsers.changeMany, { body: { ...change, ids: some, preview } }));

export const decideRequests = (
  ids: readonly number[],
  decision: RequestDecision,
  preview: boolean,
): Promise<BulkResult[]> =>
  callInParts(ids, (some) => call(bulkRequests.decideMany, { body: { ...decision, ids: some, preview } }));

export const changeLicenses = (
  ids: readonly number[],
  change: LicenseChange,
  preview: boolean,
): Promise<BulkResult[]> =>
  callInParts(ids, (some) => call(bulkLicenses.changeMany, { body: { change, ids: some, preview } }));

/** The tools and brands to choose from. */
export const bulkOptions = queryOptions({
  queryKey: ['bulk', 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
