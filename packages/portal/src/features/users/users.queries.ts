import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { numberInPath, shortText } from '@basics/contract/fields/fields.ts';
import { companyFilter, defaultSorts } from '@basics/contract/calls/lists.ts';
import { findRole, profiles } from '@basics/contract/calls/permissions.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { users } from '@basics/contract/users/users.ts';
import { userListFields, userSelection, userStatus } from '@basics/contract/users/user-lists.ts';
import * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

/** The beginning of the query keys of users. */
export const usersKey = ['users'] as const;

/**
 * The list of users whom the signed-in user may see. The search parameter `columns` contains the ids of the visible columns, separated by
 * commas.
 */
export const usersList = declareList({
  key: [...usersKey, 'list'],
  usualSort: defaultSorts.users,
  search: users.search,
  export: users.export,
  pageSize: limits.page.users,
  fields: userListFields,
  filters: {
    status: userStatus,
    country: shortText,
    brand: shortText,
    tool: shortText,
    profileID: numberInPath,
    company: companyFilter,
  },
  view: { columns: z.string() },
});

/** Loads the options of the forms and the filters. */
export const userOptions = queryOptions({
  queryKey: [...usersKey, 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
export type UserOptions = Awaited<ReturnType<Exclude<typeof userOptions.queryFn, undefined | symbol>>>;

const salesmanProfiles = Object.keys(profiles)
  .map(Number)
  .filter((id) => findRole(id) === 'Salesman');

/** Loads the salesmen in a selection of users. */
export const createSelectedSalesmenQuery = (selection: object) =>
  queryOptions({
    queryKey: [...usersList.key, 'salesmen', selection],
    queryFn: async ({ signal }) => {
      const { except, filters = [], ...search } = userSelection.parse(selection);
      const isSalesman = { field: 'profileID', op: 'oneOf', values: salesmanProfiles } as const;
      const body = { ...search, filters: [...filters, isSalesman], pageNumber: 1, pageSize: limits.page.max };
      const { items } = await call(users.search, { body, signal });
      return items.filter(({ userId }) => !except.includes(userId));
    },
  });

/** Loads the lists and the figures of the home page again, after users were deleted or approved. */
export async function invalidateUsers(client: QueryClient): Promise<void> {
  await Promise.all([usersList.key, ['requests'], ['home']].map((queryKey) => client.invalidateQueries({ queryKey })));
}
