import type { Body } from '@basics/contract/calls/endpoint.ts';
import { handOver, type HandedOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { assignmentsKey } from '../country-salesmen.queries.ts';

export type Territory = Omit<Body<typeof handOver.handOver>, 'preview' | 'digest'>;

/** Loads the salesmen whose territory can be handed over, also suspended salesmen. */
export const salesmanTerritories = queryOptions({
  queryKey: [...assignmentsKey, 'territories'],
  queryFn: ({ signal }) => call(handOver.territories, { signal }),
  staleTime: 0,
});

/**
 * Loads a preview of what changes if the territory of a salesman is handed over to another salesman. The preview is
 * never cached.
 */
export const createHandOverQuery = (territory: Territory) =>
  queryOptions({
    queryKey: [...assignmentsKey, 'handOver', territory],
    queryFn: ({ signal }) => call(handOver.handOver, { body: { ...territory, preview: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Hands over a territory. The server refuses the call if the territory has changed since the preview that has this
 * digest.
 */
export const handOverTerritory = (territory: Territory, digest: string): Promise<HandedOver> =>
  call(handOver.handOver, { body: { ...territory, digest } });
