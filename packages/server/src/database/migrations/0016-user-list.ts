import { cascadeReference, integer, moment, primary, text } from '../columns.ts';
import {
  createIndex,
  createNamedIndex,
  createImpersonalTable,
  createTable,
  insertRows,
  runSql,
  runSqlByDialect,
} from '../statements.ts';
import { countryOrder } from './0016-user-list.data.ts';

/** Selects the users of the list: approved, active and suspended accounts. No column is null: an empty value is '' or -1. */
const selectListedUsers = `
  select users.id, user_search.last_name, user_search.first_name, user_search.company, users.login_fold,
    coalesce(country_ranks.rank, 9999), users.status, users.created_at,
    coalesce(users.country, ''), coalesce(users.brand_id, ''), coalesce(users.profile_id, -1)
  from users
  inner join user_search on user_search.user_id = users.id
  left join country_ranks on country_ranks.code = users.country
  where users.status in ('approved', 'active', 'suspended')`;

const columns =
  'user_id, last_name, first_name, company, login, country_rank, status, created_at, country, brand_id, profile_id';

/** The columns by which the list is filtered. Each counter is for one combination of their values. */
const countedColumns = ['country', 'brand_id', 'profile_id', 'status'] as const;
const countedColumnList = countedColumns.join(', ');
const valuesIn = (row: 'new' | 'old') => countedColumns.map((name) => `${row}.${name}`).join(', ');
const matchesRow = (row: 'old') => countedColumns.map((name) => `${name} = ${row}.${name}`).join(' and ');

const incrementCounter = `insert into user_list_counts (${countedColumnList}, n) values (${valuesIn('new')}, 1)
  on conflict (${countedColumnList}) do update set n = user_list_counts.n + 1`;
const decrementCounter = `update user_list_counts set n = n - 1 where ${matchesRow('old')}`;

/** The SQL that writes the row of a user in the list again. */
const refreshListedUser = (id: string) =>
  `delete from user_list where user_id = ${id}; insert into user_list (${columns}) ${selectListedUsers} and users.id = ${id};`;

const listedColumns = 'login_fold, status, created_at, country, brand_id, profile_id';

/** Creates a trigger for each row. `event` contains the event and the table, such as `insert on users`. */
const createTrigger = (name: string, event: string, statements: string) =>
  runSqlByDialect({
    sqlite: `create trigger ${name} after ${event} begin ${statements} end`,
    postgres: `create trigger ${name} after ${event} for each row execute function ${name}()`,
  });

/** The function that a PostgreSQL trigger of this name runs; on SQLite the trigger itself contains the statements. */
const triggerFunction = (name: string, statements: string) =>
  runSqlByDialect({
    sqlite: 'select 1',
    postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${statements} return null; end $$`,
  });

const createTriggerWithFunction = (name: string, event: string, statements: string) => [
  triggerFunction(name, statements),
  createTrigger(name, event, statements),
];

/**
 * Creates an index for one order of the list. The index ends with the filter columns, so that a page is read and filtered with the index
 * alone.
 */
const createSortIndex = (...keys: readonly string[]) =>
  createNamedIndex(`user_list_by_${keys[0] ?? ''}`, 'user_list', [
    ...keys,
    ...countedColumns.filter((name) => !keys.includes(name)),
  ]);

/**
 * Stores the list of users as a narrow table of its own, with counters for its totals. Triggers update the table and the counters in the
 * transaction that writes a user, whatever code does it: a list that misses a write would stay wrong.
 */
export const userList = {
  name: '0016-user-list',
  steps: [
    createImpersonalTable('country_ranks', { code: primary(text), rank: integer }),
    insertRows('country_ranks', countryOrder.map((code, rank) => ({ code, rank }))), // prettier-ignore
    createTable('user_list', {
      user_id: primary(cascadeReference('users.id')),
      last_name: text,
      first_name: text,
      company: text,
      login: text,
      country_rank: integer,
      status: text,
      created_at: moment,
      country: text,
      brand_id: text,
      profile_id: integer,
    }),
    createTable(
      'user_list_counts',
      { country: text, brand_id: text, profile_id: integer, status: text, n: integer },
      { primary: countedColumns },
    ),
    runSql(`insert into user_list (${columns}) ${selectListedUsers}`),
    runSql(
      `insert into user_list_counts (${countedColumnList}, n) select ${countedColumnList}, count(*) from user_list group by ${countedColumnList}`,
    ),
    createSortIndex('last_name', 'first_name', 'user_id'),
    createSortIndex('first_name', 'last_name', 'user_id'),
    createSortIndex('company', 'user_id'),
    createSortIndex('login', 'user_id'),
    createSortIndex('country_rank', 'user_id'),
    createSortIndex('status', 'user_id'),
    createSortIndex('created_at', 'user_id'),
    // The indexes are for filters that match few users.
    createIndex('user_list', 'country', 'brand_id'),
    createIndex('user_list', 'brand_id'),
    createIndex('user_list', 'profile_id'),
    // The statistics help the planner of PostgreSQL, which otherwise cannot estimate how many rows match two filters at once.
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create statistics user_list_filters on ${countedColumnList} from user_list`,
    }),
    ...createTriggerWithFunction('user_list_counts_more', 'insert on user_list', `${incrementCounter};`),
    ...createTriggerWithFunction('user_list_counts_less', 'delete on user_list', `${decrementCounter};`),
    ...createTriggerWithFunction('user_search_listed', 'insert on user_search', refreshListedUser('new.user_id')),
    ...createTriggerWithFunction('user_search_relisted', 'update on user_search', refreshListedUser('new.user_id')),
    ...createTriggerWithFunction(
      'user_search_unlisted',
      'delete on user_search',
      'delete from user_list where user_id = old.user_id;',
    ),
    ...createTriggerWithFunction('users_relisted', `update of ${listedColumns} on users`, refreshListedUser('new.id')),
  ],
};
