import { accountListFields, crm } from '@basics/contract/crm/crm.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { users } from '@basics/contract/users/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

/** The list of CRM accounts. */
export const accountsList = declareList({
  key: ['crm', 'list'],
  usualSort: defaultSorts.accounts,
  search: crm.search,
  export: crm.export,
  pageSize: 20,
  fields: accountListFields,
  filters: { country: null },
  view: {},
});

/** Loads the countries for the filters. */
export const countriesQuery = queryOptions({
  queryKey: ['crm', 'countries'],
  queryFn: async ({ signal }) => (await call(users.options, { signal })).countries,
});
