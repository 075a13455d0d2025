import { text, withDefault } from '../columns.ts';
import { addColumn, runSql, runSqlByDialect } from '../statements.ts';

const onSqlite = (sqlite: string) => runSqlByDialect({ sqlite, postgres: 'select 1' });

/** Rows with higher ids than `indexed_to` are not in the index yet. */
const isIndexed = (row: 'old' | 'new') =>
  `${row}.user_id <= (select indexed_to from search_indexes where name = 'users')`;

/** The indexed text. A line feed separates the parts of the text, because no word of a keyword contains a line feed. */
const textOf = (row: 'old' | 'new') => `${row}.fold || char(10) || ${row}.starts || char(10) || ${row}.machines`;

const addToIndex = `insert into user_search_trigrams (rowid, text) values (new.user_id, ${textOf('new')});`;
const removeFromIndex = `insert into user_search_trigrams (user_search_trigrams, rowid, text)
  values ('delete', old.user_id, ${textOf('old')});`;

/** Creates a trigger that writes the names of the newest fifty PCs of a user into the search text after the given event. */
function keepMachineNames(name: string, event: string, row: 'old' | 'new') {
  const update = (concatenation: string) =>
    `update user_search set machines = coalesce((select ${concatenation} from (
      select name_fold from machines where user_id = ${row}.user_id order by id desc limit 50) as newest), '')
      where user_id = ${row}.user_id;`;
  return [
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create function ${name}() returns trigger language plpgsql as $$
        begin ${update(`string_agg(name_fold, chr(10))`)} return null; end $$`,
    }),
    runSqlByDialect({
      sqlite: `create trigger ${name} after ${event} begin ${update('group_concat(name_fold, char(10))')} end`,
      postgres: `create trigger ${name} after ${event} for each row execute function ${name}()`,
    }),
  ];
}

/**
 * Lets a search find users also by the names of their PCs, and by the number of their CRM account, which is part of `fold` from now on. A
 * job adds the names and numbers for the rows of earlier versions, and indexes all rows again.
 */
export const searchMachines = {
  name: '0062-search-machines',
  steps: [
    addColumn('user_search', 'machines', withDefault('', text)),
    ...['user_search_indexed', 'user_search_reindexed', 'user_search_unindexed'].map((name) =>
      onSqlite(`drop trigger ${name}`),
    ),
    onSqlite(`insert into user_search_trigrams (user_search_trigrams) values ('delete-all')`),
    runSql(`update search_indexes set indexed_to = 0 where name = 'users' and exists (select 1 from user_search)`),
    onSqlite(
      `create trigger user_search_indexed after insert on user_search when ${isIndexed('new')} begin ${addToIndex} end`,
    ),
    onSqlite(
      `create trigger user_search_reindexed after update of fold, starts, machines on user_search
        when ${isIndexed('new')} and (old.fold, old.starts, old.machines) <> (new.fold, new.starts, new.machines)
        begin ${removeFromIndex} ${addToIndex} end`,
    ),
    onSqlite(
      `create trigger user_search_unindexed after delete on user_search when ${isIndexed('old')} begin ${removeFromIndex} end`,
    ),
    // `fastupdate` is off for the same reason as in `0024-search-indexes.ts`.
    runSqlByDialect({
      sqlite: 'select 1',
      postgres:
        'create index user_search_machine_trigrams on user_search using gin (machines gin_trgm_ops) with (fastupdate = off)',
    }),
    ...keepMachineNames('machines_searched', 'insert on machines', 'new'),
    ...keepMachineNames('machines_searched_again', 'update of name_fold, user_id on machines', 'new'),
    ...keepMachineNames('machines_unsearched', 'delete on machines', 'old'),
  ],
};
