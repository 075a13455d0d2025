import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';

export type CrmSearch = Body<typeof users.crm>;
export type CrmPage = Reply<typeof users.crm>;

/**
 * The query for a page of CRM accounts. `countries` are the countries whose accounts the user may see; null means all.
 */
export type CrmQuery = Pick<CrmSearch, 'keyword' | 'pageNumber' | 'pageSize'> & {
  countries: readonly string[] | null;
};
