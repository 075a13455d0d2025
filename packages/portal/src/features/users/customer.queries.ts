import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timeline } from '@basics/contract/timeline.ts';
import { call } from '#portal/api/call.ts';
import { all } from './users.queries.ts';

/** The newest events of a user, at most `most`. */
export const createTimelineQuery = (userId: number, most: number) =>
  queryOptions({
    queryKey: [...all, 'timeline', userId, most],
    queryFn: ({ signal }) => call(timeline.timeline, { params: { id: userId }, query: { most }, signal }),
    placeholderData: keepPreviousData,
  });
