import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';

export type CrmAsked = Body<typeof users.crm>;
export type CrmPage = Reply<typeof users.crm>;

/** What an adapter is asked: a page, and the countries that the asker may see accounts of; null is all. */
export type CrmQuestion = Pick<CrmAsked, 'keyword' | 'pageNumber' | 'pageSize'> & {
  countries: readonly string[] | null;
};
