import { audit } from '@basics/contract/audit.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { users } from '@basics/contract/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof audit.search>;
type EntriesQuery = ListQuery<Search>;
export type Person = { userId: number; login: string; firstName: string; lastName: string };

const entriesShown = 20;
const peopleOffered = 10;

/** One page of the audit; the page before stays in sight until the next one is there. */
export function entriesLike({ pageNumber = 1, keyword = '', ...rest }: EntriesQuery) {
  const body = { ...rest, pageNumber, keyword, pageSize: entriesShown };
  return queryOptions({
    queryKey: ['audit', 'list', body],
    queryFn: ({ signal }) => call(audit.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All entries that match, as a file. */
export function exportEntries(asked: EntriesQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(audit.export, { body: { ...rest, keyword }, signal });
}

/** People whose name or address contains these words. */
export const peopleLike = (keyword: string) =>
  queryOptions({
    queryKey: ['audit', 'people', keyword],
    queryFn: async ({ signal }): Promise<readonly Person[]> => {
      const body = { keyword, pageNumber: 1, pageSize: peopleOffered };
      return (await call(users.search, { body, signal })).items;
    },
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });

/** Who has this number: an address names people by it. */
export const personOf = (userId: number | undefined) =>
  queryOptions({
    queryKey: ['audit', 'person', userId],
    queryFn: ({ signal }): Promise<Person> => call(users.get, { params: { id: userId ?? 0 }, signal }),
    enabled: userId !== undefined,
    staleTime: 60_000,
  });
