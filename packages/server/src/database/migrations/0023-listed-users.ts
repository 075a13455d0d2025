import { id, integer, moment, primary, text } from '../columns.ts';
import {
  createCountTriggers,
  dropTrigger,
  createFillStatements,
  createTagFillStatements,
  createListIndexes,
  createTagTriggers,
  createRefreshStatement,
  createTrigger,
} from '../grouped-list.ts';
import type { GroupedRows, TaggedRows } from '../grouped-list.ts';
import { createImpersonalTable, createTable, dropTable, runSql } from '../statements.ts';

/** The columns by which users are filtered and scopes are decided. Users with the same values in all group columns are one group. */
const groupColumns = ['country', 'brand_id', 'profile_id', 'status', 'created_by', 'requested'] as const;

const groupTableColumns = {
  id,
  country: text,
  brand_id: text,
  profile_id: integer,
  status: text,
  created_by: integer,
  requested: integer,
  n: integer,
};

const rowTableColumns = {
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

const commonDeclaration: Omit<GroupedRows, 'rows' | 'one' | 'where' | 'sortOrders'> = {
  id: 'user_id',
  groupColumns,
  keys: ['last_name', 'first_name', 'company', 'login', 'country_rank', 'status', 'created_at', 'requested_at'],
  idValue: 'users.id',
  keyValues: `user_search.last_name, user_search.first_name, user_search.company, users.login_fold,
    coalesce(country_ranks.rank, 9999), users.status, users.created_at, coalesce(users.request_date, users.created_at)`,
  // No column is null: an empty value is '', -1 or 0.
  factValues: `coalesce(users.country, ''), coalesce(users.brand_id, ''), coalesce(users.profile_id, -1), users.status,
    coalesce(users.created_by, 0), case when users.request_date is null then 0 else 1 end`,
  from: `users inner join user_search on user_search.user_id = users.id
    left join country_ranks on country_ranks.code = users.country`,
};

const sortOrders = [
  ['last_name', 'first_name'],
  ['first_name', 'last_name'],
  ['company'],
  ['login'],
  ['country_rank'],
  ['status'],
  ['created_at'],
] as const;

const users: GroupedRows = {
  ...commonDeclaration,
  rows: 'listed_users',
  one: 'listed_user',
  sortOrders,
  where: `users.status in ('approved', 'active', 'suspended')`,
};

/** The list of requests. Accounts that staff created are not in the list of requests, because they were never requested. */
const requests: GroupedRows = {
  ...commonDeclaration,
  rows: 'listed_requests',
  one: 'listed_request',
  sortOrders: [...sortOrders, ['requested_at']],
  where: `(users.status in ('pending', 'rejected', 'expired', 'withdrawn')
    or users.status = 'approved' and users.request_date is not null)`,
};

/** Rows that only refer to the user, such as sessions, can still be written. */
const createUserLock = (user: string): string => `perform 1 from users where id = ${user} for no key update;`;

const createToolTags = (groupedRows: GroupedRows, sourceTable: string): TaggedRows => ({
  ...groupedRows,
  sourceTable,
  tagValue: (row) => `${row}.tool_id`,
  lock: createUserLock,
});
const userTools = createToolTags(users, 'tool_grants');
const requestTools = createToolTags(requests, 'requested_tools');

/** Fills the empty tables of the list of users and the list of requests. */
export const fillLists: readonly string[] = [
  ...createFillStatements(users),
  ...createFillStatements(requests),
  ...createTagFillStatements(userTools),
  ...createTagFillStatements(requestTools),
];

/** Creates a trigger that writes the rows of a user in both lists again after this event. */
const createRefreshTrigger = (name: string, on: string, user: string) =>
  createTrigger(
    name,
    on,
    `${createRefreshStatement(users, user)} ${createRefreshStatement(requests, user)}`,
    createUserLock(user),
  );
const deleteListedRows = `delete from listed_users where user_id = old.user_id; delete from listed_requests where user_id = old.user_id;`;

/**
 * Stores the lists of users and of requests as narrow tables: the columns that each row is sorted by, and the group that it belongs to. A
 * group is a combination of filter values, and counts its rows. Filters and scopes use the groups, because there are few groups even if
 * there are many users. Replaces `user_list`, whose indexes all contained each filter column.
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
    createImpersonalTable('listed_user_groups', groupTableColumns, { unique: [[...groupColumns]] }),
    createTable('listed_users', rowTableColumns),
    createTable(
      'listed_user_tags',
      { user_id: integer, tag: text, group_id: integer },
      { primary: ['user_id', 'tag'] },
    ),
    createImpersonalTable(
      'listed_user_tag_counts',
      { tag: text, group_id: integer, n: integer },
      { primary: ['tag', 'group_id'] },
    ),
    createImpersonalTable('listed_request_groups', groupTableColumns, { unique: [[...groupColumns]] }),
    createTable('listed_requests', rowTableColumns),
    createTable(
      'listed_request_tags',
      { user_id: integer, tag: text, group_id: integer },
      { primary: ['user_id', 'tag'] },
    ),
    createImpersonalTable(
      'listed_request_tag_counts',
      { tag: text, group_id: integer, n: integer },
      { primary: ['tag', 'group_id'] },
    ),
    ...fillLists.map((statement) => runSql(statement)),
    ...createListIndexes(users),
    ...createListIndexes(requests),
    ...createCountTriggers(users),
    ...createCountTriggers(requests),
    ...createTagTriggers(userTools),
    ...createTagTriggers(requestTools),
    ...createRefreshTrigger('user_search_listed', 'insert on user_search', 'new.user_id'),
    ...createRefreshTrigger(
      'user_search_relisted',
      'update of first_name, last_name, company on user_search',
      'new.user_id',
    ),
    ...createTrigger('user_search_unlisted', 'delete on user_search', deleteListedRows, createUserLock('old.user_id')),
    ...createRefreshTrigger(
      'users_relisted',
      'update of login_fold, status, created_at, country, brand_id, profile_id, created_by, request_date on users',
      'new.id',
    ),
  ],
};
