import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { readPage } from '#server/database/read-page.ts';
import { contains, foldText, wordsOf } from '#server/platform/search/search-text.ts';
import type { CrmPage, CrmQuestion } from './crm-page.ts';

/** A page of the built-in table, by name; each word of the keyword stands in the name, the number or the city. */
export async function crmTable(db: Db, { keyword, countries, ...page }: CrmQuestion): Promise<CrmPage> {
  let matching = db.selectFrom('crmAccounts');
  if (countries) matching = matching.where('country', 'in', [...countries]);
  for (const word of wordsOf(keyword)) matching = matching.where(contains(sql.ref('fold'), word));
  const named = matching.select(['account', 'name', 'city', 'country']).orderBy('fold').orderBy('account');
  return readPage(named, page);
}

/** What the column `fold` of an account holds: the name first, because the list is sorted by it. */
export const crmFold = (row: { account: string; name: string; city: string }): string =>
  foldText([row.name, row.account, row.city].join('\n'));
