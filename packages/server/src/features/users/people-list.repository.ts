import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { idAt, nextPlaces, reversed } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readPlaces } from '#server/platform/lists/place-page.ts';
import type { KeyKind, PlaceAsked, PlacedList } from '#server/platform/lists/place-page.ts';
import { countRows } from '#server/database/read-page.ts';
import type { PageAsked } from '#server/database/read-page.ts';
import type { Tables } from '#server/database/schema.ts';
import { byCountryName } from '#server/platform/countries/country-order.repository.ts';
import { readInOrder, rowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { readUsers } from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

/** A list of users: the number of rows, the cursors of a page, and all rows in batches. */
export type UserListPage = PlacedList & {
  batches: () => AsyncIterable<readonly UserRow[]>;
};

type Sort = { field: keyof typeof sortKeys; direction: 'asc' | 'desc' };

/**
 * Lists the users that a query selects. They are read before they are sorted, so that the database does not walk
 * through all users in order for a few.
 */
export function listUsers(
  db: Db,
  matching: SelectQueryBuilder<Tables, 'users', object>,
  { field, direction }: Sort,
): UserListPage {
  const fitting = matching.select([
    'users.id',
    'users.loginFold',
    'users.country',
    'users.status',
    'users.createdAt',
    'users.requestDate',
  ]);
  const gathered = db
    .with(
      (name) => name('fitting').materialized(),
      () => fitting,
    )
    .selectFrom('fitting as users');
  const total = async () => ({ total: await countRows(gathered) });
  const order: SortOrder = { keys: sortKeys[field], direction };
  // Joins the search table only if the list is sorted by names.
  if (!isSortedByName(field)) return listInOrder(db, gathered, { field, order, total });
  return listInOrder(db, gathered.innerJoin('userSearch', 'userSearch.userId', 'users.id'), { field, order, total });
}

const keyKinds: Readonly<Record<string, KeyKind>> = { country: 'rank', createdAt: 'moment', requestDate: 'moment' };

type ListOptions = { field: string; order: SortOrder; total: PlacedList['total'] };

/** The list of a query in an order. */
export const listInOrder = <Names, Table extends keyof Names>(
  db: Db,
  matching: SelectQueryBuilder<Names, Table, object>,
  { field, order, total }: ListOptions,
): UserListPage => ({
  placeOrder: {
    name: `${field} ${order.direction}`,
    kinds: order.keys.map((_, at) => (at === order.keys.length - 1 ? 'id' : (keyKinds[field] ?? 'text'))),
  },
  total,
  places: ({ turned, after, skip, most }) =>
    nextPlaces(skip > 0 ? matching.offset(skip) : matching, turned ? reversed(order) : order, { after, most }),
  batches: () => rowsInOrder(matching, order, (ids) => readUsers(db, ids)),
});

/** One page of a list and its total; equal rows are sorted by the time of creation. */
export async function readPageByCursor(db: Db, list: UserListPage, asked: PlaceAsked) {
  const { places, page } = await readPlaces(list, asked);
  return { ...page, items: await readInOrder(places.map(idAt), (some) => readUsers(db, some)) };
}

/** The same for a list whose calls have no cursors yet. */
export async function readPageByNumber(db: Db, list: UserListPage, { pageNumber, pageSize }: PageAsked) {
  const { next: _, previous: __, ...page } = await readPageByCursor(db, list, { pageNumber, pageSize });
  return page;
}

const id = sql.ref('users.id');

/** The same count from the table whose index contains the names. */
const idByName = sql.ref('userSearch.userId');

const lastName = sql.ref('userSearch.lastName');
const firstName = sql.ref('userSearch.firstName');

const nameKeys = {
  firstName: [firstName, lastName, idByName],
  lastName: [lastName, firstName, idByName],
  company: [sql.ref('userSearch.company'), idByName],
};

const sortKeys = {
  ...nameKeys,
  login: [sql.ref('users.loginFold'), id],
  country: [byCountryName(sql.ref('users.country')), id],
  status: [sql.ref('users.status'), id],
  createdAt: [sql.ref('users.createdAt'), id],
  requestDate: [sql`coalesce(users.request_date, users.created_at)`, id],
};

const isSortedByName = (field: string): boolean => field in nameKeys;
