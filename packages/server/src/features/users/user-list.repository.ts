import type { Body } from '@basics/contract/endpoint.ts';
import type { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import type { PeopleList } from './people-list.repository.ts';
import { listInOrder } from './people-list.repository.ts';

type Asked = Body<typeof users.export>;
type Filtered = Pick<Asked, 'status' | 'profileID' | 'brand' | 'country'>;
type Field = NonNullable<Asked['sort']>['field'];

/**
 * The maximum number of matches that are read and sorted; for more, the database walks the index of the order until the
 * page is full.
 */
const mostGathered = 1000;

/**
 * All users by filters, without a keyword: counted by the counters of `user_list`, and read from the index of their
 * order. A page costs the same for any number of users; `skip`, and a filter that matches one user in a thousand, read
 * some thousand index entries.
 */
export async function listAllUsers(db: Db, asked: Asked): Promise<PeopleList> {
  const { field, direction } = asked.sort ?? { field: 'lastName', direction: 'asc' };
  const order: SortOrder = { keys: sortKeys[field], direction };
  const total = await countOf(db, asked);
  const all = async () => ({ total });
  if (total > mostGathered)
    return listInOrder(db, db.selectFrom('userList').where(fits(asked, walked(db))), { field, order, total: all });
  const gathered = db
    .with(
      (name) => name('fitting').materialized(),
      (cte) => cte.selectFrom('userList').selectAll().where(fits(asked, indexed)).limit(mostGathered),
    )
    .selectFrom('fitting as userList');
  return listInOrder(db, gathered, { field, order, total: all });
}

async function countOf(db: Db, filters: Filtered): Promise<number> {
  const { total } = await db
    .selectFrom('userListCounts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('n'), sql<number>`0`).as('total'))
    .where(fits(filters, (column) => sql.ref(column)))
    .executeTakeFirstOrThrow();
  return total;
}

const columnOf = { status: 'status', profileID: 'profileId', brand: 'brandId', country: 'country' } as const;

/** Whether a row matches the filters; `column` returns the names of its columns. */
function fits(filters: Filtered, column: (name: string) => RawBuilder<unknown>): RawBuilder<boolean> {
  const conditions = Object.entries(columnOf).flatMap(([filter, name]) => {
    // The type of Object.entries loses the names of the keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const value = filters[filter as keyof Filtered];
    return value === undefined ? [] : [sql`${column(name)} = ${value}`];
  });
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const indexed = (name: string): RawBuilder<unknown> => sql.ref(`user_list.${name}`);

/**
 * The same column for a walk in list order. Otherwise SQLite would use an index of filters and sort all matches for one
 * page; PostgreSQL knows from its statistics that many rows match, and walks.
 */
const walked = (db: Db) =>
  dialectOf(db) === 'postgres' ? indexed : (name: string): RawBuilder<unknown> => sql`+${indexed(name)}`;

const key = (name: string): RawBuilder<unknown> => sql.ref(`userList.${name}`);
const id = key('userId');

const sortKeys: Record<Field, readonly RawBuilder<unknown>[]> = {
  lastName: [key('lastName'), key('firstName'), id],
  firstName: [key('firstName'), key('lastName'), id],
  company: [key('company'), id],
  login: [key('login'), id],
  country: [key('countryRank'), id],
  status: [key('status'), id],
  createdAt: [key('createdAt'), id],
};
