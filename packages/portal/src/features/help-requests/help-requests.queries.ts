import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body } from '@basics/contract/endpoint.ts';
import { helpRequests } from '@basics/contract/help-requests.ts';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { limits } from '@basics/contract/limits.ts';
import { users } from '@basics/contract/users.ts';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof helpRequests.search>;

export type HelpRequestsQuery = ListQuery<Search>;

const all = ['helpRequests'] as const;

/** One page of those in scope; the page before stays in sight until the next one is there. */
export function helpRequestsFound({ pageNumber = 1, keyword = '', ...asked }: HelpRequestsQuery) {
  const body = { ...asked, pageNumber, keyword, pageSize: limits.page.helpRequests };
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(helpRequests.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The list of all that match, as a file. */
export function exportHelpRequests(asked: HelpRequestsQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(helpRequests.export, { body: { ...rest, keyword }, signal });
}

export const helpCaseWithId = (id: number) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => call(helpRequests.get, { params: { id }, signal }),
    staleTime: 0,
  });

/** How often is asked whether an answer has come, while one waits. */
const followEveryMs = 30_000;

/** One's own, the open ones first, and whom one would ask. */
export const helpRequestsOf = (userId: number, pageSize: number) =>
  queryOptions({
    queryKey: [...all, 'own', userId, pageSize],
    queryFn: ({ signal }) =>
      call(helpRequests.listOf, { params: { id: userId }, query: { pageNumber: 1, pageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((each) => each.state === 'open') ? followEveryMs : false),
  });

/** The names of the tools that there are. */
export const toolNames = queryOptions({
  queryKey: [...all, 'tools'],
  queryFn: async ({ signal }) => (await call(users.options, { signal })).tools,
});

export const askForHelp = (userId: number, body: Body<typeof helpRequests.ask>): Promise<HelpRequest> =>
  call(helpRequests.ask, { params: { id: userId }, body });

export const withdrawHelp = ({ user, helpRequestId }: HelpRequest): Promise<HelpRequest> =>
  call(helpRequests.withdraw, { params: { id: user.userId, helpRequestId } });

export const answerHelp = (id: number, body: Body<typeof helpRequests.answer>): Promise<HelpRequest> =>
  call(helpRequests.answer, { params: { id }, body });

/** After a question or an answer: every list is asked anew. */
export const forgetHelpRequests = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });
