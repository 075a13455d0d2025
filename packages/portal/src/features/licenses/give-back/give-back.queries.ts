import { queryOptions } from '@tanstack/react-query';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { call } from '#portal/api/call.ts';

/** Loads a preview of what a return code would do; nothing is changed on the server. */
export const createReturnQuery = (returnCode: string) =>
  queryOptions({
    queryKey: ['licenses', 'return', returnCode],
    queryFn: ({ signal }) => call(licenseAdmin.giveBack, { body: { returnCode, preview: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const giveBackLicense = (body: { returnCode: string; overrideReason?: string }) =>
  call(licenseAdmin.giveBack, { body });
