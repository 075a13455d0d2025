import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { permissionOverrideCalls as calls } from '@basics/contract/users/permission-overrides.ts';
import { call } from '#portal/api/call.ts';
import { deletedUsersKey } from '#portal/session/people/deleted-users.queries.ts';
import { invalidateUsers, usersKey } from './users.queries.ts';

/**
 * Loads the customers and countries that each salesman is responsible for. The territories are loaded again at each use, because another
 * salesman can take over customers and countries.
 */
export const salesmanTerritories = queryOptions({
  queryKey: ['countrySalesmen', 'territories'],
  queryFn: ({ signal }) => call(handOver.territories, { signal }),
  staleTime: 0,
});

/** Loads the permissions that a user has in addition to the profile, and the permissions that can be added. */
export const createOverridesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'overrides', userId],
    queryFn: ({ signal }) => call(calls.listOverrides, { params: { id: userId }, signal }),
  });

export const grantOverride = (id: number, permission: Permission, body: { until: string; reason: string }) =>
  call(calls.grantOverride, { params: { id, permission }, body });

export const endOverride = (id: number, permission: Permission) =>
  call(calls.endOverride, { params: { id, permission } });

export const restoreUser = (userId: number) => call(deletedUsers.restoreDeleted, { params: { id: userId } });

export const deleteUserForGood = (userId: number) => call(deletedUsers.removeDeleted, { params: { id: userId } });

/** Loads the bin (the list of deleted users) and the lists of users and requests again. */
export async function invalidateDeletedUsers(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: deletedUsersKey }), invalidateUsers(client)]);
}
