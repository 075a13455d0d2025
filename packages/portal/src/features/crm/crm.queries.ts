import { crm } from '@basics/contract/crm.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof crm.search>;
type AccountsQuery = ListQuery<Search>;

const accountsShown = 20;

/** One page of the accounts; the page before stays in sight until the next one is there. */
export function accountsLike({ pageNumber = 1, keyword = '', ...rest }: AccountsQuery) {
  const body = { ...rest, pageNumber, keyword, pageSize: accountsShown };
  return queryOptions({
    queryKey: ['crm', 'list', body],
    queryFn: ({ signal }) => call(crm.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All that match, as a file. */
export function exportAccounts(asked: AccountsQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(crm.export, { body: { ...rest, keyword }, signal });
}
