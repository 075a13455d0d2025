import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { inOrder } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readPage } from '#server/database/read-page.ts';
import type { NewRow } from '#server/database/schema.ts';
import { isCustomer, inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { continentOf, countriesLike } from '#server/platform/countries/countries.ts';
import { byCountryName } from '#server/platform/countries/country-order.repository.ts';
import { contains } from '#server/platform/search/contains.repository.ts';
import { wordsOf } from '#server/platform/search/search-text.ts';

const columns = [
  'held.id',
  'held.country',
  'held.continent',
  'held.brand_id',
  'held.salesman_id',
  'users.first_name',
  'users.last_name',
  'users.login',
] as const;

const assignments = (db: Db) =>
  db
    .selectFrom('country_brand_salesmen as held')
    .innerJoin('users', 'users.id', 'held.salesman_id')
    .innerJoin('brands', 'brands.id', 'held.brand_id');

/** The assignments that the filters leave, and their order; each word of the keyword is looked for in the country, the brand and the salesman's name. */
export function matchingAssignments(db: Db, asked: Body<typeof countrySalesmen.export>) {
  let matching = assignments(db).innerJoin('user_search', 'user_search.user_id', 'held.salesman_id');
  if (asked.country !== undefined) matching = matching.where('held.country', '=', asked.country);
  if (asked.continent !== undefined) matching = matching.where('held.continent', '=', asked.continent);
  if (asked.brand !== undefined) matching = matching.where('held.brand_id', '=', asked.brand);
  if (asked.salesmanId !== undefined) matching = matching.where('held.salesman_id', '=', asked.salesmanId);
  for (const word of wordsOf(asked.keyword)) matching = matching.where(mentions(word));
  const { field, direction } = asked.sort ?? { field: 'country', direction: 'asc' };
  const order: SortOrder = { keys: [...sortKeys[field], sql.ref('held.id')], direction };
  return { matching, order };
}

/** A page of the assignments. */
export async function findAssignments(db: Db, asked: Body<typeof countrySalesmen.search>) {
  const { matching, order } = matchingAssignments(db, asked);
  return readPage(inOrder(matching, order).select(columns), asked);
}

export type AssignmentRow = Awaited<ReturnType<typeof findAssignments>>['items'][number];

const country = byCountryName(sql.ref('held.country'));

const salesman = [sql.ref<string>('user_search.last_name'), sql.ref<string>('user_search.first_name')];

const sortKeys = {
  country: [country, sql.ref<string>('brands.name')],
  continent: [sql.ref<string>('held.continent'), country],
  brand: [sql.ref<string>('brands.name'), country],
  salesman: [...salesman, country],
};

function mentions(word: string) {
  const codes = countriesLike(word);
  const inCountry = codes.length > 0 ? sql`held.country in (${sql.join(codes)})` : sql`(1 = 0)`;
  const inBrand = contains(sql`lower(brands.name)`, word);
  // The name alone: a salesman's login and company are not told here, and must not be found by trying either.
  const inName = contains(sql`user_search.first_name || ' ' || user_search.last_name`, word);
  return sql<boolean>`(${inCountry} or ${inBrand} or ${inName})`;
}

/** Assignments by their ids, in no particular order. */
export const readAssignments = (db: Db, ids: readonly number[]) =>
  assignments(db).select(columns).where('held.id', 'in', ids).execute();

export const findAssignment = (db: Db, id: number) =>
  assignments(db).select(columns).where('held.id', '=', id).executeTakeFirst();

/** Several at once, locked until the transaction ends, in the order of their ids. */
export const lockAssignments = (trx: Trx, ids: readonly number[]) =>
  trx.selectFrom('country_brand_salesmen').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();

/** The new row's id, or null where this salesman has this country and brand already. */
export async function insertAssignment(trx: Trx, row: NewRow<'country_brand_salesmen'>): Promise<number | null> {
  const inserted = await trx
    .insertInto('country_brand_salesmen')
    .values(row)
    .onConflict((conflict) => conflict.columns(['country', 'brand_id', 'salesman_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Throws a unique violation where this salesman has this country and brand already. */
export async function updateAssignment(trx: Trx, id: number, row: NewRow<'country_brand_salesmen'>): Promise<void> {
  await trx.updateTable('country_brand_salesmen').set(row).where('id', '=', id).execute();
}

export async function deleteAssignments(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('country_brand_salesmen').where('id', 'in', ids).execute();
}

/** Everybody who can be given a country: salesmen whose account is active. */
export const findSalesmen = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('profile_id', '=', salesmanProfile)
    .where('status', '=', 'active')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();

/** Locks the salesman's account, so that it stays what it is while he is given something; undefined if he is none. */
export const lockSalesman = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('profile_id', '=', salesmanProfile)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();

/** All of them by their logins, locked until the transaction ends where there is one. */
export const lockSalesmen = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'login_fold'])
    .where('profile_id', '=', salesmanProfile)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Every assignment there is. */
export const findHolders = (db: Db) =>
  db.selectFrom('country_brand_salesmen').select(['country', 'brand_id', 'salesman_id']).execute();

const salesmanProfile = 2;

/** The countries and brands that one salesman holds. */
export const findHeldBy = (db: Db, salesmanId: number) =>
  db
    .selectFrom('country_brand_salesmen')
    .select(['country', 'brand_id'])
    .where('salesman_id', '=', salesmanId)
    .execute();

export const findBrandNames = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();

export const findBrandIds = (db: Db) => db.selectFrom('brands').select('id').orderBy('code').execute();

/** Every country and brand with each active salesman who holds it. */
export async function findHeld(db: Db) {
  const rows = await db
    .selectFrom('country_brand_salesmen as held')
    .innerJoin('users', 'users.id', 'held.salesman_id')
    .select(['held.id', 'held.country', 'held.brand_id', 'users.id as userId', 'users.first_name', 'users.last_name'])
    .where('users.status', '=', 'active')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
  return rows
    .filter((row) => continentOf(row.country) !== null)
    .map((row) => ({
      id: row.id,
      country: row.country,
      brand_id: row.brand_id,
      salesman: { userId: row.userId, firstName: row.first_name, lastName: row.last_name },
    }));
}

export const countCustomers = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('users')
    .select(({ fn }) => ['users.country', 'users.brand_id', 'users.status', fn.countAll<number>().as('count')])
    .where('users.status', 'in', ['pending', 'approved', 'active', 'suspended'])
    .where(isCustomer)
    .where(inScope(viewer))
    .groupBy(['users.country', 'users.brand_id', 'users.status'])
    .execute();
