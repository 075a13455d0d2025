import { assignmentListFields, type countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { isCustomer, inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { findContinent, findCountries } from '#server/platform/countries/countries.ts';
import { countryNameRank } from '#server/platform/countries/country-order.repository.ts';
import { matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { contains, createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { readKeysetPage, createCursorOrder, type SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';

const columns = [
  'held.id',
  'held.country',
  'held.continent',
  'held.brandId',
  'held.salesmanId',
  'held.version',
  'users.firstName',
  'users.lastName',
  'users.login',
] as const;

const selectAssignments = (db: Db) =>
  db
    .selectFrom('countryBrandSalesmen as held')
    .innerJoin('users', 'users.id', 'held.salesmanId')
    .innerJoin('brands', 'brands.id', 'held.brandId');

/** How the server reads the fields by which the list of assignments is filtered. */
const readers: FieldReaders<typeof assignmentListFields> = {
  continent: { row: sql.ref('held.continent') },
  country: { row: sql.ref('held.country') },
  brand: { row: sql.ref('held.brandId') },
  salesman: { row: sql.ref('held.salesmanId'), empty: 0 },
};

/**
 * Selects the assignments that match the filters, and returns the query and its sort order. Each word of the keyword is
 * searched in the country, the brand and the salesman's name.
 */
export function selectMatchingAssignments(db: Db, query: Body<typeof countrySalesmen.export>) {
  let assignments = selectAssignments(db).innerJoin('userSearch', 'userSearch.userId', 'held.salesmanId');
  const conditions = createConditions(query, {
    // No field of this list is a day, so that the time does not matter.
    filters: matchesFields({ fields: assignmentListFields, readers, now: 0 }),
    country: equals('held.country'),
    continent: equals('held.continent'),
    brand: equals('held.brandId'),
    salesmanId: equals('held.salesmanId'),
  });
  for (const condition of [...conditions, ...splitKeyword(query.keyword).map(createWordCondition)])
    assignments = assignments.where(condition);
  const sort = query.sort ?? defaultSorts.assignments;
  return { matchingRows: assignments, order: createCursorOrder(sort, sortKeys[sort.field], sql.ref('held.id')) };
}

export const findAssignments = (db: Db, query: Body<typeof countrySalesmen.search>) =>
  readKeysetPage(db, selectMatchingAssignments(db, query), {
    pageRequest: query,
    readRowsByIds: (ids) => readAssignments(db, ids),
  });

export type AssignmentRow = Awaited<ReturnType<typeof readAssignments>>[number];

const countrySortKey = [countryNameRank(sql.ref('held.country')), 'rank'] as const;
const brandSortKey = [sql.ref('brands.name'), 'text'] as const;

const sortKeys: Record<'country' | 'continent' | 'brand' | 'salesman', SortKeys> = {
  country: [countrySortKey, brandSortKey],
  continent: [[sql.ref('held.continent'), 'text'], countrySortKey],
  brand: [brandSortKey, countrySortKey],
  salesman: [[sql.ref('userSearch.lastName'), 'text'], [sql.ref('userSearch.firstName'), 'text'], countrySortKey],
};

function createWordCondition(word: string) {
  const countryCodes = findCountries(word);
  const matchesCountry = countryCodes.length > 0 ? sql`held.country in (${sql.join(countryCodes)})` : sql`(1 = 0)`;
  const matchesBrand = contains(sql`lower(brands.name)`, word);
  // A keyword is searched only in the name: the salesman's login and company are not shown in this list, so a search must not reveal them.
  const matchesName = contains(sql`user_search.first_name || ' ' || user_search.last_name`, word);
  return sql<boolean>`(${matchesCountry} or ${matchesBrand} or ${matchesName})`;
}

/** Reads assignments by their ids, in no particular order. */
export const readAssignments = (db: Db, ids: readonly number[]) =>
  selectAssignments(db).select(columns).where('held.id', 'in', ids).execute();

export const findAssignment = (db: Db, id: number) =>
  selectAssignments(db).select(columns).where('held.id', '=', id).executeTakeFirst();

/** Locks several assignments until the transaction ends, in the order of their ids. */
export const lockAssignments = (trx: Trx, ids: readonly number[]) =>
  trx.selectFrom('countryBrandSalesmen').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();

/** Inserts an assignment and returns its id, or null if the salesman already has the given country and brand. */
export async function insertAssignment(trx: Trx, row: NewRow<'countryBrandSalesmen'>): Promise<number | null> {
  const insertedRow = await trx
    .insertInto('countryBrandSalesmen')
    .values(row)
    .onConflict((conflict) => conflict.columns(['country', 'brandId', 'salesmanId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return insertedRow?.id ?? null;
}

/** Updates an assignment. Throws a unique violation if the salesman already has this country and brand. */
export async function updateAssignment(trx: Trx, id: number, row: NewRow<'countryBrandSalesmen'>): Promise<void> {
  await trx
    .updateTable('countryBrandSalesmen')
    .set((column) => ({ ...row, version: column('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteAssignments(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('countryBrandSalesmen').where('id', 'in', ids).execute();
}

/** Finds the active salesmen, to whom countries can be assigned. */
export const findSalesmen = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName'])
    .where('profileId', '=', salesmanProfileId)
    .where('status', '=', 'active')
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .execute();

/**
 * Locks the account of an active salesman until the transaction ends, so that it cannot change meanwhile. Returns
 * undefined if the user is not an active salesman.
 */
export const lockSalesman = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('profileId', '=', salesmanProfileId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks all active salesmen until the transaction ends, and returns their ids and logins. Outside of a transaction, it only reads them. */
export const lockSalesmen = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'loginFold'])
    .where('profileId', '=', salesmanProfileId)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const findCountryBrandSalesmen = (db: Db) =>
  db.selectFrom('countryBrandSalesmen').select(['country', 'brandId', 'salesmanId']).execute();

const salesmanProfileId = 2;

export const findAssignmentsOf = (db: Db, salesmanId: number) =>
  db.selectFrom('countryBrandSalesmen').select(['country', 'brandId']).where('salesmanId', '=', salesmanId).execute();

export const findBrandNames = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();

export const findBrandIds = (db: Db) => db.selectFrom('brands').select('id').orderBy('code').execute();

export async function findAllAssignments(db: Db) {
  const rows = await db
    .selectFrom('countryBrandSalesmen as held')
    .innerJoin('users', 'users.id', 'held.salesmanId')
    .select(['held.id', 'held.country', 'held.brandId', 'users.id as userId', 'users.firstName', 'users.lastName'])
    .where('users.status', '=', 'active')
    .orderBy('users.lastName')
    .orderBy('users.id')
    .execute();
  return rows
    .filter((row) => findContinent(row.country) !== null)
    .map((row) => ({
      id: row.id,
      country: row.country,
      brandId: row.brandId,
      salesman: { userId: row.userId, firstName: row.firstName, lastName: row.lastName },
    }));
}

export const countCustomers = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('users')
    .select(({ fn }) => ['users.country', 'users.brandId', 'users.status', fn.countAll<number>().as('count')])
    .where('users.status', 'in', ['pending', 'approved', 'active', 'suspended'])
    .where(isCustomer)
    .where(inScope(viewer))
    .groupBy(['users.country', 'users.brandId', 'users.status'])
    .execute();
