import { session } from '@basics/contract/session/session.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export const ownSessions = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: ({ signal }) => call(session.list, { signal }),
});

/** Ends a session of the user. The id `others` ends all sessions of the user except the current session. */
export const endOwnSession = (id: string) => call(session.end, { params: { id } });
