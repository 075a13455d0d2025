import type { ListFilter } from '@basics/contract/calls/list-fields.ts';
import type { requestListFields } from '@basics/contract/requests/request-lists.ts';
import type { userListFields } from '@basics/contract/users/user-lists.ts';
import { sql, type RawBuilder } from 'kysely';
import type { RowCondition } from '#server/platform/lists/grouped-list.repository.ts';
import { digitsOf, type FieldReader, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { equalsFolded } from '#server/platform/lists/list-filter.repository.ts';
import { readDigits } from '#server/platform/search/search-text.ts';
import { groupOfSalesman, selectSalesmen } from '../scope.repository.ts';

type Sql = RawBuilder<unknown>;
/** The list of users and the list of requests have tables with the same columns. */
type PeopleTable = 'listedUsers' | 'listedRequests';
const tagTables = { listedUsers: 'listedUserTags', listedRequests: 'listedRequestTags' } as const;

/** How the server reads the fields by which the list of users is filtered, at the given time (Unix milliseconds). */
export const createUserReaders = (table: PeopleTable, now: number): FieldReaders<typeof userListFields> => ({
  ...createPeopleReaders(table),
  status: { group: sql.ref('g.status') },
  profileID: { group: sql.ref('g.profileId'), empty: -1 },
  createdBy: { group: sql.ref('g.createdBy'), empty: 0 },
  createdAt: readColumn(table, 'createdAt', 0),
  licences: {
    row: sql`(select count(*) from licenses where licenses.user_id = r.user_id and ${isValidAt(now)})`,
    find: (_, filter) => findByLicences(filter, now),
  },
  nextExpiry: {
    row: sql`coalesce((select min(licenses.expires_at) from licenses where licenses.user_id = r.user_id and ${isValidAt(now)}), 0)`,
    find: (condition, { op }) =>
      op === 'isEmpty'
        ? selectByLicences(sql`<=`, now)
        : sql`select distinct licenses.user_id as id from licenses where ${isValidAt(now)} and ${condition(sql`licenses.expires_at`)}`,
  },
  lastSignIn: {
    row: readFact('lastSignIn'),
    find: (condition) =>
      sql`select f.user_id as id from listed_user_facts as f where ${condition(sql`f.last_sign_in`)}`,
  },
  neverSignedIn: {
    row: sql`(case when ${readFact('lastSignIn')} = 0 then 1 else 0 end)`,
    find: (_, { op }) =>
      op === 'yes' ? sql`select f.user_id as id from listed_user_facts as f where f.last_sign_in = 0` : null,
  },
});

/** How the server reads the fields by which the list of requests is filtered. */
export const createRequestReaders = (): FieldReaders<typeof requestListFields> => ({
  ...createPeopleReaders('listedRequests'),
  requestDate: readColumn('listedRequests', 'requestedAt', 0),
});

/** The fields that users and requests have in common. */
const createPeopleReaders = (table: PeopleTable) =>
  ({
    brand: { group: sql.ref('g.brandId') },
    country: { group: sql.ref('g.country') },
    salesman: { test: (ids) => groupOfSalesman(selectSalesmen(ids)) },
    company: readColumn(table, 'company', ''),
    phone: { row: digitsOf(sql`(select users.phone from users where users.id = r.user_id)`), normalise: readDigits },
    tool: { matches: (filter) => hasTool(tagTables[table], filter) },
  }) satisfies Record<string, FieldReader>;

/** The condition that a user has one of the tools, or none of them. */
function hasTool(table: string, { op, values }: ListFilter): RowCondition {
  const isOneOf = values.length === 0 ? sql`1 = 1` : sql`t.tag in (${sql.join([...values])})`;
  const hasTag = sql`(select 1 from ${sql.table(table)} as t where t.user_id = r.user_id and ${isOneOf} limit 1)`;
  if (op === 'noneOf' || op === 'isEmpty') return { test: sql`${hasTag} is null`, candidates: null };
  const candidates = sql`select distinct t.user_id as id from ${sql.table(table)} as t where ${isOneOf}`;
  return { test: sql`${hasTag} is not null`, candidates };
}

/** Reads a column of the rows, which has an index. */
const readColumn = (table: PeopleTable, column: 'company' | 'createdAt' | 'requestedAt', empty: string | number) =>
  ({
    row: sql.ref(`r.${column}`),
    empty,
    find: (condition, { op }) =>
      // An index is of no use for a text that a value contains, or that it is not.
      op === 'contains' || op === 'isNot' || op === 'isNotEmpty'
        ? null
        : sql`select r.user_id as id from ${sql.table(table)} as r where ${condition(sql.ref(`r.${column}`))}`,
  }) satisfies FieldReader;

export const companyIs = (table: PeopleTable, company: string): RowCondition => {
  const test = equalsFolded('r.company')(company);
  return { test, candidates: sql`select r.user_id as id from ${sql.table(table)} as r where ${test}` };
};

export const isRequestedBefore = (at: number): RowCondition => {
  const test = sql`r.requested_at <= ${at}`;
  return { test, candidates: sql`select r.user_id as id from listed_requests as r where ${test}` };
};

/** A correlated subquery that reads one row by its key; a join would read all rows. */
const readFact = (column: 'lastSignIn'): Sql =>
  sql`coalesce((select ${sql.ref(`f.${column}`)} from listed_user_facts as f where f.user_id = r.user_id), 0)`;

/** The condition that a licence is valid: the partial indexes on `licenses` have the first two parts of it. */
const isValidAt = (now: number): Sql =>
  sql`licenses.revoked_at is null and licenses.replaced_at is null and licenses.expires_at > ${now}`;

const selectByLicences = (sign: Sql, now: number): Sql =>
  sql`select f.user_id as id from listed_user_facts as f where f.licences_until ${sign} ${now}`;

/** A number of licences selects either users with a licence, or users without one. */
function findByLicences({ op, values: [count] }: ListFilter, now: number): Sql | null {
  if (op === 'more' || (op === 'is' && count !== 0)) return selectByLicences(sql`>`, now);
  return op === 'is' || count === 1 ? selectByLicences(sql`<=`, now) : null;
}
