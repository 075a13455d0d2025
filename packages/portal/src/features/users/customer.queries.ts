import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timeline } from '@basics/contract/timeline.ts';
import { call } from '#portal/api/call.ts';
import { all } from './users.queries.ts';

/** Loads the newest events of a user, at most `limit`. */
export const createTimelineQuery = (userId: number, limit: number) =>
  queryOptions({
    queryKey: [...all, 'timeline', userId, limit],
    queryFn: ({ signal }) => call(timeline.timeline, { params: { id: userId }, query: { most: limit }, signal }),
    placeholderData: keepPreviousData,
  });
