import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import type { ToolMachines } from '@basics/contract/license-admin.ts';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { users } from '@basics/contract/users.ts';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof licenseAdmin.search>;

type LicensesQuery = ListQuery<Search>;

const all = ['licenseAdmin'] as const;

/** One page of the licences in scope; the page before stays in sight until the next one is there. */
export function licensesFound({ pageNumber = 1, keyword = '', ...asked }: LicensesQuery) {
  const body = { ...asked, pageNumber, keyword, pageSize: limits.page.licenses };
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(licenseAdmin.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All of the list, as a file. */
export function exportLicenses(asked: LicensesQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(licenseAdmin.export, { body: { ...rest, keyword }, signal });
}

export const licenseWithId = (licenseId: number) =>
  queryOptions({
    queryKey: [...all, 'one', licenseId],
    queryFn: ({ signal }) => call(licenseAdmin.get, { params: { licenseId }, signal }),
  });

/** What the filters offer. */
export const filterOptions = queryOptions({
  queryKey: [...all, 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
export type FilterOptions = Reply<typeof users.options>;

/** What a user is called whom the list is narrowed to. */
export const nameOfOwner = (userId: number | undefined) =>
  queryOptions({
    queryKey: [...all, 'owner', userId],
    enabled: userId !== undefined,
    queryFn: async ({ signal }) => {
      const { firstName, lastName, login } = await call(users.get, { params: { id: userId ?? 0 }, signal });
      return `${firstName} ${lastName}`.trim() || login;
    },
  });

/** A user's PCs by tool. */
export const machinesOf = (userId: number) =>
  queryOptions({
    queryKey: [...all, 'machines', userId],
    queryFn: ({ signal }) => call(licenseAdmin.machines, { params: { id: userId }, signal }),
    select: ({ items }) => items,
  });

export const revokeLicense = ({ userId, licenseId }: Pick<License, 'userId' | 'licenseId'>, reason: string) =>
  call(licenseAdmin.revoke, { params: { id: userId, licenseId }, body: { reason } });

export const releaseMachine = (
  { userId, machineId }: { userId: number; machineId: number },
  overrideReason: string | undefined,
): Promise<ToolMachines> =>
  call(licenseAdmin.release, {
    params: { id: userId, machineId },
    body: { ...(overrideReason !== undefined && { overrideReason }) },
  });

/** After a licence or a PC was changed: every list, of this room and of the licences themselves, is asked anew. */
export async function forgetAll(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: all }),
    client.invalidateQueries({ queryKey: ['licenses'] }),
  ]);
}
