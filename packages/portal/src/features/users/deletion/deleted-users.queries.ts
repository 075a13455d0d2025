import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { call } from '#portal/api/call.ts';
import { usersKey, invalidateUsers } from '../users.queries.ts';

const binKey = [...usersKey, 'bin'] as const;

/** Loads at most `maxCount` deleted users, the newest deletion first. */
export const createDeletedUsersQuery = (maxCount: number) =>
  queryOptions({
    queryKey: [...binKey, maxCount],
    queryFn: ({ signal }) => call(deletedUsers.listDeleted, { query: { most: maxCount }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const restoreUser = (userId: number) => call(deletedUsers.restoreDeleted, { params: { id: userId } });

export const deleteUserForGood = (userId: number) => call(deletedUsers.removeDeleted, { params: { id: userId } });

/** Loads the bin (the list of deleted users) and the lists of users and requests again. */
export async function invalidateDeletedUsers(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: binKey }), invalidateUsers(client)]);
}
