import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { contains, foldText, wordsOf } from '#server/platform/search-text.ts';
import type { CrmPage, CrmQuestion } from './crm-page.ts';

/** A page of the built-in table, by name; each word of the keyword stands in the name, the number or the city. */
export async function crmTable(db: Db, { keyword, pageNumber, pageSize, countries }: CrmQuestion): Promise<CrmPage> {
  let matching = db.selectFrom('crm_accounts');
  if (countries) matching = matching.where('country', 'in', [...countries]);
  for (const word of wordsOf(keyword)) matching = matching.where(contains(sql.ref('fold'), word));
  const items = await matching
    .select(['account', 'name', 'city', 'country'])
    .orderBy('fold')
    .orderBy('account')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items, total, pageNumber, pageSize };
}

/** What the column `fold` of an account holds: the name first, because the list is sorted by it. */
export const crmFold = (row: { account: string; name: string; city: string }): string =>
  foldText([row.name, row.account, row.city].join('\n'));
