import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { limits } from '@basics/contract/calls/limits.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { companies, companyListFields, type CompanySeats } from '@basics/contract/companies/companies.ts';
import { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

export const companiesKey = ['companies'] as const;

/** The list of companies. */
export const companiesList = declareList({
  key: [...companiesKey, 'list'],
  usualSort: defaultSorts.companies,
  search: companies.search,
  export: companies.export,
  pageSize: limits.page.users,
  fields: companyListFields,
  filters: { country: z.string(), status: z.enum(['active', 'suspended']) },
  view: {},
});

export const ownCompanyQuery = queryOptions({
  queryKey: [...companiesKey, 'own'],
  queryFn: async ({ signal }) => (await call(companies.own, { signal })).company,
});

/** Loads the name of the company that the account of the signed-in user has, also if the company has no shared seats. */
export const createCompanyNameQuery = (userId: number) =>
  queryOptions({
    queryKey: [...companiesKey, 'name', userId],
    queryFn: async ({ signal }) => (await call(users.get, { params: { id: userId }, signal })).company,
  });

export const createCompanyQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'company'],
    queryFn: ({ signal }) => call(companies.get, { params: { id }, signal }),
  });

export const createSeatsQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'seats'],
    queryFn: async ({ signal }) => (await call(companies.seats, { params: { id }, signal })).items,
  });

/** Finds another company that has the name already, apart from the letter case and accents; null if there is none. */
export const createSameNameQuery = (name: string, companyId: number | undefined) =>
  queryOptions({
    queryKey: [...companiesKey, 'same name', name, companyId],
    enabled: name !== '',
    queryFn: async ({ signal }) => {
      const { items } = await call(companies.search, {
        // A name can be longer than a keyword.
        body: { keyword: name.slice(0, limits.text.keyword), pageNumber: 1, pageSize: limits.page.users },
        signal,
      });
      return (
        items.find(
          (company) =>
            company.companyId !== companyId && company.name.localeCompare(name, 'en', { sensitivity: 'base' }) === 0,
        ) ?? null
      );
    },
  });

export type PcState = 'inUse' | 'ended' | 'removed';
type PcSearch = { state: PcState; keyword: string; pageSize: number };

/** Loads the PCs of a company; those in use are sorted by the day on which their licence expires. */
export const createPcsQuery = (id: number, { state, ...search }: PcSearch) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'pcs', { state, ...search }],
    queryFn: ({ signal }) =>
      call(companyPcs.pcs, {
        params: { id },
        body: {
          ...search,
          state,
          pageNumber: 1,
          sort: { field: state === 'removed' ? 'name' : 'expiryDate', direction: 'asc' },
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const createMembersQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'members'],
    queryFn: ({ signal }) => call(companyPeople.members, { params: { id }, signal }),
  });

/** Loads the users without a company who seem to belong to a company. */
export const createCandidatesQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'candidates'],
    queryFn: async ({ signal }) => (await call(companyPeople.candidates, { params: { id }, signal })).items,
  });

export const createInvitationsQuery = (id: number) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'invitations'],
    queryFn: async ({ signal }) => (await call(companyPeople.invitations, { params: { id }, signal })).items,
  });

/** Loads the tools and brands that staff can add to a company, and the countries. */
export const companyOptionsQuery = queryOptions({
  queryKey: [...companiesKey, 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});

/** Loads the company of an invitation, without joining it. It is not loaded again after the user has joined, when the invitation is used. */
export const createInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['company invitation', token],
    queryFn: ({ signal }) => call(companyPeople.acceptInvitation, { body: { token, preview: true }, signal }),
    staleTime: Infinity,
  });

/** Loads everything about companies again, and the licences of its people, which other pages show. */
export async function invalidateCompanies(client: QueryClient): Promise<void> {
  await Promise.all(
    [companiesKey, ['licenses'], ['licenseAdmin']].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

export const createCompany = (body: Body<typeof companies.create>) => call(companies.create, { body });

export const changeCompany = (id: number, body: Body<typeof companies.update>) =>
  call(companies.update, { params: { id }, body });

export const setSeats = (id: number, body: Body<typeof companies.setSeats>) =>
  call(companies.setSeats, { params: { id }, body });

export const joinCompany = (token: string) => call(companyPeople.acceptInvitation, { body: { token } });

export const setRole = (id: number, userId: number, role: 'manager' | 'member') =>
  call(companyPeople.setRole, { params: { id, userId }, body: { role } });

export const removeMember = (id: number, userId: number) =>
  call(companyPeople.removeMember, { params: { id, userId } });

export const invite = (id: number, body: Body<typeof companyPeople.invite>) =>
  call(companyPeople.invite, { params: { id }, body });

export const sendInvitation = (id: number, invitationId: number) =>
  call(companyPeople.sendInvitation, { params: { id, invitationId } });

export const withdrawInvitation = (id: number, invitationId: number) =>
  call(companyPeople.withdrawInvitation, { params: { id, invitationId } });

export const issueBatch = (id: number, body: Body<typeof companyPcs.issueBatch>) =>
  call(companyPcs.issueBatch, { params: { id }, body });

type LicenseIds = { userId: number; licenseId: number };
const toParams = ({ userId, licenseId }: LicenseIds) => ({ id: userId, licenseId });

export const renewLicense = (license: LicenseIds) => call(licenses.renew, { params: toParams(license) });

export const sendLicense = (license: LicenseIds) => call(licenses.send, { params: toParams(license) });

export const downloadLicense = (license: LicenseIds) => call(licenses.download, { params: toParams(license) });

/** Adds up the valid seats of all tools. `allowed` is null if the licence policy of each person sets the number. */
export function countSeats(seats: readonly CompanySeats[]): { used: number; allowed: number | null } {
  const valid = seats.filter(({ state }) => state === 'valid');
  const isCounted = valid.length > 0 && valid.every(({ seatsAllowed }) => seatsAllowed !== null);
  return {
    used: valid.reduce((sum, { seatsUsed }) => sum + seatsUsed, 0),
    allowed: isCounted ? valid.reduce((sum, { seatsAllowed }) => sum + (seatsAllowed ?? 0), 0) : null,
  };
}

/** Finds the seats of a company that has them for one tool only: the facts of its page show them, so they have no section. */
export function findOnlySeats(seats: readonly CompanySeats[]): CompanySeats | undefined {
  const [first] = seats;
  return seats.length === 1 && first?.state === 'valid' && first.seatsAllowed !== null ? first : undefined;
}

/** Whether the company needs more seats before it can get another licence. */
export function areSeatsTaken(seats: readonly CompanySeats[]): boolean {
  const { used, allowed } = countSeats(seats);
  return allowed !== null && used >= allowed;
}
