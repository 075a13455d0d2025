import type { Body } from '@basics/contract/endpoint.ts';
import type { licenseAdmin, OwnedLicense } from '@basics/contract/license-admin.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { sortQuery } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { countRows } from '#server/database/read-page.ts';
import { toLicense } from '#server/features/licenses/license-of.ts';
import { licenseColumns } from '#server/features/licenses/licenses.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { readInOrder, readRowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { isNarrowed, selectMatchingLicenses } from './licenses-matching.repository.ts';
import type { LicenseFilters } from './licenses-matching.repository.ts';

type LicenseSearch = Body<typeof licenseAdmin.search>;

/** Returns one page of the licences in scope, newest first unless another order is requested, and the total. */
export async function searchLicenses(db: Db, viewer: Viewer, { asked, now }: { asked: LicenseSearch; now: number }) {
  const { sort, pageNumber, pageSize } = asked;
  const gathered = selectSortable(db, viewer, { wanted: asked, now });
  const rows = await sortLicenses(gathered, sort ?? newestFirst)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute();
  const ids = rows.map((row) => row.id);
  const found = await readInOrder(ids, (some) => selectOwnedLicenses(db).where('licenses.id', 'in', some).execute());
  const items = found.map((row) => toOwnedLicense(row, now));
  return { items, total: await countRows(gathered), pageNumber, pageSize };
}

type Sort = NonNullable<LicenseSearch['sort']>;

const newestFirst: Sort = { field: 'issuedAt', direction: 'desc' };

/**
 * The matching licences with only the columns for sorting and joining; other columns are read for the page alone. If
 * the filters select few users, the licences are read before they are sorted, so that the database does not walk
 * through all licences in order.
 */
function selectSortable(db: Db, viewer: Viewer, asked: { wanted: LicenseFilters; now: number }) {
  const fitting = selectMatchingLicenses(db, viewer, asked).select([
    'licenses.id',
    'licenses.userId',
    'licenses.machineId',
    'licenses.issuedAt',
    'licenses.expiresAt',
  ]);
  const isWide = findRole(viewer.profileID) === 'Administrator' && !isNarrowed(asked.wanted);
  return db
    .with(
      (name) => (isWide ? name('fitting').notMaterialized() : name('fitting').materialized()),
      () => fitting,
    )
    .selectFrom('fitting as licenses');
}

type SortableLicenses = ReturnType<typeof selectSortable>;

/** Joins other tables only if the list is sorted by their names. */
const joinMachine = (gathered: SortableLicenses) => gathered.innerJoin('machines', 'machines.id', 'licenses.machineId');

const joinOwner = (gathered: SortableLicenses) =>
  gathered.innerJoin('userSearch', 'userSearch.userId', 'licenses.userId');

function sortLicenses(gathered: SortableLicenses, { field, direction }: Sort) {
  const order: SortOrder = { keys: sortKeys[field], direction };
  if (field === 'machineName') return sortQuery(joinMachine(gathered), order).select('licenses.id');
  if (field === 'owner') return sortQuery(joinOwner(gathered), order).select('licenses.id');
  return sortQuery(gathered, order).select('licenses.id');
}

/** All licences of a list in order, in batches, for an export. */
export function readAllLicenses(
  db: Db,
  viewer: Viewer,
  asked: { wanted: LicenseFilters; sort: Sort | undefined; now: number },
) {
  const { field, direction } = asked.sort ?? newestFirst;
  const gathered = selectSortable(db, viewer, asked);
  const order: SortOrder = { keys: sortKeys[field], direction };
  const read = (ids: readonly number[]) => selectOwnedLicenses(db).where('licenses.id', 'in', ids).execute();
  if (field === 'machineName') return readRowsInOrder(joinMachine(gathered), order, read);
  if (field === 'owner') return readRowsInOrder(joinOwner(gathered), order, read);
  return readRowsInOrder(gathered, order, read);
}

const id = sql.ref('licenses.id');

const sortKeys: Record<Sort['field'], SortOrder['keys']> = {
  issuedAt: [sql.ref('licenses.issuedAt'), id],
  expiryDate: [sql.ref('licenses.expiresAt'), id],
  machineName: [sql.ref('machines.nameFold'), id],
  owner: [sql.ref('userSearch.lastName'), sql.ref('userSearch.firstName'), id],
};

/** Licences with their owners. */
const selectOwnedLicenses = (db: Db) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select(licenseColumns)
    .select(['users.firstName', 'users.lastName', 'users.login', 'users.company', 'users.country']);

type OwnedRow = Awaited<ReturnType<ReturnType<typeof selectOwnedLicenses>['execute']>>[number];

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
