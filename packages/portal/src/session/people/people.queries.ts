import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { users } from '@basics/contract/users/users.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

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

/** Searches the companies that the signed-in member of staff may see, by the beginning of the name. */
export const createCompaniesQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['people', 'companies', keyword],
    queryFn: async ({ signal }) => (await call(users.companies, { body: { keyword }, signal })).items,
    enabled: keyword !== '',
  });

/** Loads the companies to which a user without a company seems to belong. */
export const createSuggestionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['companies', 'suggestions', userId],
    queryFn: async ({ signal }) => (await call(companyPeople.suggestions, { params: { id: userId }, signal })).items,
  });

export const addMember = (companyId: number, userId: number) =>
  call(companyPeople.addMember, { params: { id: companyId }, body: { userId, role: 'member' } });
