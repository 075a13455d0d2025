import { toVisibleLine } from '@basics/contract/visible-line.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import * as z from 'zod/mini';
import type { CrmPage, CrmQuery } from './crm.repository.ts';

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
  if (!page) return { items: [], total: 0, pageNumber, pageSize, hint: fieldMessages.crmSilent };
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
