import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { idAt, nextPlaces } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { countRows } from '#server/database/read-page.ts';
import type { PageAsked } from '#server/database/read-page.ts';
import type { Tables } from '#server/database/schema.ts';
import { byCountryName } from '#server/platform/countries/country-order.repository.ts';
import { readInOrder, rowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { readUsers } from './users.repository.ts';
import type { UserRow } from './users.repository.ts';

/** A list of people: how many there are, the ids on a page of it, and all of its rows in batches. */
export type PeopleList = {
  total: () => Promise<number>;
  idsOf: (page: PageAsked) => Promise<number[]>;
  batches: () => AsyncIterable<readonly UserRow[]>;
};

type Sort = { field: keyof typeof sortKeys; direction: 'asc' | 'desc' };

/**
 * Lists the users whom a query leaves. Where they are likely few of all (`isFew`) they are gathered before they are sorted, lest the
 * database walk through all users in order for some of them.
 */
export function listPeople(
  db: Db,
  matching: SelectQueryBuilder<Tables, 'users', object>,
  { sort, isFew }: { sort: Sort; isFew: boolean },
): PeopleList {
  const fitting = matching.select([
    'users.id',
    'users.login_fold',
    'users.country',
    'users.status',
    'users.created_at',
    'users.request_date',
  ]);
  const from = db.with(
    (name) => (isFew ? name('fitting').materialized() : name('fitting').notMaterialized()),
    () => fitting,
  );
  const gathered = from.selectFrom('fitting as users');
  const total = (): Promise<number> => countRows(gathered);
  const order: SortOrder = { keys: sortKeys[sort.field], direction: sort.direction };
  // Only a list that is sorted by names has to look where they are kept as they sort.
  if (!isByName(sort.field)) return { total, ...inOrderOf(db, gathered, order) };
  if (isFew)
    return { total, ...inOrderOf(db, gathered.innerJoin('user_search', 'user_search.user_id', 'users.id'), order) };
  // Begun with the names, and said as a cross join: in this order SQLite joins as it is told, and walks the index of the names.
  const named = from.selectFrom('user_search').crossJoin('fitting as users');
  return { total, ...inOrderOf(db, named.whereRef('user_search.user_id', '=', 'users.id'), order) };
}

const inOrderOf = <Names, Table extends keyof Names>(
  db: Db,
  gathered: SelectQueryBuilder<Names, Table, object>,
  order: SortOrder,
): Omit<PeopleList, 'total'> => ({
  idsOf: async ({ pageNumber, pageSize }) => {
    const page = gathered.offset((pageNumber - 1) * pageSize);
    return (await nextPlaces(page, order, { after: null, most: pageSize })).map(idAt);
  },
  batches: () => rowsInOrder(gathered, order, (ids) => readUsers(db, ids)),
});

/** One page of a list, and how much there is; equal rows stand in the order in which they were made. */
export async function pageOf(db: Db, list: PeopleList, { pageNumber, pageSize }: PageAsked) {
  const ids = await list.idsOf({ pageNumber, pageSize });
  const items = await readInOrder(ids, (some) => readUsers(db, some));
  return { items, total: await list.total(), pageNumber, pageSize };
}

const id = sql.ref('users.id');

/** The same number, from the table whose index holds the names. */
const idByName = sql.ref('user_search.user_id');

const lastName = sql.ref('user_search.last_name');
const firstName = sql.ref('user_search.first_name');

const namedKeys = {
  firstName: [firstName, lastName, idByName],
  lastName: [lastName, firstName, idByName],
  company: [sql.ref('user_search.company'), idByName],
};

const sortKeys = {
  ...namedKeys,
  login: [sql.ref('users.login_fold'), id],
  country: [byCountryName(sql.ref('users.country')), id],
  status: [sql.ref('users.status'), id],
  createdAt: [sql.ref('users.created_at'), id],
  requestDate: [sql`coalesce(users.request_date, users.created_at)`, id],
};

const isByName = (field: string): boolean => field in namedKeys;
