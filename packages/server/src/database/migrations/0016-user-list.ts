import { cascadeReference, integer, moment, primary, text } from '../columns.ts';
import { createIndex, createNamedIndex, createTable, insertRows, run, runOn } from '../statements.ts';
import { countryOrder } from './0016-user-list.data.ts';

/** The row of a user in the list, from the grant of the account until its deletion. No column is null: an empty value is '' or -1. */
const listed = `
  select users.id, user_search.last_name, user_search.first_name, user_search.company, users.login_fold,
    coalesce(country_ranks.rank, 9999), users.status, users.created_at,
    coalesce(users.country, ''), coalesce(users.brand_id, ''), coalesce(users.profile_id, -1)
  from users
  inner join user_search on user_search.user_id = users.id
  left join country_ranks on country_ranks.code = users.country
  where users.status in ('approved', 'active', 'suspended')`;

const columns =
  'user_id, last_name, first_name, company, login, country_rank, status, created_at, country, brand_id, profile_id';

/** The filters of a list; each counter is for one combination. */
const counted = ['country', 'brand_id', 'profile_id', 'status'] as const;
const countedNames = counted.join(', ');
const valuesIn = (row: 'new' | 'old') => counted.map((name) => `${row}.${name}`).join(', ');
const sameAs = (row: 'old') => counted.map((name) => `${name} = ${row}.${name}`).join(' and ');

const countOneMore = `insert into user_list_counts (${countedNames}, n) values (${valuesIn('new')}, 1)
  on conflict (${countedNames}) do update set n = user_list_counts.n + 1`;
const countOneLess = `update user_list_counts set n = n - 1 where ${sameAs('old')}`;

/** Writes a user's row of the list again. */
const refresh = (id: string) =>
  `delete from user_list where user_id = ${id}; insert into user_list (${columns}) ${listed} and users.id = ${id};`;

const listedColumns = 'login_fold, status, created_at, country, brand_id, profile_id';

/** Creates a trigger for each row. `on` contains the event and the table; `does` contains its statements. */
const trigger = (name: string, on: string, does: string) =>
  runOn({
    sqlite: `create trigger ${name} after ${on} begin ${does} end`,
    postgres: `create trigger ${name} after ${on} for each row execute function ${name}()`,
  });

/** The function that a PostgreSQL trigger of this name runs; on SQLite the trigger itself contains the statements. */
const triggerFunction = (name: string, does: string) =>
  runOn({
    sqlite: 'select 1',
    postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${does} return null; end $$`,
  });

const keepsList = (name: string, on: string, does: string) => [triggerFunction(name, does), trigger(name, on, does)];

/** For each order an index that ends with the filters: a page is read and filtered with the index alone. */
const sortedBy = (...keys: readonly string[]) =>
  createNamedIndex(`user_list_by_${keys[0] ?? ''}`, 'user_list', [
    ...keys,
    ...counted.filter((name) => !keys.includes(name)),
  ]);

/**
 * The list of users as its own narrow table, and counters for its totals. Triggers update both in the transaction that
 * writes a user, whatever code does it: a list that misses a write would stay wrong.
 */
export const userList = {
  name: '0016-user-list',
  steps: [
    createTable('country_ranks', { code: primary(text), rank: integer }),
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
      { primary: counted },
    ),
    run(`insert into user_list (${columns}) ${listed}`),
    run(
      `insert into user_list_counts (${countedNames}, n) select ${countedNames}, count(*) from user_list group by ${countedNames}`,
    ),
    sortedBy('last_name', 'first_name', 'user_id'),
    sortedBy('first_name', 'last_name', 'user_id'),
    sortedBy('company', 'user_id'),
    sortedBy('login', 'user_id'),
    sortedBy('country_rank', 'user_id'),
    sortedBy('status', 'user_id'),
    sortedBy('created_at', 'user_id'),
    // The filters with few matches.
    createIndex('user_list', 'country', 'brand_id'),
    createIndex('user_list', 'brand_id'),
    createIndex('user_list', 'profile_id'),
    // The number of rows with two filters cannot be computed from the numbers for each filter.
    runOn({
      sqlite: 'select 1',
      postgres: `create statistics user_list_filters on ${countedNames} from user_list`,
    }),
    ...keepsList('user_list_counts_more', 'insert on user_list', `${countOneMore};`),
    ...keepsList('user_list_counts_less', 'delete on user_list', `${countOneLess};`),
    ...keepsList('user_search_listed', 'insert on user_search', refresh('new.user_id')),
    ...keepsList('user_search_relisted', 'update on user_search', refresh('new.user_id')),
    ...keepsList('user_search_unlisted', 'delete on user_search', 'delete from user_list where user_id = old.user_id;'),
    ...keepsList('users_relisted', `update of ${listedColumns} on users`, refresh('new.id')),
  ],
};
