import type { CrmAccount, crm } from '@basics/contract/crm.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { behind, inOrder } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readPage } from '#server/database/read-page.ts';
import { batchesOf } from '#server/platform/csv/csv.ts';
import { contains, wordsOf } from '#server/platform/search/search-text.ts';
import { crmFold } from './crm-table.ts';

const columns = ['account', 'name', 'city', 'country'] as const;

/** The accounts of the built-in table that the filters leave, by name unless asked otherwise. */
function matchingAccounts(db: Db, asked: Body<typeof crm.export>) {
  let matching = db.selectFrom('crmAccounts');
  if (asked.country !== undefined) matching = matching.where('country', '=', asked.country);
  for (const word of wordsOf(asked.keyword)) matching = matching.where(contains(sql.ref('fold'), word));
  const { field, direction } = asked.sort ?? { field: 'name', direction: 'asc' };
  const keys = { name: [sql.ref('fold'), sql.ref('account')], account: [sql.ref('account')] };
  const order: SortOrder = { keys: keys[field], direction };
  return { matching, order };
}

export async function searchAccounts(db: Db, asked: Body<typeof crm.search>) {
  const { matching, order } = matchingAccounts(db, asked);
  return readPage(inOrder(matching, order).select(columns), asked);
}

/** All of them in batches, for an export. */
export function accountsInOrder(db: Db, asked: Body<typeof crm.export>) {
  const { matching, order } = matchingAccounts(db, asked);
  const placeOf = ({ fold, account }: { fold: string; account: string }) =>
    order.keys.length === 1 ? [account] : [fold, account];
  return batchesOf<CrmAccount & { fold: string }>((last, most) =>
    inOrder(last ? matching.where(behind(order, placeOf(last))) : matching, order)
      .select([...columns, 'fold'])
      .limit(most)
      .execute(),
  );
}

/** The accounts with these numbers, locked until the transaction ends where there is one. */
export const findAccounts = (db: Db, numbers: readonly string[]): Promise<CrmAccount[]> =>
  db.selectFrom('crmAccounts').select(columns).where('account', 'in', numbers).forUpdate().execute();

/** Makes these accounts, or has those with the same numbers as they are given here. */
export async function writeAccounts(trx: Trx, accounts: readonly CrmAccount[]): Promise<void> {
  await trx
    .insertInto('crmAccounts')
    .values(accounts.map((account) => ({ ...account, fold: crmFold(account) })))
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((given) => ({
        name: given.ref('excluded.name'),
        city: given.ref('excluded.city'),
        country: given.ref('excluded.country'),
        fold: given.ref('excluded.fold'),
      })),
    )
    .execute();
}
