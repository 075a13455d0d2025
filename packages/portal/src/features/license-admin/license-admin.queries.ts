import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { day, numberInPath, shortText } from '@basics/contract/fields/fields.ts';
import { companyFilter, defaultSorts } from '@basics/contract/calls/lists.ts';
import { licenseAdmin, type ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { licenseListFields } from '@basics/contract/license-admin/license-lists.ts';
import { licenses, licenseStatus, type License } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';

const licenseAdminKey = ['licenseAdmin'] as const;

/** The list of licences of all users whom staff may see. `license` is the id of the licence that is open in the panel. */
export const licensesList = declareList({
  key: [...licenseAdminKey, 'list'],
  usualSort: defaultSorts.licenses,
  search: licenseAdmin.search,
  export: licenseAdmin.export,
  pageSize: limits.page.licenses,
  fields: licenseListFields,
  filters: {
    status: licenseStatus,
    tool: shortText,
    country: shortText,
    brand: shortText,
    company: companyFilter,
    endsFrom: day,
    endsTo: day,
    userId: numberInPath,
  },
  view: { license: numberInPath },
});

export const createLicenseQuery = (licenseId: number) =>
  queryOptions({
    queryKey: [...licenseAdminKey, 'one', licenseId],
    queryFn: ({ signal }) => call(licenseAdmin.get, { params: { licenseId }, signal }),
  });

/** Loads the options of the filters of the list of licences. */
export const filterOptionsQuery = queryOptions({
  queryKey: [...licenseAdminKey, 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
export type FilterOptions = Reply<typeof users.options>;

/** Loads the name of the user whose licences the list shows. */
export const createOwnerNameQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: [...licenseAdminKey, 'owner', userId],
    enabled: userId !== undefined,
    queryFn: async ({ signal }) => {
      const { firstName, lastName, login } = await call(users.get, { params: { id: userId ?? 0 }, signal });
      return `${firstName} ${lastName}`.trim() || login;
    },
  });

/** Loads the PCs of a user, grouped by tool. */
export const createMachinesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...licenseAdminKey, 'machines', userId],
    queryFn: ({ signal }) => call(licenseAdmin.machines, { params: { id: userId }, signal }),
    select: ({ items }) => items,
  });

export const revokeLicense = ({ userId, licenseId }: Pick<License, 'userId' | 'licenseId'>, reason: string) =>
  call(licenseAdmin.revoke, { params: { id: userId, licenseId }, body: { reason } });

export const releaseMachine = (
  { userId, machineId }: { userId: number; machineId: number },
  overrideReason: string | undefined,
): Promise<ToolUsage> =>
  call(licenseAdmin.release, {
    params: { id: userId, machineId },
    body: { ...(overrideReason !== undefined && { overrideReason }) },
  });

/** Renews a licence for the PC that it belongs to. */
export const renewLicense = ({ userId, licenseId }: Pick<License, 'userId' | 'licenseId'>): Promise<License> =>
  call(licenses.renew, { params: { id: userId, licenseId } });

export const downloadLicense = ({ userId, licenseId }: Pick<License, 'userId' | 'licenseId'>) =>
  call(licenses.download, { params: { id: userId, licenseId } });

/** Reloads every list of licences and PCs. Call this function after a licence or a PC was changed. */
export async function invalidateLicenses(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: licenseAdminKey }),
    client.invalidateQueries({ queryKey: ['licenses'] }),
  ]);
}

const watchListKey = ['watchList'] as const;

/** Loads the PCs that were reported lost, of one user or of all users whom staff may see. */
export const createLostMachinesQuery = (userId?: number) =>
  queryOptions({
    queryKey: [...watchListKey, userId],
    queryFn: ({ signal }) => call(watchList.lostMachines, { query: userId === undefined ? {} : { userId }, signal }),
  });

type Pc = { userId: number; machineId: number };

export const reportLost = ({ userId, machineId }: Pc, reason: string) =>
  call(watchList.reportLost, { params: { id: userId, machineId }, body: { reason } });

export const removeFromWatchList = ({ userId, machineId }: Pc) =>
  call(watchList.liftLost, { params: { id: userId, machineId } });

export const invalidateLostMachines = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: watchListKey });
