import { crm } from '@basics/contract/crm/crm.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { declareList } from '#portal/api/declare-list.ts';

/** The list of CRM accounts. */
export const accountsList = declareList({
  key: ['crm', 'list'],
  usualSort: defaultSorts.accounts,
  search: crm.search,
  export: crm.export,
  pageSize: 20,
  filters: { country: null },
  view: {},
});
