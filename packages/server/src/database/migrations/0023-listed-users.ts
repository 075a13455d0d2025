import { id, integer, moment, primary, text } from '../columns.ts';
import { createNamedIndex, createTable, dropTable, run, runOn } from '../statements.ts';

/** What users are filtered by and what decides their scope. Users who are equal in all of it are one group. */
const facts = ['country', 'brand_id', 'profile_id', 'status', 'created_by', 'requested'] as const;
const factNames = facts.join(', ');

/** The facts of a row of `users`. No column is null: empty is '', -1 or 0. */
const factsOfUser = `coalesce(users.country, ''), coalesce(users.brand_id, ''), coalesce(users.profile_id, -1), users.status,
    coalesce(users.created_by, 0), case when users.request_date is null then 0 else 1 end`;

/** Deleted users, and those who never confirmed their address, are in no list. */
const isListed = `users.status not in ('deleted', 'unverified')`;

const keys = 'last_name, first_name, company, login, country_rank, status, created_at, requested_at';
const listed = `
  select users.id, user_search.last_name, user_search.first_name, user_search.company, users.login_fold,
    coalesce(country_ranks.rank, 9999), users.status, users.created_at, coalesce(users.request_date, users.created_at),
    listed_user_groups.id
  from users
  inner join user_search on user_search.user_id = users.id
  inner join listed_user_groups on (${facts.map((name) => `listed_user_groups.${name}`).join(', ')}) = (${factsOfUser})
  left join country_ranks on country_ranks.code = users.country
  where ${isListed}`;

/** Tags are what a user can have several of: the tools that were granted, and those that were requested. */
const taggedBy = (kind: string, table: string, condition: string) => `
  select listed_users.user_id, '${kind} ' || ${table}.tool_id as tag, listed_users.group_id
  from ${table} inner join listed_users on listed_users.user_id = ${table}.user_id ${condition}`;
const tagged = (condition = '') => `
  insert into listed_user_tags (user_id, tag, group_id)
  ${taggedBy('granted', 'tool_grants', condition)} union ${taggedBy('requested', 'requested_tools', condition)}`;

/** Writes a user's row of the list again. The group may be new. */
const refresh = (user: string) => `
  delete from listed_users where user_id = ${user};
  insert into listed_user_groups (${factNames}, n) select ${factsOfUser}, 0 from users where users.id = ${user} and ${isListed}
    on conflict (${factNames}) do nothing;
  insert into listed_users (user_id, ${keys}, group_id) ${listed} and users.id = ${user};`;

const count = (group: string, by: string) => `update listed_user_groups set n = n ${by} where id = ${group};`;

const countTag = `insert into listed_user_tag_counts (tag, group_id, n) values (new.tag, new.group_id, 1)
  on conflict (tag, group_id) do update set n = listed_user_tag_counts.n + 1;`;

const addTag = (kind: string) => `
  insert into listed_user_tags (user_id, tag, group_id)
    select user_id, '${kind} ' || new.tool_id, group_id from listed_users where user_id = new.user_id
    on conflict (user_id, tag) do nothing;`;

/** A tool can be granted for several brands: the tag goes with the last of them. */
const removeTag = (kind: string, table: string) => `
  delete from listed_user_tags where user_id = old.user_id and tag = '${kind} ' || old.tool_id
    and not exists (select 1 from ${table} where user_id = old.user_id and tool_id = old.tool_id);`;

/** Runs the statements for each row, after the event; on PostgreSQL a function of the same name holds them. */
const trigger = (name: string, on: string, does: string) => [
  runOn({
    sqlite: 'select 1',
    postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${does} return null; end $$`,
  }),
  runOn({
    sqlite: `create trigger ${name} after ${on} begin ${does} end`,
    postgres: `create trigger ${name} after ${on} for each row execute function ${name}()`,
  }),
];

const dropTrigger = (name: string, table: string) => [
  runOn({ sqlite: `drop trigger ${name}`, postgres: `drop trigger ${name} on ${table}` }),
  runOn({ sqlite: 'select 1', postgres: `drop function ${name}()` }),
];

/** For each order two indexes: of all rows, and of the rows of each group. Both end in what a walk tests. */
const sortedBy = (...columns: readonly string[]) => [
  createNamedIndex(`listed_users_by_${columns[0] ?? ''}`, 'listed_users', [...columns, 'user_id', 'group_id']),
  createNamedIndex(`listed_users_in_group_by_${columns[0] ?? ''}`, 'listed_users', ['group_id', ...columns, 'user_id']),
];

/**
 * The lists of users and of requests as a narrow table: what each is sorted by, and the group that it belongs to. A group is a combination of
 * facts, and counts its users; so filters and scopes are answered from the groups, of which there are few, however many users there are.
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
    createTable(
      'listed_user_groups',
      {
        id,
        country: text,
        brand_id: text,
        profile_id: integer,
        status: text,
        created_by: integer,
        requested: integer,
        n: integer,
      },
      { unique: [[...facts]] },
    ),
    createTable('listed_users', {
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
    }),
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
    run(
      `insert into listed_user_groups (${factNames}, n) select ${factsOfUser}, count(*) from users
        inner join user_search on user_search.user_id = users.id where ${isListed} group by 1, 2, 3, 4, 5, 6`,
    ),
    run(`insert into listed_users (user_id, ${keys}, group_id) ${listed}`),
    run(tagged()),
    run(
      'insert into listed_user_tag_counts (tag, group_id, n) select tag, group_id, count(*) from listed_user_tags group by tag, group_id',
    ),
    ...sortedBy('last_name', 'first_name'),
    ...sortedBy('first_name', 'last_name'),
    ...sortedBy('company'),
    ...sortedBy('login'),
    ...sortedBy('country_rank'),
    ...sortedBy('status'),
    ...sortedBy('created_at'),
    ...sortedBy('requested_at'),
    createNamedIndex('listed_user_tags_by_tag', 'listed_user_tags', ['tag', 'group_id', 'user_id']),
    ...trigger(
      'listed_users_counted',
      'insert on listed_users',
      `${count('new.group_id', '+ 1')} ${tagged('where listed_users.user_id = new.user_id')};`,
    ),
    ...trigger(
      'listed_users_uncounted',
      'delete on listed_users',
      `${count('old.group_id', '- 1')} delete from listed_user_tags where user_id = old.user_id;`,
    ),
    ...trigger('listed_user_tags_counted', 'insert on listed_user_tags', countTag),
    ...trigger(
      'listed_user_tags_uncounted',
      'delete on listed_user_tags',
      'update listed_user_tag_counts set n = n - 1 where tag = old.tag and group_id = old.group_id;',
    ),
    ...trigger('tool_grants_tagged', 'insert on tool_grants', addTag('granted')),
    ...trigger('tool_grants_untagged', 'delete on tool_grants', removeTag('granted', 'tool_grants')),
    ...trigger('requested_tools_tagged', 'insert on requested_tools', addTag('requested')),
    ...trigger('requested_tools_untagged', 'delete on requested_tools', removeTag('requested', 'requested_tools')),
    ...trigger('user_search_listed', 'insert on user_search', refresh('new.user_id')),
    ...trigger(
      'user_search_relisted',
      'update of first_name, last_name, company on user_search',
      refresh('new.user_id'),
    ),
    ...trigger(
      'user_search_unlisted',
      'delete on user_search',
      'delete from listed_users where user_id = old.user_id;',
    ),
    ...trigger(
      'users_relisted',
      'update of login_fold, status, created_at, country, brand_id, profile_id, created_by, request_date on users',
      refresh('new.id'),
    ),
  ],
};
