import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users, type User } from '@basics/contract/users/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';
import { usersKey, usersList } from './users.queries.ts';

export const createUserQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'one', userId],
    queryFn: ({ signal }) => call(users.get, { params: { id: userId }, signal }),
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

/** Loads the CRM account with the given number: null if the CRM finds no such account, `unknown` if it does not answer, or finds too many others. */
export const createCrmAccountQuery = (account: string) =>
  queryOptions({
    queryKey: [...usersKey, 'crm-account', account],
    queryFn: async ({ signal }) => {
      const body = { keyword: account, pageNumber: 1, pageSize: limits.page.crm };
      const { items, total, hint } = await call(users.crm, { body, signal });
      const isComplete = hint === undefined && total <= items.length;
      return items.find((crmAccount) => crmAccount.account === account) ?? (isComplete ? null : 'unknown');
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

/** Reads a user again, and returns whether the signed-in user may still see this user. */
export const isInScope = (client: QueryClient, { userId }: User): Promise<boolean> =>
  client.fetchQuery({ ...createUserQuery(userId), staleTime: 0, retry: false }).then(
    () => true,
    (error: unknown) => !(error instanceof ApiProblem && error.status === 404),
  );

/** Stores a saved user in the cache and loads the lists again. Until they arrive, their rows have the new values and the new version. */
export async function storeUser(client: QueryClient, user: User): Promise<void> {
  client.setQueryData(createUserQuery(user.userId).queryKey, user);
  client.setQueriesData<{ items: readonly User[] }>(
    { queryKey: [...usersList.key, 'page'] },
    (page) => page && { ...page, items: page.items.map((row) => (row.userId === user.userId ? user : row)) },
  );
  await client.invalidateQueries({ queryKey: usersList.key });
}
