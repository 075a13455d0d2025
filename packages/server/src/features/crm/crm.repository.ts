import { accountListFields, type CrmAccount, type crm } from '@basics/contract/crm/crm.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { users } from '@basics/contract/users/users.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql, type RawBuilder } from 'kysely';
import { dialectOf, type Db, type Trx } from '#server/database/foundation.ts';
import {
  isAfterPosition,
  sortQuery,
  toCursorList,
  readCursorPage,
} from '#server/platform/lists/list-page.repository.ts';
import type { ListPosition, SortOrder, CursorOrder } from '#server/platform/lists/list-page.repository.ts';
import { dbForSearch, dbForLongReads } from '#server/database/queries/long-reads.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import { readBatches } from '#server/platform/csv/csv.ts';
import { matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { contains, createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { foldText, splitKeyword } from '#server/platform/search/search-text.ts';

export type CrmSearch = Body<typeof users.crm>;
export type CrmPage = Reply<typeof users.crm>;

/**
 * The query for a page of CRM accounts. `countries` are the countries whose accounts the user may see; null means all.
 */
export type CrmQuery = Pick<CrmSearch, 'keyword' | 'pageNumber' | 'pageSize'> & {
  countries: readonly string[] | null;
};

const columns = ['account', 'name', 'city', 'country'] as const;

/** Selects the accounts of the built-in table that match the filters, sorted by name by default. */
function selectMatchingAccounts(db: Db, query: Body<typeof crm.export>) {
  let matchingRows = db.selectFrom('crmAccounts');
  const conditions = createConditions(query, {
    // No field of this list is a day, so that the time does not matter.
    filters: matchesFields({ fields: accountListFields, readers: createReaders(db), now: 0 }),
    country: equals('country'),
  });
  for (const condition of conditions) matchingRows = matchingRows.where(condition);
  for (const word of splitKeyword(query.keyword)) matchingRows = matchingRows.where(contains(sql.ref('fold'), word));
  const { field, direction } = query.sort ?? defaultSorts.accounts;
  const sortKeys = { name: [sql.ref('fold'), sql.ref('account')], account: [sql.ref('account')] }[field];
  const order: SortOrder & CursorOrder = {
    name: `${field} ${direction}`,
    kinds: sortKeys.map(() => 'text'),
    keys: sortKeys,
    direction,
  };
  return { matchingRows, order };
}

/** How the server reads the fields by which the list is filtered. `fold` has name, number and city, each in a line. */
function createReaders(db: Db): FieldReaders<typeof accountListFields> {
  const lineEnd = sql.lit('\n');
  const position = sql.raw(dialectOf(db) === 'postgres' ? 'strpos' : 'instr');
  const firstLine = (lines: RawBuilder<string>) =>
    sql<string>`substr(${lines}, 1, ${position}(${lines}, ${lineEnd}) - 1)`;
  const nextLines = (lines: RawBuilder<string>) => sql<string>`substr(${lines}, ${position}(${lines}, ${lineEnd}) + 1)`;
  const fold = sql<string>`fold`;
  return {
    name: { row: firstLine(fold) },
    account: { row: firstLine(nextLines(fold)) },
    city: { row: nextLines(nextLines(fold)) },
    country: { row: sql`coalesce(country, '')` },
  };
}

export async function searchAccounts(db: Db, query: Body<typeof crm.search>) {
  const readDb = dbForSearch(db, query);
  const { places, page } = await readCursorPage(toCursorList(readDb, selectMatchingAccounts(readDb, query)), query);
  const foundAccounts = await readAccounts(db, places.map(readAccountNumber));
  const accounts = new Map(foundAccounts.map((account) => [account.account, account]));
  return { ...page, items: places.flatMap((position) => accounts.get(readAccountNumber(position)) ?? []) };
}

/**
 * Reads the account number from a list position. The account number is the last value of each position, because each
 * sort order ends with it.
 */
const readAccountNumber = (position: ListPosition): string => String(position.at(-1));

const readAccounts = async (db: Db, numbers: readonly string[]): Promise<CrmAccount[]> =>
  numbers.length === 0 ? [] : db.selectFrom('crmAccounts').select(columns).where('account', 'in', numbers).execute();

export function readAccountsInOrder(db: Db, query: Body<typeof crm.export>) {
  const { matchingRows, order } = selectMatchingAccounts(db, query);
  const toPosition = ({ fold, account }: { fold: string; account: string }) =>
    order.keys.length === 1 ? [account] : [fold, account];
  return readBatches<CrmAccount & { fold: string }>((lastAccount, limit) =>
    sortQuery(lastAccount ? matchingRows.where(isAfterPosition(order, toPosition(lastAccount))) : matchingRows, order)
      .select([...columns, 'fold'])
      .limit(limit)
      .execute(),
  );
}

/** Finds the accounts with the given numbers, and locks them until the transaction ends; outside of a transaction, it only reads them. */
export const findAccounts = (db: Db, numbers: readonly string[]): Promise<CrmAccount[]> =>
  db.selectFrom('crmAccounts').select(columns).where('account', 'in', numbers).forUpdate().execute();

export async function deleteAccount(trx: Trx, account: string): Promise<void> {
  await trx.deleteFrom('crmAccounts').where('account', '=', account).execute();
}

/** Inserts the given accounts, or updates the accounts with the same numbers. */
export async function writeAccounts(trx: Trx, accounts: readonly CrmAccount[]): Promise<void> {
  await trx
    .insertInto('crmAccounts')
    .values(accounts.map((account) => ({ ...account, fold: foldAccount(account) })))
    .onConflict((conflict) =>
      conflict.column('account').doUpdateSet((statement) => ({
        name: statement.ref('excluded.name'),
        city: statement.ref('excluded.city'),
        country: statement.ref('excluded.country'),
        fold: statement.ref('excluded.fold'),
      })),
    )
    .execute();
}

/**
 * Returns the content of an account's column `fold` (the normalised text for searching). The name comes first, because the list is sorted
 * by this column.
 */
export const foldAccount = (row: { account: string; name: string; city: string }): string =>
  foldText([row.name, row.account, row.city].join('\n'));

/**
 * Reads a page of the built-in table of CRM accounts, sorted by name. Each word of the keyword must be in the name, the
 * number or the city. The total is exact, so all matching accounts are counted.
 */
export async function readCrmTable(db: Db, { keyword, countries, ...page }: CrmQuery): Promise<CrmPage> {
  let matchingRows = dbForLongReads(db).selectFrom('crmAccounts');
  if (countries) matchingRows = matchingRows.where('country', 'in', [...countries]);
  for (const word of splitKeyword(keyword)) matchingRows = matchingRows.where(contains(sql.ref('fold'), word));
  const sortedRows = matchingRows.select(['account', 'name', 'city', 'country']).orderBy('fold').orderBy('account');
  return readPage(sortedRows, page);
}

export async function findAssignedCountries(db: Db, salesmanIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('countryBrandSalesmen')
    .select('country')
    .distinct()
    .where('salesmanId', 'in', salesmanIds)
    .orderBy('country')
    .execute();
  return rows.map(({ country }) => country);
}
