import type { CrmAccount, crm } from '@basics/contract/crm.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { createCsvName, createCsvTable } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { readCrmEndpoint } from './crm-endpoint.ts';
import { readAccountsInOrder, readCrmTable, findAssignedCountries } from './crm.repository.ts';
import type { CrmPage, CrmSearch } from './crm.repository.ts';

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
