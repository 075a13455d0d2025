import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { licenseAdmin, OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql } from 'kysely';
import { selectByIds } from '#server/database/queries/compiled-queries.ts';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { toLicense } from '#server/features/licenses/read-license.ts';
import { licenseColumns } from '#server/features/licenses/licenses.repository.ts';
import { findCompanyOfKeyword } from '#server/features/users/list/search-users.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { readRowsInOrder, readKeysetPage, createCursorOrder } from '#server/platform/lists/list-page.repository.ts';
import type { SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { matchesMostLicenses, selectMatchingLicenses } from './licenses-matching.repository.ts';
import type { LicenseFilters } from './licenses-matching.repository.ts';

type LicenseSearch = Body<typeof licenseAdmin.search>;

/** Returns one page of the licences in the viewer's scope, newest first unless another order is requested, and the total. */
export async function searchLicenses(db: Db, viewer: Viewer, { search, now }: { search: LicenseSearch; now: number }) {
  const readDatabase = matchesMostLicenses(viewer, search) ? db : dbForLongReads(db);
  const sortedLicenses = addOrder(selectSortable(readDatabase, viewer, { filters: search, now }), search.sort);
  const page = await readKeysetPage(readDatabase, sortedLicenses, {
    pageRequest: search,
    readRowsByIds: (ids) => readOwnedLicenses(db, ids),
  });
  const items = page.items.map((row) => toOwnedLicense(row, now));
  return { ...page, items, ...(await findCompanyOfKeyword(db, viewer, search)) };
}

type Sort = NonNullable<LicenseSearch['sort']>;

const defaultSort: Sort = defaultSorts.licenses;

/**
 * Selects the matching licences with only the columns for sorting and joining; other columns are read only for one page. If the filters
 * select few users, the licences are read before they are sorted, so that the database does not read all licences in order.
 */
function selectSortable(db: Db, viewer: Viewer, query: { filters: LicenseFilters; now: number }) {
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
export function readAllLicenses(
  db: Db,
  viewer: Viewer,
  query: { filters: LicenseFilters; sort: Sort | undefined; now: number },
) {
  const { matchingRows, order } = addOrder(selectSortable(db, viewer, query), query.sort);
  return readRowsInOrder(matchingRows, order, (ids) => readOwnedLicenses(db, ids));
}

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
