import type { CrmAccount, crm } from '@basics/contract/crm/crm.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { createCsvName, createCsvTable, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { readAccountsInOrder, readCrmTable, findAssignedCountries } from './crm.repository.ts';
import type { CrmPage, CrmSearch, CrmQuery } from './crm.repository.ts';
import { toVisibleLine } from '@basics/contract/fields/visible-line.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import * as z from 'zod/mini';

/** The endpoint of a CRM; if `url` is null, the portal uses its built-in table of accounts. */
export type CrmSource = { url: string | null; fetch: typeof globalThis.fetch };

/**
 * Searches CRM accounts that can be chosen in the form of a user. An account reveals a customer, so a salesman sees only accounts of the
 * assigned countries. A deputy also sees the accounts of the absent salesman's countries.
 */
export async function lookUpCrmAccounts(
  { db, actor, url, fetch }: Pick<CallContext, 'db' | 'actor'> & CrmSource,
  { keyword, pageNumber, pageSize }: CrmSearch,
): Promise<CrmPage> {
  const seesAllCountries = findRole(actor.profileID) === 'Administrator';
  const countries = seesAllCountries
    ? null
    : await findAssignedCountries(db, [actor.userId, ...(actor.deputyFor ?? [])]);
  // A salesman without countries sees no account, and no total.
  if (countries?.length === 0) return { items: [], total: 0, pageNumber, pageSize };
  const query = { keyword, pageNumber, pageSize, countries };
  return url === null ? readCrmTable(db, query) : readCrmEndpoint({ url, fetch }, query);
}

/** Exports the built-in table of CRM accounts, with the columns that the import reads. Throws TOO_MANY_ATTEMPTS. */
export async function exportCrmAccounts(context: WriteContext, query: Body<typeof crm.export>): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'crmAccount', query });
  return createCsvTable(createCsvName('crm-accounts', context.at), columns, readAccountsInOrder(db, query));
}

const columns: Columns<CrmAccount> = {
  account: (row) => row.account,
  name: (row) => row.name,
  city: (row) => row.city,
  country: (row) => row.country,
};

const visibleText = z.string().check(z.overwrite(toVisibleLine));

/** The fields that the portal uses from the reply of a CRM endpoint; other fields are ignored. */
const endpointReply = z.object({
  items: z
    .array(z.object({ account: visibleText, name: visibleText, city: visibleText, country: z.nullable(z.string()) }))
    .check(z.maxLength(200)),
  total: z.int().check(z.minimum(0)),
});

const timeoutMs = 3000;

/**
 * Reads a page of CRM accounts from a REST endpoint, which answers `GET
 * {url}?keyword=&pageNumber=&pageSize=&countries=DE,NO` with `{ items, total }`. If the call fails, the page is empty
 * and contains a hint, so that staff can edit a user without the CRM.
 */
export async function readCrmEndpoint(
  { url, fetch }: { url: string; fetch: typeof globalThis.fetch },
  query: CrmQuery,
): Promise<CrmPage> {
  const { pageNumber, pageSize, countries } = query;
  const page = await fetchAccounts(fetch, createSearchUrl(url, query)).catch(() => null);
  if (!page) return { items: [], total: 0, pageNumber, pageSize, hint: serverMessages.crmSilent };
  const visibleAccounts = page.items.filter(
    ({ country }) => !countries || (country !== null && countries.includes(country)),
  );
  // The total of the endpoint is not used if it may contain accounts that the user may not see: an endpoint can ignore `countries`.
  const total = visibleAccounts.length === page.items.length ? page.total : visibleAccounts.length;
  return { items: visibleAccounts.slice(0, pageSize), total, pageNumber, pageSize };
}

async function fetchAccounts(fetch: typeof globalThis.fetch, url: URL): Promise<z.infer<typeof endpointReply>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the CRM answered ${response.status}`);
  return endpointReply.parse(await response.json());
}

function createSearchUrl(url: string, { keyword, pageNumber, pageSize, countries }: CrmQuery): URL {
  const searchUrl = new URL(url);
  searchUrl.searchParams.set('keyword', keyword);
  searchUrl.searchParams.set('pageNumber', String(pageNumber));
  searchUrl.searchParams.set('pageSize', String(pageSize));
  if (countries) searchUrl.searchParams.set('countries', countries.join(','));
  return searchUrl;
}
