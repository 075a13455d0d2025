import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body, Query } from '@basics/contract/endpoint.ts';
import { licenses } from '@basics/contract/licenses.ts';
import type { License, LicensePreview } from '@basics/contract/licenses.ts';
import { tools } from '@basics/contract/tools.ts';
import { users } from '@basics/contract/users.ts';
import { portalProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

/** What is asked for with a code; `tool` and `brand` are ids, and left out the server chooses where there is one choice. */
export type CodeAsked = Pick<Body<typeof licenses.issue>, 'verificationCode' | 'tool' | 'brand' | 'overrideReason'>;

/** What of a list is asked for; what is left out is the call's default. */
export type LicensesAsked = {
  pageNumber?: number | undefined;
  keyword?: string | undefined;
  sort?: Query<typeof licenses.list>['sort'];
};

const keys = {
  lists: (userId: number) => ['licenses', userId, 'list'] as const,
  previews: (userId: number) => ['licenses', userId, 'preview'] as const,
};

/** One page of a user's licences; the page before stays in sight until the next one is there. */
export function licensesOf(userId: number, { pageNumber = 1, keyword = '', sort }: LicensesAsked) {
  const query = { pageNumber, keyword, ...(sort && { sort }) };
  return queryOptions({
    queryKey: [...keys.lists(userId), query],
    queryFn: ({ signal }) => call(licenses.list, { params: { id: userId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** For which tools and brands the user may get a licence today. */
export const licensableBy = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'licensable'],
    queryFn: ({ signal }) => call(tools.licensable, { params: { id: userId }, signal }),
  });

/** What a user is called, for staff who issue on his behalf. */
export const nameOfUser = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'owner'],
    queryFn: async ({ signal }) => {
      const { firstName, lastName, login } = await call(users.get, { params: { id: userId }, signal });
      return `${firstName} ${lastName}`.trim() || login;
    },
  });

/** What a code would bring. Nothing is issued by asking. */
export const previewOf = (userId: number, asked: CodeAsked) =>
  queryOptions({
    queryKey: [...keys.previews(userId), asked],
    queryFn: ({ signal }) => readBack(userId, asked, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** The licence that this very code has already brought: issuing is idempotent, so this issues nothing. */
export const existingLicenseOf = (userId: number, asked: CodeAsked) =>
  queryOptions({
    queryKey: ['licenses', userId, 'existing', asked.verificationCode],
    queryFn: () => issueLicense(userId, asked),
  });

export async function issueLicense(userId: number, asked: CodeAsked): Promise<License> {
  const reply = await call(licenses.issue, { params: { id: userId }, body: asked });
  if (!isLicense(reply)) throw portalProblem('UNREADABLE', 200);
  return reply;
}

/** After a licence was issued: every list shows it, and no old read-back is believed. */
export async function forgetLicenses(client: QueryClient, userId: number): Promise<void> {
  client.removeQueries({ queryKey: keys.previews(userId) });
  await client.invalidateQueries({ queryKey: keys.lists(userId) });
}

export const downloadLicense = (license: Pick<License, 'userId' | 'licenseId'>) =>
  call(licenses.download, { params: { id: license.userId, licenseId: license.licenseId } });

async function readBack(userId: number, asked: CodeAsked, signal: AbortSignal): Promise<LicensePreview> {
  const reply = await call(licenses.issue, { params: { id: userId }, body: { ...asked, preview: true }, signal });
  if (isLicense(reply)) throw portalProblem('UNREADABLE', 200);
  return reply;
}

const isLicense = (reply: License | LicensePreview): reply is License => 'licenseId' in reply;
