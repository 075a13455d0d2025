import { bulkLicenses, bulkRequests, bulkUsers } from '@basics/contract/bulk.ts';
import type { BulkResult, LicenseChange } from '@basics/contract/bulk.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { users } from '@basics/contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/api/in-parts.ts';

type WithoutIds<BulkBody> = BulkBody extends unknown ? Omit<BulkBody, 'ids' | 'preview'> : never;
export type UserChange = WithoutIds<Body<typeof bulkUsers.changeMany>>;
export type RequestDecision = WithoutIds<Body<typeof bulkRequests.decideMany>>;

export const changeUsers = (ids: readonly number[], change: UserChange, preview: boolean): Promise<BulkResult[]> =>
  callInParts(ids, (partIds) => call(bulkUsers.changeMany, { body: { ...change, ids: partIds, preview } }));

export const decideRequests = (
  ids: readonly number[],
  decision: RequestDecision,
  previewedResults: readonly BulkResult[] | undefined,
): Promise<BulkResult[]> =>
  callInParts(ids, (partIds) =>
    call(bulkRequests.decideMany, {
      body: {
        ...decision,
        ...(decision.decision === 'approve' &&
          previewedResults && { profiles: listProfiles(partIds, previewedResults) }),
        ids: partIds,
        preview: previewedResults === undefined,
      },
    }),
  );

/** Lists the profiles that a preview returned for these requests. */
const listProfiles = (ids: readonly number[], results: readonly BulkResult[]) =>
  results.flatMap(({ id, profileID }) => (profileID !== undefined && ids.includes(id) ? [{ id, profileID }] : []));

export const changeLicenses = (
  ids: readonly number[],
  change: LicenseChange,
  preview: boolean,
): Promise<BulkResult[]> =>
  callInParts(ids, (partIds) => call(bulkLicenses.changeMany, { body: { change, ids: partIds, preview } }));

/** The query of the tools and brands to choose from. */
export const bulkOptions = queryOptions({
  queryKey: ['bulk', 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
