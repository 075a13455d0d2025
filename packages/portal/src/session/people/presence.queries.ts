import { queryOptions } from '@tanstack/react-query';
import { helpRequestPresence, userPresence } from '@basics/contract/users/presence.ts';
import { call } from '#portal/api/call.ts';

/** The server keeps a report for a minute, so a single lost report has no effect. */
const reportIntervalMs = 25_000;

export type OpenRecord = { kind: 'user' | 'helpRequest'; id: number };

/** Reports that a record is open while the page is visible, and returns the names of the other users who have this record open. */
export const createPresenceQuery = ({ kind, id }: OpenRecord) =>
  queryOptions({
    queryKey: ['presence', kind, id],
    queryFn: ({ signal }) =>
      kind === 'user'
        ? call(userPresence.reportPresence, { params: { id }, signal })
        : call(helpRequestPresence.reportPresence, { params: { id }, signal }),
    refetchInterval: reportIntervalMs,
    refetchIntervalInBackground: false,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
