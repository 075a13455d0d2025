import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { roleOf } from '@basics/contract/permissions.ts';
import type { users } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { crmEndpoint } from './crm-endpoint.ts';
import { crmTable } from './crm-table.ts';

export type CrmAsked = Body<typeof users.crm>;
export type CrmPage = Reply<typeof users.crm>;

/** What an adapter is asked: a page, and the countries that the asker may see accounts of; null is all. */
export type CrmQuestion = Pick<CrmAsked, 'keyword' | 'pageNumber' | 'pageSize'> & {
  countries: readonly string[] | null;
};

export type AskCrm = (db: Db, asker: { userId: number; profileID: number | null }, asked: CrmAsked) => Promise<CrmPage>;

/** The accounts of the CRM: those of an endpoint where one is configured, else those of the built-in table. */
export function crmAt(url: string | null, fetch: typeof globalThis.fetch): AskCrm {
  return async (db, asker, { keyword, pageNumber, pageSize }) => {
    const question = { keyword, pageNumber, pageSize, countries: await countriesOf(db, asker) };
    return url === null ? crmTable(db, question) : crmEndpoint({ url, fetch }, question);
  };
}

/** An account tells of a customer, so a salesman sees those of his countries alone. */
async function countriesOf(db: Db, asker: { userId: number; profileID: number | null }): Promise<string[] | null> {
  if (roleOf(asker.profileID) === 'Administrator') return null;
  const held = await db
    .selectFrom('country_brand_salesmen')
    .select('country')
    .distinct()
    .where('salesman_id', '=', asker.userId)
    .orderBy('country')
    .execute();
  return held.map(({ country }) => country);
}
