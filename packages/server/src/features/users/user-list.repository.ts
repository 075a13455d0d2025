import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import type { UserListPage } from './people-list.repository.ts';
import { listInOrder } from './people-list.repository.ts';

type UserListQuery = Body<typeof users.export>;
type UserFilters = Pick<UserListQuery, 'status' | 'profileID' | 'brand' | 'country'>;
type Field = NonNullable<UserListQuery['sort']>['field'];

/**
 * The maximum number of matches that are read and sorted; for more, the database walks the index of the order until the
 * page is full.
 */
const maxSorted = 1000;

/**
 * All users by filters, without a keyword: counted by the counters of `user_list`, and read from the index of their
 * order. A page costs the same for any number of users; `skip`, and a filter that matches one user in a thousand, read
 * some thousand index entries.
 */
export async function listAllUsers(db: Db, asked: UserListQuery): Promise<UserListPage> {
  const { field, direction } = asked.sort ?? { field: 'lastName', direction: 'asc' };
  const order: SortOrder = { keys: sortKeys[field], direction };
  const total = await countUsers(db, asked);
  const all = async () => ({ total });
  if (total > maxSorted)
    return listInOrder(db, db.selectFrom('userList').where(matchesFilters(asked, unindexedColumn(db))), {
      field,
      order,
      total: all,
    });
  const gathered = db
    .with(
      (name) => name('fitting').materialized(),
      (cte) => cte.selectFrom('userList').selectAll().where(matchesFilters(asked, indexedColumn)).limit(maxSorted),
    )
    .selectFrom('fitting as userList');
  return listInOrder(db, gathered, { field, order, total: all });
}

async function countUsers(db: Db, filters: UserFilters): Promise<number> {
  const { total } = await db
    .selectFrom('userListCounts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('n'), sql<number>`0`).as('total'))
    .where(matchesFilters(filters, (column) => sql.ref(column)))
    .executeTakeFirstOrThrow();
  return total;
}

const filterColumns = { status: 'status', profileID: 'profileId', brand: 'brandId', country: 'country' } as const;

/** Whether a row matches the filters; `column` returns the names of its columns. */
function matchesFilters(filters: UserFilters, column: (name: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const conditions = Object.entries(filterColumns).flatMap(([filter, name]) => {
    // The type of Object.entries loses the names of the keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const value = filters[filter as keyof UserFilters];
    return value === undefined ? [] : [sql`${column(name)} = ${value}`];
  });
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const indexedColumn = (name: string): RawBuilder<unknown> => sql.ref(`user_list.${name}`);

/**
 * The same column for a walk in list order. Otherwise SQLite would use an index of filters and sort all matches for one
 * page; PostgreSQL knows from its statistics that many rows match, and walks.
 */
const unindexedColumn = (db: Db) =>
  dialectOf(db) === 'postgres' ? indexedColumn : (name: string): RawBuilder<unknown> => sql`+${indexedColumn(name)}`;

const sortColumn = (name: string): RawBuilder<unknown> => sql.ref(`userList.${name}`);
const id = sortColumn('userId');

const sortKeys: Record<Field, readonly RawBuilder<unknown>[]> = {
  lastName: [sortColumn('lastName'), sortColumn('firstName'), id],
  firstName: [sortColumn('firstName'), sortColumn('lastName'), id],
  company: [sortColumn('company'), id],
  login: [sortColumn('login'), id],
  country: [sortColumn('countryRank'), id],
  status: [sortColumn('status'), id],
  createdAt: [sortColumn('createdAt'), id],
};
