import { withDefault, integer, primary, text } from '../columns.ts';
import { addColumn, createImpersonalTable, runSql, runSqlByDialect } from '../statements.ts';

/**
 * Rows with higher ids than `indexed_to` are not in the index yet. The largest possible id means that all rows are in the index, and that
 * triggers add new rows.
 */
const isIndexed = (row: 'old' | 'new') =>
  `${row}.user_id <= (select indexed_to from search_indexes where name = 'users')`;

/** The indexed text. A line feed separates its parts, because no word of a keyword contains one. */
const textOf = (row: 'old' | 'new') => `${row}.fold || char(10) || ${row}.starts`;

const add = `insert into user_search_trigrams (rowid, text) values (new.user_id, ${textOf('new')});`;
/** Deletes a row from the index. An index without content needs the deleted text for that (https://sqlite.org/fts5.html, section 6.2). */
const remove = `insert into user_search_trigrams (user_search_trigrams, rowid, text)
  values ('delete', old.user_id, ${textOf('old')});`;

const onSqlite = (sqlite: string) => runSqlByDialect({ sqlite, postgres: 'select 1' });
const onPostgres = (postgres: string) => runSqlByDialect({ sqlite: 'select 1', postgres });

/**
 * Finds users by three consecutive letters of their search text. SQLite: a full-text index that stores only which rows have which three
 * letters; triggers update it in the transaction that changes the text. PostgreSQL: GIN indexes of pg_trgm. `starts` holds the first two
 * letters of each word, for keywords of one and two letters. A job computes the column `starts` for rows of earlier versions, and fills
 * SQLite's index with them.
 */
export const searchIndexes = {
  name: '0024-search-indexes',
  steps: [
    addColumn('user_search', 'starts', withDefault('', text)),
    createImpersonalTable('search_indexes', {
      name: primary(text),
      indexed_to: integer,
      sampled: withDefault(0, integer),
    }),
    // How many rows of a sample contain these three letters. A search uses the rarest letters of its keyword.
    createImpersonalTable('search_terms', { list: text, term: text, n: integer }, { primary: ['list', 'term'] }),
    runSql(
      `insert into search_indexes (name, indexed_to)
        select 'users', case when exists (select 1 from user_search) then 0 else 2147483647 end`,
    ),
    onSqlite(
      `create virtual table user_search_trigrams
        using fts5 (text, content = '', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
    ),
    onSqlite(
      `create trigger user_search_indexed after insert on user_search when ${isIndexed('new')} begin ${add} end`,
    ),
    onSqlite(
      `create trigger user_search_reindexed after update of fold, starts on user_search when ${isIndexed('new')} and (old.fold, old.starts) <> (new.fold, new.starts)
        begin ${remove} ${add} end`,
    ),
    onSqlite(
      `create trigger user_search_unindexed after delete on user_search when ${isIndexed('old')} begin ${remove} end`,
    ),
    onPostgres('create extension if not exists pg_trgm'),
    // `fastupdate` is off, because each search would read its list of pending entries.
    onPostgres(
      'create index user_search_trigrams on user_search using gin (fold gin_trgm_ops) with (fastupdate = off)',
    ),
    onPostgres(
      'create index user_search_start_trigrams on user_search using gin (starts gin_trgm_ops) with (fastupdate = off)',
    ),
  ],
};
