import { cascadeReference, id, integer, moment, primary, text, withDefault } from '../columns.ts';
import {
  createCountTriggers,
  createFillStatements,
  createTagFillStatements,
  createListIndexes,
  createTagTriggers,
  createRefreshStatement,
  createTrigger,
} from '../queries/grouped-list.ts';
import type { GroupedRows, TaggedRows } from '../queries/grouped-list.ts';
import { createImpersonalTable, createIndex, createTable, insertRows } from '../queries/statements.ts';

/** The codes of all countries and territories, in the order of their English names in 2026. */
const countryOrder = `
AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BV BR IO VG BN BG BF 
BI KH CM CA CV BQ KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE SZ 
ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM HN HK HU IS IN ID IR IQ IE 
IM IL IT JM JP JE JO KZ KE KI KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD 
MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA 
RE RO RU RW WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS KR SS ES LK BL SH KN LC MF PM VC SD SR SJ SE CH 
SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV UM VI UG UA AE GB US UY UZ VU VA VE VN WF EH YE ZM ZW
`
  .trim()
  .split(/\s+/);

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

/** The statements that fill the lists at once, for a load of many users while the triggers are disabled. */
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

const nameTables = [
  createImpersonalTable('country_ranks', { code: primary(text), rank: integer }),
  insertRows('country_ranks', countryOrder.map((code, rank) => ({ code, rank }))), // oxfmt-ignore
  // The texts for search and sorting are Unicode-normalised, in lower case, and have no accents. `fold` contains all fields that are
  // searched; `starts` the first two letters of each word, for keywords of one and two letters; `machines` the names of the newest PCs.
  createTable('user_search', {
    user_id: primary(cascadeReference('users.id')),
    fold: text,
    starts: text,
    machines: withDefault('', text),
    first_name: text,
    last_name: text,
    company: text,
  }),
  createIndex('user_search', 'last_name', 'first_name'),
  createIndex('user_search', 'first_name', 'last_name'),
  createIndex('user_search', 'company'),
];

const tagColumns = { user_id: integer, tag: text, group_id: integer };
const tagCountColumns = { tag: text, group_id: integer, n: integer };

/**
 * The lists of users and of requests as narrow tables: the columns that each row is sorted by, and the group that it belongs to. A group is
 * a combination of filter values, and counts its rows. Filters and scopes use the groups, because there are few groups even if there are
 * many users. Triggers update the lists in the transaction that writes a user, whatever code does it: a list that misses a write would stay
 * wrong.
 */
export const userLists = {
  name: '0011-user-lists',
  steps: [
    ...nameTables,
    createImpersonalTable('listed_user_groups', groupTableColumns, { unique: [[...groupColumns]] }),
    createTable('listed_users', rowTableColumns),
    createTable('listed_user_tags', tagColumns, { primary: ['user_id', 'tag'] }),
    createImpersonalTable('listed_user_tag_counts', tagCountColumns, { primary: ['tag', 'group_id'] }),
    createImpersonalTable('listed_request_groups', groupTableColumns, { unique: [[...groupColumns]] }),
    createTable('listed_requests', rowTableColumns),
    createTable('listed_request_tags', tagColumns, { primary: ['user_id', 'tag'] }),
    createImpersonalTable('listed_request_tag_counts', tagCountColumns, { primary: ['tag', 'group_id'] }),
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
} as const;
