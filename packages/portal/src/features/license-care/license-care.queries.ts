import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { licenseCare } from '@basics/contract/license-care.ts';
import type { ToolMachines } from '@basics/contract/license-care.ts';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import { users } from '@basics/contract/users.ts';
import type { Asked } from '#portal/api/asked.ts';
import { call } from '#portal/api/call.ts';

type Search = Body<typeof licenseCare.search>;

type LicensesAsked = Asked<Search>;

const all = ['licenseCare'] as const;

/** One page of the licences in scope; the page before stays in sight until the next one is there. */
export function licensesFound({ pageNumber = 1, keyword = '', ...asked }: LicensesAsked) {
  const body = { ...asked, pageNumber, keyword, pageSize: limits.page.licenses };
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(licenseCare.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All of the list, as a file. */
export function exportLicenses(asked: LicensesAsked, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(licenseCare.export, { body: { ...rest, keyword }, signal });
}

export const licenseWithId = (licenseId: number) =>
  queryOptions({
    queryKey: [...all, 'one', licenseId],
    queryFn: ({ signal }) => call(licenseCare.get, { params: { licenseId }, signal }),
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
    queryFn: ({ signal }) => call(licenseCare.machines, { params: { id: userId }, signal }),
    select: ({ items }) => items,
  });

export const revokeLicense = ({ userId, licenseId }: Pick<License, 'userId' | 'licenseId'>, reason: string) =>
  call(licenseCare.revoke, { params: { id: userId, licenseId }, body: { reason } });

export const releaseMachine = (
  { userId, machineId }: { userId: number; machineId: number },
  overrideReason: string | undefined,
): Promise<ToolMachines> =>
  call(licenseCare.release, {
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
