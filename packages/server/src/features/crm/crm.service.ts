import type { CrmAccount, crm } from '@basics/contract/crm.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { findRole } from '@basics/contract/permissions.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { exportList } from '#server/platform/csv/export-list.ts';
import type { ExportedList } from '#server/platform/csv/export-list.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { readAccountsInOrder, searchAccounts, readCrmTable, findAssignedCountries } from './crm.repository.ts';
import { readCrmEndpoint } from './crm-endpoint.ts';
import type { CrmSearch, CrmPage } from './crm-page.ts';

type Dependencies = { database: Database; clock: Clock; url: string | null; fetch: typeof globalThis.fetch };

/** The export of the CRM accounts. The import can read the columns of this export. */
const exportedList: ExportedList<Body<typeof crm.export>, CrmAccount> = {
  fileName: 'crm-accounts',
  recordedAs: { kind: 'crmAccount' },
  columns: {
    account: (row) => row.account,
    name: (row) => row.name,
    city: (row) => row.city,
    country: (row) => row.country,
  },
  readRows: readAccountsInOrder,
};

/** Serves the accounts of the CRM, from an endpoint if one is configured, else from the built-in table. */
export function crmService({ database, clock, url, fetch }: Dependencies) {
  const db = database.kysely;
  return {
    /**
     * Searches CRM accounts that can be chosen in the form of a user. An account reveals a customer, so a salesman sees only accounts of
     * the assigned countries. A deputy also sees the accounts of the absent salesman's countries.
     */
    async lookUp(actor: Actor, { keyword, pageNumber, pageSize }: CrmSearch): Promise<CrmPage> {
      const seesAllCountries = findRole(actor.profileID) === 'Administrator';
      const countries = seesAllCountries
        ? null
        : await findAssignedCountries(db, [actor.userId, ...(actor.deputyFor ?? [])]);
      // A salesman without countries sees no account, and no total.
      if (countries?.length === 0) return { items: [], total: 0, pageNumber, pageSize };
      const query = { keyword, pageNumber, pageSize, countries };
      return url === null ? readCrmTable(db, query) : readCrmEndpoint({ url, fetch }, query);
    },

    /** Searches the built-in table of CRM accounts, for administrators. */
    search: (query: Body<typeof crm.search>): Promise<Reply<typeof crm.search>> => searchAccounts(db, query),

    export: (actor: Actor, query: Body<typeof crm.export>, origin: Origin): Promise<CsvTable> =>
      exportList({ database, clock }, { actor, origin }, exportedList, query),
  };
}

export type CrmService = ReturnType<typeof crmService>;
