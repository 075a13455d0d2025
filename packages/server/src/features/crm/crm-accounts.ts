import type { CrmAccount, crm } from '@basics/contract/crm/crm.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { createCsvName, createCsvTable, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { Db } from '#server/database/foundation.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { Restore } from '#server/platform/undo/undo.repository.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import {
  deleteAccount,
  findAccounts,
  findAssignedCountries,
  readAccountsInOrder,
  readCrmTable,
  writeAccounts,
} from './crm.repository.ts';
import type { CrmPage, CrmSearch, CrmQuery } from './crm.repository.ts';
import { toVisibleLine } from '@basics/contract/fields/visible-line.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** The endpoint of a CRM and the header `Authorization` for it; if `url` is null, the portal uses its built-in table of accounts. */
export type CrmSource = { url: string | null; authorization: string | null; fetch: typeof globalThis.fetch };

/**
 * Searches CRM accounts that can be chosen in the form of a user. An account reveals a customer, so a salesman sees only accounts of the
 * assigned countries. A deputy also sees the accounts of the absent salesman's countries.
 */
export async function lookUpCrmAccounts(
  { db, actor, url, authorization, fetch }: Pick<CallContext, 'db' | 'actor'> & CrmSource,
  { keyword, pageNumber, pageSize }: CrmSearch,
): Promise<CrmPage> {
  const countries = await findCountries(db, actor);
  // A salesman without countries sees no account, and no total.
  if (countries?.length === 0) return { items: [], total: 0, pageNumber, pageSize };
  const query = { keyword, pageNumber, pageSize, countries };
  return url === null ? readCrmTable(db, query) : readCrmEndpoint({ url, authorization, fetch }, query);
}

/** Exports the built-in table of CRM accounts, with the columns that the import reads. Throws TOO_MANY_ATTEMPTS. */
export async function exportCrmAccounts(context: WriteContext, query: Body<typeof crm.export>): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'crmAccount', query });
  return createCsvTable(createCsvName('crm-accounts', context.at), columns, readAccountsInOrder(db, query));
}

const storedAccount = z.strictObject({
  account: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.nullable(z.string()),
});
const storedImport = z.strictObject({ before: z.nullable(storedAccount), after: storedAccount });

/** Undoes the import of an account: it gets its former values, or is deleted. Throws CHANGED_SINCE. */
export const restoreAccount: Restore = async (trx, context, { payload }) => {
  const { before, after } = storedImport.parse(JSON.parse(payload));
  const [current] = await findAccounts(trx, [after.account]);
  if (!isDeepStrictEqual(current && { ...current }, after)) throw problem('CHANGED_SINCE');
  await (before ? writeAccounts(trx, [before]) : deleteAccount(trx, after.account));
  await recordAction(trx, context, {
    action: 'crmAccount.undo',
    subject: { kind: 'crmAccount', id: after.account },
    before: after,
    ...(before && { after: before }),
  });
  return [];
};

/**
 * Creates or changes an account of the built-in table. The same account again changes nothing. Throws RESULTS_NOT_FOUND for an account of a
 * country out of the actor's scope, and INVALID for a new country that is unknown or out of scope.
 */
export async function putCrmAccount(
  context: WriteContext,
  number: string,
  fields: Body<typeof crm.put>,
): Promise<CrmAccount> {
  const { database, actor } = context;
  const account: CrmAccount = { account: number.trim(), ...fields, name: fields.name.trim(), city: fields.city.trim() };
  await database.transact(async (trx) => {
    const countries = await findCountries(trx, actor);
    const isInScope = (country: string | null) =>
      countries === null || (country !== null && countries.includes(country));
    const [before] = await findAccounts(trx, [account.account]);
    if (before && !isInScope(before.country)) throw problem('RESULTS_NOT_FOUND');
    if (account.country !== null && !isCountry(account.country))
      throw invalid({ country: serverMessages.unknownCountry });
    if (!isInScope(account.country)) throw invalid({ country: serverMessages.countryOutOfScope });
    if (before && isDeepStrictEqual(before, account)) return;
    await writeAccounts(trx, [account]);
    await recordAction(trx, context, {
      action: before ? 'crmAccount.update' : 'crmAccount.create',
      subject: { kind: 'crmAccount', id: account.account },
      ...(before && { before }),
      after: account,
    });
  });
  return account;
}

/** Finds the countries whose accounts the actor may see: null means all, and a service account may have fewer than its owner. */
async function findCountries(db: Db, actor: Actor): Promise<readonly string[] | null> {
  const ofOwner =
    findRole(actor.profileID) === 'Administrator'
      ? null
      : await findAssignedCountries(db, [actor.userId, ...(actor.deputyFor ?? [])]);
  const ofMachine = actor.machine?.countries ?? null;
  if (ofOwner === null || ofMachine === null) return ofMachine ?? ofOwner;
  return ofOwner.filter((country) => ofMachine.includes(country));
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
  { url, ...source }: CrmSource & { url: string },
  query: CrmQuery,
): Promise<CrmPage> {
  const { pageNumber, pageSize, countries } = query;
  const page = await fetchAccounts(source, createSearchUrl(url, query)).catch(() => null);
  if (!page) return { items: [], total: 0, pageNumber, pageSize, hint: serverMessages.crmSilent };
  const visibleAccounts = page.items.filter(
    ({ country }) => !countries || (country !== null && countries.includes(country)),
  );
  // The total of the endpoint is not used if it may contain accounts that the user may not see: an endpoint can ignore `countries`.
  const total = visibleAccounts.length === page.items.length ? page.total : visibleAccounts.length;
  return { items: visibleAccounts.slice(0, pageSize), total, pageNumber, pageSize };
}

async function fetchAccounts(
  { authorization, fetch }: Omit<CrmSource, 'url'>,
  url: URL,
): Promise<z.infer<typeof endpointReply>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...(authorization !== null && { authorization }) },
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
