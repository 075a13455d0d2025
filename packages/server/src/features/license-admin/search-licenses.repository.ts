import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { type licenseAdmin, type OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import type { ListFilter } from '@basics/contract/calls/list-fields.ts';
import { licenseListFields, type licenseSelection } from '@basics/contract/license-admin/license-lists.ts';
import type { SelectedLicense } from '@basics/contract/mass-acts/selections.ts';
import { licenseStatus } from '@basics/contract/licenses/licenses.ts';
import type * as z from 'zod/mini';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql, type RawBuilder } from 'kysely';
import { selectByIds } from '#server/database/queries/compiled-queries.ts';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { toLicense } from '#server/features/licenses/read-license.ts';
import { licenseColumns, statusConditions } from '#server/features/licenses/licenses.repository.ts';
import { findCompanyOfKeyword, findFewInScope } from '#server/features/users/list/search-users.repository.ts';
import {
  countLimited,
  readCounts,
  toListTotal,
  readRowsInOrder,
  readKeysetPage,
  readSelectedIds,
  toCursorList,
  createCursorOrder,
} from '#server/platform/lists/list-page.repository.ts';
import type { SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { inScope, isUserOfSalesmen, type Viewer } from '#server/features/users/scope.repository.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import {
  applyOperator,
  createFieldConditions,
  type FieldReaders,
} from '#server/platform/lists/list-fields.repository.ts';
import { selectGivenIds } from '#server/platform/lists/grouped-list.repository.ts';
import { createConditions, equals, contains, equalsFolded } from '#server/platform/lists/list-filter.repository.ts';
import { splitUserKeyword, readUidInKeyword } from '#server/platform/search/search-text.ts';

type LicenseSearch = Body<typeof licenseAdmin.search>;

/** Returns one page of the licences in the viewer's scope, newest first unless another order is requested, and the total. */
export async function searchLicenses(db: Db, viewer: Viewer, { search, now }: { search: LicenseSearch; now: number }) {
  const readDatabase = matchesMostLicenses(viewer, search) ? db : dbForLongReads(db);
  const query = { filters: search, now, fewOwners: await findFewOwners(db, viewer, [search]) };
  const sortedLicenses = addOrder(selectSortable(readDatabase, viewer, query), search.sort);
  const page = await readKeysetPage(readDatabase, sortedLicenses, {
    pageRequest: search,
    readRowsByIds: (ids) => readOwnedLicenses(db, ids),
  });
  const items = page.items.map((row) => toOwnedLicense(row, now));
  return { ...page, items, ...(await findCompanyOfKeyword(db, viewer, search)) };
}

/** Counts for each search the licences in the viewer's scope that match, up to a thousand, with one statement. */
export async function countLicenses(
  db: Db,
  viewer: Viewer,
  searches: Body<typeof listCounts.licenses>['searches'],
  now: number,
) {
  const fewOwners = await findFewOwners(db, viewer, searches);
  const counts = searches.map((filters) =>
    countLimited(selectMatchingLicenses(db, viewer, { filters, now, fewOwners })),
  );
  return { counts: (await readCounts(dbForLongReads(db), counts)).map(toListTotal) };
}

type Sort = NonNullable<LicenseSearch['sort']>;

const defaultSort: Sort = defaultSorts.licenses;

/**
 * Selects the matching licences with only the columns for sorting and joining; other columns are read only for one page. If the filters
 * select few users, the licences are read before they are sorted, so that the database does not read all licences in order.
 */
function selectSortable(db: Db, viewer: Viewer, query: LicenseQuery) {
  const matchingLicenses = selectMatchingLicenses(db, viewer, query).select([
    'licenses.id',
    'licenses.userId',
    'licenses.machineId',
    'licenses.issuedAt',
    'licenses.expiresAt',
  ]);
  return db
    .with(
      (name) =>
        matchesMostLicenses(viewer, query.filters)
          ? name('matching').notMaterialized()
          : name('matching').materialized(),
      () => matchingLicenses,
    )
    .selectFrom('matching as licenses');
}

type SortableLicenses = ReturnType<typeof selectSortable>;

/**
 * Adds the sort order to a query for licences. The tables of PCs and owners are joined only if the list is sorted by
 * the name of the PC or of the owner.
 */
function addOrder(licenses: SortableLicenses, sort = defaultSort) {
  const order = createCursorOrder(sort, sortKeys[sort.field], sql.ref('licenses.id'));
  const joinedLicenses = licenses
    .$if(sort.field === 'machineName', (query) => query.innerJoin('machines', 'machines.id', 'licenses.machineId'))
    .$if(sort.field === 'owner', (query) => query.innerJoin('userSearch', 'userSearch.userId', 'licenses.userId'));
  return { matchingRows: joinedLicenses, order };
}

/** Reads all licences of a list in order, in batches, for an export. */
export async function readAllLicenses(
  db: Db,
  viewer: Viewer,
  { filters, sort, now }: { filters: LicenseFilters; sort: Sort | undefined; now: number },
) {
  const fewOwners = await findFewOwners(db, viewer, [filters]);
  const { matchingRows, order } = addOrder(selectSortable(db, viewer, { filters, now, fewOwners }), sort);
  return readRowsInOrder(matchingRows, order, (ids) => readOwnedLicenses(db, ids));
}

