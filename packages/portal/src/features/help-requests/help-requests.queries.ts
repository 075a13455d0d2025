import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import {
  helpListFields,
  helpRequests,
  helpStateFilter,
  type HelpRequest,
} from '@basics/contract/help-requests/help-requests.ts';
import { companyFilter, defaultSorts } from '@basics/contract/calls/lists.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

const helpRequestsKey = ['helpRequests'] as const;

/** The list of help requests that the user may see. `request` is the id of the help request that is open in the panel. */
export const helpRequestsList = declareList({
  key: [...helpRequestsKey, 'list'],
  usualSort: defaultSorts.helpRequests,
  search: helpRequests.search,
  export: helpRequests.export,
  pageSize: limits.page.helpRequests,
  fields: helpListFields,
  filters: { state: helpStateFilter, company: companyFilter },
  view: { request: numberInPath },
});

export const createHelpCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...helpRequestsKey, 'one', id],
    queryFn: ({ signal }) => call(helpRequests.get, { params: { id }, signal }),
    staleTime: 0,
  });

/** Milliseconds between two fetches while a help request waits for an answer. */
const refetchMs = 30_000;

/** Loads the help requests of a user, open requests first, and the recipient of a new request. */
export const createHelpRequestsQuery = (userId: number, pageSize: number) =>
  queryOptions({
    queryKey: [...helpRequestsKey, 'own', userId, pageSize],
    queryFn: ({ signal }) =>
      call(helpRequests.listOf, { params: { id: userId }, query: { pageNumber: 1, pageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((helpRequest) => helpRequest.state === 'open') ? refetchMs : false,
  });

/** Loads the countries of the customers in the scope of the user, for the filters. */
export const countriesQuery = queryOptions({
  queryKey: [...helpRequestsKey, 'countries'],
  queryFn: async ({ signal }) => (await call(users.options, { signal })).countries,
});

/** Loads the names of all tools. */
export const toolNames = queryOptions({
  queryKey: [...helpRequestsKey, 'tools'],
  queryFn: async ({ signal }) => (await call(users.options, { signal })).tools,
});

export const askForHelp = (userId: number, body: Body<typeof helpRequests.ask>): Promise<HelpRequest> =>
  call(helpRequests.ask, { params: { id: userId }, body });

export const withdrawHelp = ({ user, helpRequestId }: HelpRequest): Promise<HelpRequest> =>
  call(helpRequests.withdraw, { params: { id: user.userId, helpRequestId } });

export const answerHelp = (id: number, body: Body<typeof helpRequests.answer>): Promise<HelpRequest> =>
  call(helpRequests.answer, { params: { id }, body });

/** Loads the lists of help requests and the inbox again, after a help request was sent or answered. */
export async function invalidateHelpRequests(client: QueryClient): Promise<void> {
  await Promise.all([helpRequestsKey, ['home']].map((queryKey) => client.invalidateQueries({ queryKey })));
}
