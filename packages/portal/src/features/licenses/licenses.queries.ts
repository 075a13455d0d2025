import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Body, Query } from '@basics/contract/calls/endpoint.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses, type License, type LicensePreview, type LicenseStatus } from '@basics/contract/licenses/licenses.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { createPortalProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';
import { activation, type WaitingPc } from '@basics/contract/licenses/activation.ts';

/**
 * A request for a licence. The fields `tool` and `brand` are ids. If the fields are omitted, the server chooses the
 * tool and the brand if only one tool and one brand are possible.
 */
export type CodeRequest = Pick<
  Body<typeof licenses.issue>,
  'verificationCode' | 'tool' | 'brand' | 'overrideReason' | 'bridge'
>;

/** The parameters of a list of licences; an omitted parameter has the default of the call. */
export type LicensesQuery = {
  pageNumber?: number | undefined;
  pageSize?: number | undefined;
  keyword?: string | undefined;
  sort?: Query<typeof licenses.list>['sort'];
  status?: LicenseStatus | undefined;
};

type LicenseIds = Pick<License, 'userId' | 'licenseId'>;

const queryKeys = {
  lists: (userId: number) => ['licenses', userId, 'list'] as const,
  one: ({ userId, licenseId }: LicenseIds) => ['licenses', userId, 'one', licenseId] as const,
  overviews: ['licenses', 'overview'] as const,
  previews: (userId: number) => ['licenses', userId, 'preview'] as const,
};

/** Loads a page of the licences of a user; the previous page stays visible until the new page is loaded. */
export function createLicensesQuery(userId: number, { keyword = '', ...otherParameters }: LicensesQuery) {
  const { pageNumber = 1, pageSize, sort, status } = otherParameters;
  const query = {
    pageNumber,
    keyword,
    ...(pageSize && { pageSize }),
    ...(sort && { sort }),
    ...(status && { status }),
  };
  return queryOptions({
    queryKey: [...queryKeys.lists(userId), query],
    queryFn: ({ signal }) => call(licenses.list, { params: { id: userId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isBeingDelivered) ? refetchMs : false),
  });
}

/** The time in milliseconds after which licences are loaded again while an e-mail is being delivered. */
const refetchMs = 5000;
const isBeingDelivered = ({ mail }: License): boolean => mail === 'queued';

/** Keeps a loaded licence up to date. The licence is loaded again only while its e-mail is being delivered. */
export const createLicenseQuery = (license: License) =>
  queryOptions({
    queryKey: queryKeys.one(license),
    queryFn: ({ signal }) => call(licenses.get, { params: createParams(license), signal }),
    initialData: license,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data && isBeingDelivered(state.data) ? refetchMs : false),
  });

/**
 * Loads a licence with everything that its page shows. It is loaded again while its e-mail is being delivered and, with `waitsForTool`, until
 * the tool has fetched its file, at most for a quarter of an hour.
 */
export const createOverviewQuery = (licenseId: number, waitsForTool = false) =>
  queryOptions({
    queryKey: [...queryKeys.overviews, licenseId],
    queryFn: ({ signal }) => call(licenseAdmin.overview, { params: { licenseId }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const waits = waitsForTool && data?.installedAt === undefined && dataUpdateCount < maxUpdates;
      return data && (waits || isBeingDelivered(data)) ? refetchMs : false;
    },
  });

/** A tool waits for its licence for 15 minutes. */
const maxUpdates = 180;

/** Stores whether the licence is installed on its PC. */
export const setInstalled = (license: LicenseIds, isInstalled: boolean) =>
  call(licenses.setInstalled, { params: createParams(license), body: { isInstalled } });

/** Loads the grants of the user that are valid today: the tools and brands for which the user may get a licence. */
export const createToolGrantsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'licensable'],
    queryFn: ({ signal }) => call(tools.licensable, { params: { id: userId }, signal }),
  });

/** Loads the current and former entitlements of a user, and the staff responsible for the user. */
export const createEntitlementsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'entitlements'],
    queryFn: ({ signal }) => call(licenses.entitlements, { params: { id: userId }, signal }),
  });

/** Loads when the signed-in user created a calendar of expiry dates. */
export const calendarQuery = queryOptions({
  queryKey: ['licenses', 'calendar'],
  queryFn: ({ signal }) => call(licenses.calendar, { signal }),
});

