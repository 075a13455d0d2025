import { integer, primary, text, withDefault } from '../columns.ts';
import { createTrigger } from '../queries/grouped-list.ts';
import { createImpersonalTable, insertRows, runSqlByDialect } from '../queries/statements.ts';

const onSqlite = (sqlite: string) => runSqlByDialect({ sqlite, postgres: 'select 1' });
const onPostgres = (postgres: string) => runSqlByDialect({ sqlite: 'select 1', postgres });

const indexTables = [
  // Rows with higher ids than `indexed_to` are not in the index yet. The largest possible id means that all rows are in the index, and that
  // triggers add new rows.
  createImpersonalTable('search_indexes', {
    name: primary(text),
    indexed_to: integer,
    sampled: withDefault(0, integer),
  }),
  insertRows('search_indexes', [{ name: 'users', indexed_to: 2_147_483_647 }]),
  // The column `n` is the number of rows of a sample that contain the three letters of `term`. A search uses the rarest letters of its
  // keyword.
  createImpersonalTable('search_terms', { list: text, term: text, n: integer }, { primary: ['list', 'term'] }),
];

const isIndexed = (row: 'old' | 'new') =>
  `${row}.user_id <= (select indexed_to from search_indexes where name = 'users')`;

/** The indexed text. A line feed separates the parts of the text, because no word of a keyword contains a line feed. */
const textOf = (row: 'old' | 'new') => `${row}.fold || char(10) || ${row}.starts || char(10) || ${row}.machines`;

const addToIndex = `insert into user_search_trigrams (rowid, text) values (new.user_id, ${textOf('new')});`;
/**
 * Deletes a row from the index. To delete a row, an index without content needs the deleted text (https://sqlite.org/fts5.html, section
 * 6.2).
 */
const removeFromIndex = `insert into user_search_trigrams (user_search_trigrams, rowid, text)
  values ('delete', old.user_id, ${textOf('old')});`;

const sqliteIndex = [
  onSqlite(
    `create virtual table user_search_trigrams
      using fts5 (text, content = '', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
  ),
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
];

/** Creates a GIN index. `fastupdate` is off, because each search would read its list of pending entries. */
const createGinIndex = (name: string, column: string) =>
  onPostgres(`create index ${name} on user_search using gin (${column} gin_trgm_ops) with (fastupdate = off)`);

const postgresIndexes = [
  onPostgres('create extension if not exists pg_trgm'),
  createGinIndex('user_search_trigrams', 'fold'),
  createGinIndex('user_search_start_trigrams', 'starts'),
  createGinIndex('user_search_machine_trigrams', 'machines'),
];

/** Creates a trigger that writes the names of the newest fifty PCs of a user into the search text after the given event. */
function keepMachineNames(name: string, event: string, row: 'old' | 'new') {
  const update = (concatenation: string) =>
    `update user_search set machines = coalesce((select ${concatenation} from (
      select name_fold from machines where user_id = ${row}.user_id order by id desc limit 50) as newest), '')
      where user_id = ${row}.user_id;`;
  return createTrigger(name, event, {
    sqlite: update('group_concat(name_fold, char(10))'),
    postgres: update('string_agg(name_fold, chr(10))'),
  });
}

/**
 * The indexes that find users by three consecutive letters of their search text. On SQLite, a full-text index stores only which rows have
 * which three letters; triggers update the index in the transaction that changes the text. On PostgreSQL, the indexes are GIN indexes of
 * pg_trgm.
 */
export const userSearch = {
  name: '0012-user-search',
  steps: [
    ...indexTables,
    ...sqliteIndex,
    ...postgresIndexes,
    ...keepMachineNames('machines_searched', 'insert on machines', 'new'),
    ...keepMachineNames('machines_searched_again', 'update of name_fold, user_id on machines', 'new'),
    ...keepMachineNames('machines_unsearched', 'delete on machines', 'old'),
  ],
} as const;
