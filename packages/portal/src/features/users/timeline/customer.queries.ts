import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { timeline } from '@basics/contract/users/timeline.ts';
import { viewers } from '@basics/contract/users/viewers.ts';
import { call } from '#portal/api/call.ts';
import { usersKey } from '../users.queries.ts';

/** Loads the newest events of a user, at most `limit`. */
export const createTimelineQuery = (userId: number, limit: number) =>
  queryOptions({
    queryKey: [...usersKey, 'timeline', userId, limit],
    queryFn: ({ signal }) => call(timeline.timeline, { params: { id: userId }, query: { most: limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** Loads the timeline of a user and the inbox again, after a note was written or changed. */
export async function invalidateTimeline(client: QueryClient, userId: number): Promise<void> {
  const queryKeys = [[...usersKey, 'timeline', userId], ['home']];
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Loads which staff can see a user. The result is never cached, because the scope of each member of staff can change. */
export const createViewersQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'viewers', userId],
    queryFn: ({ signal }) => call(viewers.viewers, { params: { id: userId }, query: {}, signal }),
    staleTime: 0,
    gcTime: 0,
  });
