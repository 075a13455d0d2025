import { roleOf } from '@basics/contract/permissions.ts';
import type { Database } from '#server/database/database.ts';
import type { Actor } from '#server/platform/serve.ts';
import { crmEndpoint } from './crm-endpoint.ts';
import type { CrmAsked, CrmPage } from './crm-page.ts';
import { crmTable } from './crm-table.ts';
import { findHeldCountries } from './crm.repository.ts';

type Needs = { database: Database; url: string | null; fetch: typeof globalThis.fetch };

/** The accounts of the CRM: those of an endpoint where one is configured, else those of the built-in table. */
export function crmService({ database, url, fetch }: Needs) {
  const db = database.kysely;
  return {
    /** An account tells of a customer, so a salesman sees those of his countries alone. */
    async search(actor: Actor, { keyword, pageNumber, pageSize }: CrmAsked): Promise<CrmPage> {
      const isFree = roleOf(actor.profileID) === 'Administrator';
      const countries = isFree ? null : await findHeldCountries(db, actor.userId);
      // Whoever looks after nobody is told nothing, not even how many there are elsewhere.
      if (countries?.length === 0) return { items: [], total: 0, pageNumber, pageSize };
      const question = { keyword, pageNumber, pageSize, countries };
      return url === null ? crmTable(db, question) : crmEndpoint({ url, fetch }, question);
    },
  };
}

export type CrmService = ReturnType<typeof crmService>;
