import { id, integer, moment, primary, text } from '../columns.ts';
import {
  countRows,
  dropTrigger,
  fillRows,
  fillTags,
  indexesOf,
  keepTags,
  refreshRow,
  trigger,
} from '../grouped-list.ts';
import type { GroupedRows, Tagged } from '../grouped-list.ts';
import { createTable, dropTable, run } from '../statements.ts';

/** What users are filtered by and what decides their scope. Users who are equal in all of it are one group. */
const facts = ['country', 'brand_id', 'profile_id', 'status', 'created_by', 'requested'] as const;

const factColumns = {
  id,
  country: text,
  brand_id: text,
  profile_id: integer,
  status: text,
  created_by: integer,
  requested: integer,
  n: integer,
};

const keyColumns = {
  user_id: primary(integer),
  last_name: text,
  first_name: text,
  company: text,
  login: text,
  country_rank: integer,
  status: text,
  created_at: moment,
  requested_at: moment,
  group_id: integer,
};

const people: Omit<GroupedRows, 'rows' | 'one' | 'where' | 'orders'> = {
  id: 'user_id',
  facts,
  keys: ['last_name', 'first_name', 'company', 'login', 'country_rank', 'status', 'created_at', 'requested_at'],
  idValue: 'users.id',
  keyValues: `user_search.last_name, user_search.first_name, user_search.company, users.login_fold,
    coalesce(country_ranks.rank, 9999), users.status, users.created_at, coalesce(users.request_date, users.created_at)`,
  // No column is null: empty is '', -1 or 0.
  factValues: `coalesce(users.country, ''), coalesce(users.brand_id, ''), coalesce(users.profile_id, -1), users.status,
    coalesce(users.created_by, 0), case when users.request_date is null then 0 else 1 end`,
  from: `users inner join user_search on user_search.user_id = users.id
    left join country_ranks on country_ranks.code = users.country`,
};

const orders = [
  ['last_name', 'first_name'],
  ['first_name', 'last_name'],
  ['company'],
  ['login'],
  ['country_rank'],
  ['status'],
  ['created_at'],
] as const;

const users: GroupedRows = {
  ...people,
  rows: 'listed_users',
  one: 'listed_user',
  orders,
  where: `users.status in ('approved', 'active', 'suspended')`,
};

/** Accounts that staff created were never requests. */
const requests: GroupedRows = {
  ...people,
  rows: 'listed_requests',
  one: 'listed_request',
  orders: [...orders, ['requested_at']],
  where: `(users.status in ('pending', 'rejected', 'expired', 'withdrawn')
    or users.status = 'approved' and users.request_date is not null)`,
};

/** Rows that only refer to the user, such as sessions, can still be written. */
const lockUser = (user: string): string => `perform 1 from users where id = ${user} for no key update;`;

const tools = (list: GroupedRows, source: string): Tagged => ({
  ...list,
  source,
  value: (row) => `${row}.tool_id`,
  lock: lockUser,
});
const granted = tools(users, 'tool_grants');
const requested = tools(requests, 'requested_tools');

/** Fills the empty tables of both lists. */
export const listPeople: readonly string[] = [
  ...fillRows(users),
  ...fillRows(requests),
  ...fillTags(granted),
  ...fillTags(requested),
];

/** Writes a user's rows of both lists again, after this event. */
const refreshAfter = (name: string, on: string, user: string) =>
  trigger(name, on, `${refreshRow(users, user)} ${refreshRow(requests, user)}`, lockUser(user));
const remove = `delete from listed_users where user_id = old.user_id; delete from listed_requests where user_id = old.user_id;`;

/**
 * The lists of users and of requests as narrow tables: what each row is sorted by, and the group that it belongs to. A group is a combination
 * of facts, and counts its rows; so filters and scopes are answered from the groups, of which there are few, however many users there are.
 * Replaces `user_list`, which had each fact in each index.
 */
export const listedUsers = {
  name: '0023-listed-users',
  steps: [
    ...dropTrigger('user_list_counts_more', 'user_list'),
    ...dropTrigger('user_list_counts_less', 'user_list'),
    ...dropTrigger('user_search_listed', 'user_search'),
    ...dropTrigger('user_search_relisted', 'user_search'),
    ...dropTrigger('user_search_unlisted', 'user_search'),
    ...dropTrigger('users_relisted', 'users'),
    dropTable('user_list'),
    dropTable('user_list_counts'),
    createTable('listed_user_groups', factColumns, { unique: [[...facts]] }),
    createTable('listed_users', keyColumns),
    createTable(
      'listed_user_tags',
      { user_id: integer, tag: text, group_id: integer },
      { primary: ['user_id', 'tag'] },
    ),
    createTable(
      'listed_user_tag_counts',
      { tag: text, group_id: integer, n: integer },
      { primary: ['tag', 'group_id'] },
    ),
    createTable('listed_request_groups', factColumns, { unique: [[...facts]] }),
    createTable('listed_requests', keyColumns),
    createTable(
      'listed_request_tags',
      { user_id: integer, tag: text, group_id: integer },
      { primary: ['user_id', 'tag'] },
    ),
    createTable(
      'listed_request_tag_counts',
      { tag: text, group_id: integer, n: integer },
      { primary: ['tag', 'group_id'] },
    ),
    ...listPeople.map((statement) => run(statement)),
    ...indexesOf(users),
    ...indexesOf(requests),
    ...countRows(users),
    ...countRows(requests),
    ...keepTags(granted),
    ...keepTags(requested),
    ...refreshAfter('user_search_listed', 'insert on user_search', 'new.user_id'),
    ...refreshAfter('user_search_relisted', 'update of first_name, last_name, company on user_search', 'new.user_id'),
    ...trigger('user_search_unlisted', 'delete on user_search', remove, lockUser('old.user_id')),
    ...refreshAfter(
      'users_relisted',
      'update of login_fold, status, created_at, country, brand_id, profile_id, created_by, request_date on users',
      'new.id',
    ),
  ],
};
