import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Assignment } from '@basics/contract/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof countrySalesmen.search>;

export type AssignmentsQuery = ListQuery<Search>;

export type Written = Body<typeof countrySalesmen.create>;
export type Options = Reply<typeof countrySalesmen.options>;
export type Salesman = Assignment['salesman'];
export type Removed = Reply<typeof countrySalesmen.removeMany>['results'];

const room = 'countrySalesmen';

const bodyOf = (asked: AssignmentsQuery, pageSize: number): Search => {
  const { pageNumber = 1, keyword = '', ...rest } = asked;
  return { ...rest, pageNumber, keyword, pageSize };
};

/** One page of assignments; the page before stays in sight until the next one is there. */
export function assignmentsLike(asked: AssignmentsQuery) {
  const body = bodyOf(asked, limits.page.countrySalesmen);
  return queryOptions({
    queryKey: [room, 'list', body],
    queryFn: ({ signal }) => call(countrySalesmen.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** As many as one call gives, without pages: who has this already, or all that somebody holds. */
export function allAssignments(asked: AssignmentsQuery) {
  const body = bodyOf(asked, limits.page.most);
  return queryOptions({
    queryKey: [room, 'all', body],
    queryFn: ({ signal }) => call(countrySalesmen.search, { body, signal }),
  });
}

/** All that match, as a file. */
export function exportAssignments(asked: AssignmentsQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(countrySalesmen.export, { body: { ...rest, keyword }, signal });
}

export const assignmentOptions = queryOptions({
  queryKey: [room, 'options'],
  queryFn: ({ signal }) => call(countrySalesmen.options, { signal }),
  staleTime: 60_000,
});

export const coverageOfAll = queryOptions({
  queryKey: [room, 'coverage'],
  queryFn: ({ signal }) => call(countrySalesmen.coverage, { signal }),
});

/** Whom the deletion would leave without a salesman; counted anew each time it is asked. */
export const impactOf = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [room, 'impact', ids],
    queryFn: ({ signal }) => call(countrySalesmen.impact, { body: [...ids], signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const recipientOf = (request: { country: string; brand: string }) =>
  queryOptions({
    queryKey: [room, 'recipient', request],
    queryFn: ({ signal }) => call(countrySalesmen.recipient, { body: request, signal }),
  });

/** Writes a new assignment, or the one with this id. */
export const saveAssignment = (id: number | null, body: Written): Promise<Assignment> =>
  id === null ? call(countrySalesmen.create, { body }) : call(countrySalesmen.update, { params: { id }, body });

/** One goes by its own call, several by the bulk call; what became of each. */
export async function removeAssignments(ids: readonly number[]): Promise<Removed> {
  const [only, ...others] = ids;
  if (only === undefined) return [];
  if (others.length > 0) return (await call(countrySalesmen.removeMany, { body: [...ids] })).results;
  await call(countrySalesmen.remove, { params: { id: only } });
  return [{ id: only, outcome: 'deleted' }];
}

export const forgetAssignments = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [room] });
