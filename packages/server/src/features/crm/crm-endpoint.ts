import { visibleLine } from '@basics/contract/visible-line.ts';
import { words } from '@basics/contract/words.ts';
import * as z from 'zod/mini';
import type { CrmPage, CrmQuery } from './crm-page.ts';

const line = z.string().check(z.overwrite(visibleLine));

/** Other fields of an endpoint's reply are dropped. */
const replySchema = z.object({
  items: z
    .array(z.object({ account: line, name: line, city: line, country: z.nullable(z.string()) }))
    .check(z.maxLength(200)),
  total: z.int().check(z.minimum(0)),
});

const timeoutMs = 3000;

/**
 * Reads a page of a REST endpoint: `GET {url}?keyword=&pageNumber=&pageSize=&countries=DE,NO`, answered with `{ items, total }`. Any failure
 * gives an empty page and a hint, because a missing CRM must not block work on an account.
 */
export async function readCrmEndpoint(
  { url, fetch }: { url: string; fetch: typeof globalThis.fetch },
  question: CrmQuery,
): Promise<CrmPage> {
  const { pageNumber, pageSize, countries } = question;
  const page = await fetchAccounts(fetch, searchAddress(url, question)).catch(() => null);
  if (!page) return { items: [], total: 0, pageNumber, pageSize, hint: words.crmSilent };
  const seen = page.items.filter(({ country }) => !countries || (country !== null && countries.includes(country)));
  // An endpoint that ignores `countries` returns a total that includes accounts which the user may not see.
  const total = seen.length === page.items.length ? page.total : seen.length;
  return { items: seen.slice(0, pageSize), total, pageNumber, pageSize };
}

async function fetchAccounts(fetch: typeof globalThis.fetch, address: URL): Promise<z.infer<typeof replySchema>> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the CRM answered ${response.status}`);
  return replySchema.parse(await response.json());
}

function searchAddress(url: string, { keyword, pageNumber, pageSize, countries }: CrmQuery): URL {
  const address = new URL(url);
  address.searchParams.set('keyword', keyword);
  address.searchParams.set('pageNumber', String(pageNumber));
  address.searchParams.set('pageSize', String(pageSize));
  if (countries) address.searchParams.set('countries', countries.join(','));
  return address;
}
