import { session } from '@basics/contract/session.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export const ownSessions = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: ({ signal }) => call(session.list, { signal }),
});

/** `others` ends all but the one that asks. */
export const endOwnSession = (id: string) => call(session.end, { params: { id } });
