import { users } from '@basics/contract/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { helpRequestPresence, userPresence } from '@basics/contract/users/presence.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';

export type Person = { userId: number; login: string; firstName: string; lastName: string };

const maxPeople = 10;

/** Searches the users whom the signed-in member of staff may see, by a part of the name or login. */
export const createPeopleQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['people', 'search', keyword],
    queryFn: async ({ signal }): Promise<readonly Person[]> => {
      const body = { keyword, pageNumber: 1, pageSize: maxPeople };
      return (await call(users.search, { body, signal })).items;
    },
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
  });

/** Loads the user with this id, which is in the address of the page. */
export const createPersonQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: ['people', 'one', userId],
    queryFn: ({ signal }): Promise<Person> => call(users.get, { params: { id: userId ?? 0 }, signal }),
    enabled: userId !== undefined,
    staleTime: 60_000,
  });

/** The server keeps a report for a minute, so a single lost report has no effect. */
const reportIntervalMs = 25_000;

export type OpenRecord = { kind: 'user' | 'helpRequest'; id: number };

/** Reports that a record is open while the page is visible, and returns the names of the other users who have this record open. */
export const createPresenceQuery = ({ kind, id }: OpenRecord) =>
  queryOptions({
    queryKey: ['presence', kind, id],
    queryFn: ({ signal }) =>
      kind === 'user'
        ? call(userPresence.reportPresence, { params: { id }, signal })
        : call(helpRequestPresence.reportPresence, { params: { id }, signal }),
    refetchInterval: reportIntervalMs,
    refetchIntervalInBackground: false,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The query of the history of a request or a user; each version of the record is loaded again. */
export const createStepsQuery = (userId: number, version: number) =>
  queryOptions({
    queryKey: ['accountSteps', userId, version],
    queryFn: ({ signal }) => call(users.history, { params: { id: userId }, signal }),
  });

/** Requests a new login. The reply is the same whether or not the address can be used. */
export const requestLoginChange = (userId: number, body: Body<typeof users.changeLogin>) =>
  call(users.changeLogin, { params: { id: userId }, body });

/** Fetches all data about a user as a JSON file. */
export const fetchPersonalData = (userId: number) => call(users.personalData, { params: { id: userId } });
