import { queryOptions } from '@tanstack/react-query';
import { viewers } from '@basics/contract/users/viewers.ts';
import { call } from '#portal/api/call.ts';
import { usersKey } from '../users.queries.ts';

/** Loads which staff can see a user. The result is never cached, because the scope of each member of staff can change. */
export const createViewersQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'viewers', userId],
    queryFn: ({ signal }) => call(viewers.viewers, { params: { id: userId }, query: {}, signal }),
    staleTime: 0,
    gcTime: 0,
  });
