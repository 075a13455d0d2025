import { infiniteQueryOptions, queryOptions, keepPreviousData } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import type { User } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';
import { usersKey, usersList, invalidateUsers } from './users.queries.ts';
import { absenceCalls } from '@basics/contract/users/absences.ts';
import { passwordLink } from '@basics/contract/users/password-link.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { permissionOverrideCalls as calls } from '@basics/contract/users/permission-overrides.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { viewers } from '@basics/contract/users/viewers.ts';

export const createUserQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'one', userId],
    queryFn: ({ signal }) => call(users.get, { params: { id: userId }, signal }),
  });

/**
 * Loads the customers and countries that each salesman is responsible for. The territories are loaded again at each use, because another
 * salesman can take over customers and countries.
 */
export const salesmanTerritories = queryOptions({
  queryKey: ['countrySalesmen', 'territories'],
  queryFn: ({ signal }) => call(handOver.territories, { signal }),
  staleTime: 0,
});

/** Searches the CRM accounts that contain the keyword, a page at a time. */
export const createCrmAccountsQuery = (keyword: string) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, 'crm', keyword],
    queryFn: ({ signal, pageParam: pageNumber }) =>
      call(users.crm, { body: { keyword, pageNumber, pageSize: limits.page.crm }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pageNumber, pageSize, total }) => (pageNumber * pageSize < total ? pageNumber + 1 : undefined),
    retry: false,
  });

/** Loads the CRM account with the given number; null if it does not exist. */
export const createCrmAccountQuery = (account: string) =>
  queryOptions({
    queryKey: [...usersKey, 'crm-account', account],
    queryFn: async ({ signal }) => {
      const body = { keyword: account, pageNumber: 1, pageSize: limits.page.crm };
      const { items } = await call(users.crm, { body, signal });
      return items.find((crmAccount) => crmAccount.account === account) ?? null;
    },
    staleTime: Infinity,
    retry: false,
  });

export const createRequestQuery = (userId: number) =>
  queryOptions({
    queryKey: ['requests', 'one', userId],
    queryFn: ({ signal }) => call(requests.get, { params: { id: userId }, signal }),
    staleTime: 0,
  });

export const createUser = (body: Body<typeof users.create>) => call(users.create, { body });
export const updateUser = (userId: number, body: Body<typeof users.update>) =>
  call(users.update, { params: { id: userId }, body });
export const approveRequest = (userId: number, body: Body<typeof requests.approve>) =>
  call(requests.approve, { params: { id: userId }, body });
export const suspendUser = (userId: number, body: Body<typeof users.suspend>) =>
  call(users.suspend, { params: { id: userId }, body });
export const reinstateUser = (userId: number, version: number) =>
  call(users.reinstate, { params: { id: userId }, body: { version } });
export const inviteUser = (userId: number) => call(users.invite, { params: { id: userId } });
export const withdrawInvitation = (userId: number) => call(requests.withdrawInvitation, { params: { id: userId } });
/** Deletes a user. Without `forGood`, the user can be restored for 30 days. */
export const removeUser = (userId: number, forGood: boolean) =>
  call(users.remove, { params: { id: userId }, query: forGood ? { forGood: 'true' } : {} });

/** Stores a saved user in the cache and loads the lists again. */
export async function storeUser(client: QueryClient, user: User): Promise<void> {
  client.setQueryData(createUserQuery(user.userId).queryKey, user);
  await client.invalidateQueries({ queryKey: usersList.key });
}

/** Loads the absence of a salesman that is not over, and the possible deputies. */
export const createAbsenceQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'absence', userId],
    queryFn: ({ signal }) => call(absenceCalls.readAbsence, { params: { id: userId }, signal }),
  });

export const setAbsence = (id: number, body: Body<typeof absenceCalls.setAbsence>) =>
  call(absenceCalls.setAbsence, { params: { id }, body });

export const endAbsence = (id: number) => call(absenceCalls.endAbsence, { params: { id } });

export const sendPasswordLink = (userId: number) => call(passwordLink.sendPasswordLink, { params: { id: userId } });

/** Removes the second step of the sign-in of a user. */
export const removeSecondStep = (userId: number, body: Body<typeof secondFactor.reset>) =>
  call(secondFactor.reset, { params: { id: userId }, body });

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

/** Loads what would happen if the account with this login was joined into the account with this id. */
export const previewJoin = (id: number, login: string) =>
  call(joinAccountsCalls.previewJoin, { params: { id }, body: { login } });

export const joinAccounts = (id: number, body: Body<typeof joinAccountsCalls.join>) =>
  call(joinAccountsCalls.join, { params: { id }, body });

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

/** Loads the newest events of a user, at most `limit`. */
export const createTimelineQuery = (userId: number, limit: number) =>
  queryOptions({
    queryKey: [...usersKey, 'timeline', userId, limit],
    queryFn: ({ signal }) => call(timeline.timeline, { params: { id: userId }, query: { most: limit }, signal }),
    placeholderData: keepPreviousData,
  });

/** Loads which staff can see a user. The result is never cached, because the scope of each member of staff can change. */
export const createViewersQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'viewers', userId],
    queryFn: ({ signal }) => call(viewers.viewers, { params: { id: userId }, query: {}, signal }),
    staleTime: 0,
    gcTime: 0,
  });
