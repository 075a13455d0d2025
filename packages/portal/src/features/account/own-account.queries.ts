import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { users, type User } from '@basics/contract/users/users.ts';
import type { Preferences } from '@basics/contract/users/preferences.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

/** Loads the available preferences, and the values of the signed-in user. */
export const ownPreferencesQuery = queryOptions({
  queryKey: ['own-account', 'preferences'],
  queryFn: ({ signal }) => call(users.preferences, { signal }),
});

/** Loads the account data of the signed-in user. */
export const createOwnDetailsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-account', 'details', userId],
    queryFn: ({ signal }) => call(users.get, { params: { id: userId }, signal }),
  });

/** A change of one field of the signed-in user's own account. */
export type OwnAccountChange = { preferences: Partial<Preferences> } | { phone: string } | { canReceiveMail: boolean };

/**
 * Returns a mutation that saves one field of the account. Several saves run one after another, each with the version
 * that the save before it returned. If the account was changed elsewhere in the meantime, it is loaded again and the
 * field is saved with the new version. The call changes no other field.
 */
export function useSaveOwnAccount(userId: number) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'own-account' },
    mutationFn: async (change: OwnAccountChange) => {
      try {
        return await saveChange(client, userId, change);
      } catch (error) {
        if (!isProblem(error, 'STALE')) throw error;
        await client.invalidateQueries({ queryKey: ['own-account'] });
        return await saveChange(client, userId, change);
      }
    },
  });
}

async function saveChange(client: QueryClient, userId: number, change: OwnAccountChange): Promise<User> {
  const preferencesData = await client.ensureQueryData(ownPreferencesQuery);
  const preferences = 'preferences' in change ? { ...preferencesData.values, ...change.preferences } : undefined;
  const changes = 'preferences' in change ? { preferences } : change;
  const user = await call(users.update, {
    params: { id: userId },
    body: { ...changes, version: preferencesData.version },
  });
  client.setQueryData(createOwnDetailsQuery(userId).queryKey, user);
  client.setQueryData(ownPreferencesQuery.queryKey, (previous: Reply<typeof users.preferences> | undefined) =>
    previous ? { ...previous, values: preferences ?? previous.values, version: user.version } : previous,
  );
  return user;
}