/** Finds the ids of the licences in the viewer's scope that a selection contains, in the order of the list. */
export async function findSelectedLicenses(
  db: Db,
  viewer: Viewer,
  { except, ...filters }: z.infer<typeof licenseSelection>,
  now: number,
): Promise<number[]> {
  const fewOwners = await findFewOwners(db, viewer, [filters]);
  const list = toCursorList(db, addOrder(selectSortable(db, viewer, { filters, now, fewOwners })));
  return readSelectedIds(list.readSlice, except);
}

/** Reads what an act on many licences shows of each of them. */
export const readSelectedLicenses = async (db: Db, ids: readonly number[]): Promise<SelectedLicense[]> =>
  (await readOwnedLicenses(db, ids)).map((row) => ({
    licenseId: row.id,
    machineName: row.machineName,
    expiryDate: toUtcDay(row.expiresAt),
    owner: toOwner(row),
  }));

const sortKeys: Record<Sort['field'], SortKeys> = {
  issuedAt: [[sql.ref('licenses.issuedAt'), 'moment']],
  expiryDate: [[sql.ref('licenses.expiresAt'), 'moment']],
  machineName: [[sql.ref('machines.nameFold'), 'text']],
  owner: [
    [sql.ref('userSearch.lastName'), 'text'],
    [sql.ref('userSearch.firstName'), 'text'],
  ],
};

/** Reads licences with their owners by their ids, in no particular order. */
const readOwnedLicenses = selectByIds((db, ids) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select(licenseColumns)
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.company', 'users.country'])
    .where('licenses.id', 'in', ids),
);

type OwnedRow = Awaited<ReturnType<typeof readOwnedLicenses>>[number];

export const toOwnedLicense = (row: OwnedRow, now: number): OwnedLicense => ({
  ...toLicense(row, now),
  owner: toOwner(row),
});

type OwnerRow = Pick<OwnedRow, 'userId' | 'firstName' | 'lastName' | 'login' | 'company' | 'country'>;

export const toOwner = (row: OwnerRow): OwnedLicense['owner'] => ({
  userId: row.userId,
  firstName: row.firstName,
  lastName: row.lastName,
  login: row.login,
  company: row.company,
  country: row.country,
});

/** The filters of a list of licences, which the page and the export share. */
type LicenseFilters = Omit<Body<typeof licenseAdmin.search>, 'pageNumber' | 'pageSize' | 'sort'>;

/** A search at a time (Unix milliseconds). `fewOwners` are the ids of all owners in the viewer's scope; null if they are many. */
type LicenseQuery = { filters: LicenseFilters; now: number; fewOwners: readonly number[] | null };

/** Finds all owners for searches; null if they are many, or no search compares a keyword or a company with their texts. */
const findFewOwners = async (
  db: Db,
  viewer: Viewer,
  searches: readonly Pick<LicenseFilters, 'keyword' | 'company'>[],
): Promise<number[] | null> =>
  searches.some(({ keyword, company }) => company !== undefined || splitUserKeyword(keyword).length > 0)
    ? findFewInScope(db, viewer)
    : null;

/** Selects the licences of the users in the viewer's scope that match. */
function selectMatchingLicenses(db: Db, viewer: Viewer, { filters, now, fewOwners }: LicenseQuery) {
  const conditions = [
    createOwnerCondition(viewer, filters, fewOwners && selectGivenIds(db, fewOwners)),
    createKeywordCondition(filters.keyword, fewOwners === null ? isWordInAllTexts : isWordInOwnTexts),
    ...createConditions(filters, {
      status: (status) => statusConditions[status](now),
      tool: equals('licenses.toolId'),
      brand: equals('licenses.brandId'),
      endsFrom: (day) => sql<boolean>`licenses.expires_at >= ${Date.parse(day)}`,
      endsTo: (day) => sql<boolean>`licenses.expires_at < ${Date.parse(day) + days(1)}`,
      // `createOwnerCondition` applies these three.
      country: null,
      company: null,
      userId: null,
      filters: null,
    }),
    ...createLicenseConditions(filters, now),
  ].filter(isNotNull);
  return conditions.reduce((query, condition) => query.where(condition), db.selectFrom('licenses'));
}

/**
 * Returns whether most licences may match, because no scope, keyword or filter selects few users or PCs. The query planner cannot know
 * whether most licences match.
 */
const matchesMostLicenses = (
  viewer: Viewer,
  { keyword, country, company, userId, filters: fields }: LicenseFilters,
): boolean =>
  findRole(viewer.profileID) === 'Administrator' &&
  splitUserKeyword(keyword).length === 0 &&
  country === undefined &&
  company === undefined &&
  userId === undefined &&
  !(fields ?? []).some(({ field }) => isFieldOfOwner(field));

type LicenseField = keyof typeof licenseListFields;

