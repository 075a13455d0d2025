import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export const deletedUsersKey = ['users', 'bin'] as const;

/** Loads at most `maxCount` deleted users, the newest deletion first. */
export const createDeletedUsersQuery = (maxCount: number) =>
  queryOptions({
    queryKey: [...deletedUsersKey, maxCount],
    queryFn: ({ signal }) => call(deletedUsers.listDeleted, { query: { most: maxCount }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
