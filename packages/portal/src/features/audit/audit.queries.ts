import { audit } from '@basics/contract/audit.ts';
import { day, numberInPath } from '@basics/contract/fields.ts';
import { users } from '@basics/contract/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/list-of.ts';

export type Person = { userId: number; login: string; firstName: string; lastName: string };

const maxPeople = 10;

/** The list of entries of the audit log. `entry` is the id of the open entry. */
export const entriesList = declareList({
  key: ['audit', 'list'],
  search: audit.search,
  export: audit.export,
  pageSize: 20,
  filters: {
    action: z.string(),
    actorId: numberInPath,
    subjectKind: z.string(),
    subjectId: z.string(),
    from: day,
    to: day,
  },
  view: { entry: numberInPath },
});

/** Loads the last verification of the audit log. While one is running, it is loaded again every 2 s. */
export const auditVerification = queryOptions({
  queryKey: ['audit', 'verification'],
  queryFn: ({ signal }) => call(audit.verification, { signal }),
  refetchInterval: ({ state }) => (state.data?.running === true ? 2000 : false),
});

export async function startVerification(client: QueryClient): Promise<void> {
  client.setQueryData(auditVerification.queryKey, await call(audit.verify));
}

/** Searches users whose name or login contains the keyword. */
export const createPeopleQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['audit', 'people', keyword],
    queryFn: async ({ signal }): Promise<readonly Person[]> => {
      const body = { keyword, pageNumber: 1, pageSize: maxPeople };
      return (await call(users.search, { body, signal })).items;
    },
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });

/** Loads the user whose id is in the address. */
export const createPersonQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: ['audit', 'person', userId],
    queryFn: ({ signal }): Promise<Person> => call(users.get, { params: { id: userId ?? 0 }, signal }),
    enabled: userId !== undefined,
    staleTime: 60_000,
  });