/** The fields that select few owners or PCs. */
const isFieldOfOwner = (field: LicenseField): boolean =>
  field === 'country' || field === 'company' || field === 'salesman' || field === 'machineName';

const createLicenseConditions = ({ filters }: LicenseFilters, now: number): RawBuilder<boolean>[] =>
  createFieldConditions({ fields: licenseListFields, readers: createLicenseReaders(now), now }, filters).where.map(
    ({ test }) => sql<boolean>`${test}`,
  );

/** How the server reads the fields by which the list of licences is filtered. The owners are a list that is read once. */
const createLicenseReaders = (now: number): FieldReaders<typeof licenseListFields> => ({
  status: { matches: (filter) => ({ test: applyOperator(filter, hasStatus(filter.values, now)), candidates: null }) },
  tool: { row: sql.ref('licenses.toolId') },
  brand: { row: sql.ref('licenses.brandId') },
  country: { row: sql`(select coalesce(users.country, '') from users where users.id = licenses.user_id)` },
  company: { row: sql`(select user_search.company from user_search where user_search.user_id = licenses.user_id)` },
  salesman: {
    matches: (filter) => ({
      test: applyOperator(filter, isUserOfSalesmen(sql.ref('licenses.userId'), filter.values)),
      candidates: null,
    }),
  },
  machineName: { row: sql`(select machines.name_fold from machines where machines.id = licenses.machine_id)` },
  issuedAt: { row: sql.ref('licenses.issuedAt') },
  expiryDate: { row: sql.ref('licenses.expiresAt') },
});

const hasStatus = (values: ListFilter['values'], now: number): RawBuilder<boolean> => {
  const statuses = [...new Set(values)].map((value) => licenseStatus.parse(value));
  const conditions = statuses.map((status) => statusConditions[status](now));
  return sql`(${sql.join(conditions, sql` or `)})`;
};

const isNotNull = (condition: RawBuilder<boolean> | null): condition is RawBuilder<boolean> => condition !== null;

/**
 * Returns the SQL condition on the owner of a licence. If few owners can match, the condition is a list that is read
 * once. Otherwise the condition is a subquery for each licence, in a form that neither SQLite nor PostgreSQL turns into
 * a join.
 */
function createOwnerCondition(
  viewer: Viewer,
  filters: LicenseFilters,
  owners: RawBuilder<unknown> | null,
): RawBuilder<boolean> {
  const { country, company, userId } = filters;
  if (matchesMostLicenses(viewer, filters))
    return sql`(select 1 from users where users.id = licenses.user_id and ${inScope(viewer)}) is not null`;
  const countryCondition = country === undefined ? sql`` : sql`and users.country = ${country}`;
  const isOfCompany = company === undefined ? null : equalsFolded('userSearch.company')(company);
  const companyCondition =
    isOfCompany === null || owners !== null
      ? sql``
      : sql`and users.id in (select user_search.user_id from user_search where ${isOfCompany})`;
  const ownCompanyCondition =
    isOfCompany === null || owners === null
      ? sql``
      : sql`and (select 1 from user_search where user_search.user_id = licenses.user_id and ${isOfCompany}) is not null`;
  const userCondition = userId === undefined ? sql`` : sql`and users.id = ${userId}`;
  const fewCondition = owners === null ? sql`` : sql`and users.id in (${owners})`;
  return sql`licenses.user_id in (select users.id from users
    where ${inScope(viewer)} ${fewCondition} ${countryCondition} ${companyCondition} ${userCondition}) ${ownCompanyCondition}`;
}

/**
 * Returns the SQL condition for a keyword: each word occurs in the names, login or company of the owner or in the name
 * of the PC, or the keyword is the id or the code of the licence.
 */
function createKeywordCondition(
  keyword: string,
  isWordInTexts: (word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> | null {
  const words = splitUserKeyword(keyword);
  if (words.length === 0) return null;
  const wordsCondition = sql<boolean>`(${sql.join(words.map(isWordInTexts), sql` and `)})`;
  const uid = readUidInKeyword(keyword);
  // The letter "g" is sorted after every hexadecimal digit, so the range contains every id that begins with `uid`.
  return uid === null
    ? wordsCondition
    : sql`(${wordsCondition} or (licenses.licence_uid >= ${uid} and licenses.licence_uid < ${`${uid}g`}))`;
}

/** Whether a word is in the texts of the owner or the PC, by lists of all owners and PCs with this word. */
const isWordInAllTexts = (word: string): RawBuilder<boolean> =>
  sql`(licenses.user_id in (select user_search.user_id from user_search where ${contains(sql.ref('userSearch.fold'), word)})
    or licenses.machine_id in (select machines.id from machines where ${contains(sql.ref('machines.nameFold'), word)}))`;

/** The same for one licence, whose owner and PC are read by their ids. */
const isWordInOwnTexts = (word: string): RawBuilder<boolean> =>
  sql`((select 1 from user_search where user_search.user_id = licenses.user_id and ${contains(sql.ref('userSearch.fold'), word)}) is not null
    or (select 1 from machines where machines.id = licenses.machine_id and ${contains(sql.ref('machines.nameFold'), word)}) is not null)`;
