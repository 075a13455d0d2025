import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Body, Query } from '@basics/contract/endpoint.ts';
import { licenses } from '@basics/contract/licenses.ts';
import type { License, LicensePreview, LicenseStatus } from '@basics/contract/licenses.ts';
import { tools } from '@basics/contract/tools.ts';
import { users } from '@basics/contract/users.ts';
import { portalProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

/** What is asked for with a code; `tool` and `brand` are ids, and left out the server chooses where there is one choice. */
export type CodeAsked = Pick<Body<typeof licenses.issue>, 'verificationCode' | 'tool' | 'brand' | 'overrideReason'>;

/** What of a list is asked for; what is left out is the call's default. */
export type LicensesQuery = {
  pageNumber?: number | undefined;
  keyword?: string | undefined;
  sort?: Query<typeof licenses.list>['sort'];
  status?: LicenseStatus | undefined;
};

type Named = Pick<License, 'userId' | 'licenseId'>;

const keys = {
  lists: (userId: number) => ['licenses', userId, 'list'] as const,
  one: ({ userId, licenseId }: Named) => ['licenses', userId, 'one', licenseId] as const,
  previews: (userId: number) => ['licenses', userId, 'preview'] as const,
};

/** One page of a user's licences; the page before stays in sight until the next one is there. */
export function licensesOf(userId: number, { pageNumber = 1, keyword = '', sort, status }: LicensesQuery) {
  const query = { pageNumber, keyword, ...(sort && { sort }), ...(status && { status }) };
  return queryOptions({
    queryKey: [...keys.lists(userId), query],
    queryFn: ({ signal }) => call(licenses.list, { params: { id: userId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isOnItsWay) ? followEveryMs : false),
  });
}

/** How often is asked how a mail stands that is on its way. */
const followEveryMs = 5000;
const isOnItsWay = ({ mail }: License): boolean => mail === 'queued';

/** A licence that is at hand, asked for again only as long as its mail is on the way. */
export const licenseFollowed = (license: License) =>
  queryOptions({
    queryKey: keys.one(license),
    queryFn: ({ signal }) => call(licenses.get, { params: paramsOf(license), signal }),
    initialData: license,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? followEveryMs : false),
  });

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
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.lists(userId) }),
    // The PCs and their seats, which another room keeps.
    client.invalidateQueries({ queryKey: ['licenseAdmin'] }),
  ]);
}

export const downloadLicense = (license: Named) => call(licenses.download, { params: paramsOf(license) });

export const sendLicense = (license: Named) => call(licenses.send, { params: paramsOf(license) });

const paramsOf = ({ userId, licenseId }: Named) => ({ id: userId, licenseId });

/** Shows a licence as it was just answered wherever it stands, and asks the lists anew. */
export async function keepLicense(client: QueryClient, license: License): Promise<void> {
  client.setQueryData(licenseFollowed(license).queryKey, license);
  await client.invalidateQueries({ queryKey: keys.lists(license.userId) });
}

/** What a code would bring; nothing is issued by asking. */
export async function readBack(userId: number, asked: CodeAsked, signal: AbortSignal): Promise<LicensePreview> {
  const reply = await call(licenses.issue, { params: { id: userId }, body: { ...asked, preview: true }, signal });
  if (isLicense(reply)) throw portalProblem('UNREADABLE', 200);
  return reply;
}

const isLicense = (reply: License | LicensePreview): reply is License => 'licenseId' in reply;