/** Creates the calendar of expiry dates, or replaces its address. Returns the new address. */
export const createCalendar = async (): Promise<string> =>
  new URL((await call(licenses.createCalendar, {})).path, location.origin).href;

export const endCalendar = () => call(licenses.endCalendar, {});

/** Loads the name of a user, for staff who issue a licence on behalf of that user. */
export const createUserNameQuery = (userId: number) =>
  queryOptions({
    queryKey: ['licenses', userId, 'owner'],
    queryFn: async ({ signal }) => {
      const { firstName, lastName, login } = await call(users.get, { params: { id: userId }, signal });
      return `${firstName} ${lastName}`.trim() || login;
    },
  });

/** Checks which licence a code would get. This issues nothing. */
export const previewQuery = (userId: number, codeRequest: CodeRequest) =>
  queryOptions({
    queryKey: [...queryKeys.previews(userId), codeRequest],
    queryFn: ({ signal }) => checkCode(userId, codeRequest, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

/** Finds the first of these brands for which the code gets a licence; null if there is none. */
export const freeBrandQuery = (userId: number, verificationCode: string, brands: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.previews(userId), verificationCode, brands],
    queryFn: ({ signal }) => findFreeBrand(userId, { verificationCode, brands }, signal),
    enabled: brands.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

type BrandSearch = { verificationCode: string; brands: readonly string[] };

async function findFreeBrand(
  userId: number,
  { verificationCode, brands: [brand, ...otherBrands] }: BrandSearch,
  signal: AbortSignal,
): Promise<string | null> {
  if (brand === undefined) return null;
  const { offer, problem } = await checkCode(userId, { verificationCode, brand }, signal);
  if (offer != null && problem === undefined) return brand;
  return findFreeBrand(userId, { verificationCode, brands: otherBrands }, signal);
}

export async function issueLicense(userId: number, codeRequest: CodeRequest): Promise<License> {
  const reply = await call(licenses.issue, { params: { id: userId }, body: codeRequest });
  if (!isLicense(reply)) throw createPortalProblem('UNREADABLE', 200);
  return reply;
}

/**
 * Reloads every list of licences and discards the results of earlier checks of codes. Call this function after a
 * licence was issued.
 */
export async function invalidateLicenses(client: QueryClient, userId: number): Promise<void> {
  client.removeQueries({ queryKey: queryKeys.previews(userId) });
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.lists(userId) }),
    client.invalidateQueries({ queryKey: queryKeys.overviews }),
    // Another feature loads the lists of PCs; the query keys of these lists begin with `licenseAdmin`.
    client.invalidateQueries({ queryKey: ['licenseAdmin'] }),
  ]);
}

export const downloadLicense = (license: LicenseIds) => call(licenses.download, { params: createParams(license) });

export const sendLicense = (license: LicenseIds) => call(licenses.send, { params: createParams(license) });

const createParams = ({ userId, licenseId }: LicenseIds) => ({ id: userId, licenseId });

/** Stores the new state of a licence in the query cache, so that all components show it, and reloads the lists. */
export async function storeLicense(client: QueryClient, license: License): Promise<void> {
  client.setQueryData(createLicenseQuery(license).queryKey, license);
  await invalidateLicenses(client, license.userId);
}

/** Checks which licence a code would get. No licence is issued. */
export async function checkCode(
  userId: number,
  codeRequest: CodeRequest,
  signal: AbortSignal,
): Promise<LicensePreview> {
  const reply = await call(licenses.issue, { params: { id: userId }, body: { ...codeRequest, preview: true }, signal });
  if (isLicense(reply)) throw createPortalProblem('UNREADABLE', 200);
  return reply;
}

const isLicense = (reply: License | LicensePreview): reply is License => 'licenseId' in reply;

export const findWaitingPc = (userCode: string): Promise<WaitingPc> =>
  call(activation.findActivation, { body: { userCode } });

/** Issues the licence; the PC then fetches it. */
export const confirmWaitingPc = (body: {
  userCode: string;
  tool?: string;
  brand?: string;
  bridge?: true;
}): Promise<License> => call(activation.confirmActivation, { body });

export const denyWaitingPc = (userCode: string) => call(activation.denyActivation, { body: { userCode } });

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
