import { withDefault, integer, primary, text } from '../columns.ts';
import { addColumn, createImpersonalTable, runSql, runSqlByDialect } from '../statements.ts';

/**
 * Rows with higher ids than `indexed_to` are not in the index yet. The largest possible id means that all rows are in the index, and that
 * triggers add new rows.
 */
const isIndexed = (row: 'old' | 'new') =>
  `${row}.user_id <= (select indexed_to from search_indexes where name = 'users')`;

/** The indexed text. A line feed separates the parts of the text, because no word of a keyword contains a line feed. */
const textOf = (row: 'old' | 'new') => `${row}.fold || char(10) || ${row}.starts`;

const addToIndex = `insert into user_search_trigrams (rowid, text) values (new.user_id, ${textOf('new')});`;
/**
 * Deletes a row from the index. To delete a row, an index without content needs the deleted text (https://sqlite.org/fts5.html, section
 * 6.2).
 */
const removeFromIndex = `insert into user_search_trigrams (user_search_trigrams, rowid, text)
  values ('delete', old.user_id, ${textOf('old')});`;

const onSqlite = (sqlite: string) => runSqlByDialect({ sqlite, postgres: 'select 1' });
const onPostgres = (postgres: string) => runSqlByDialect({ sqlite: 'select 1', postgres });

/**
 * Adds indexes that find users by three consecutive letters of their search text. On SQLite, a full-text index stores only which rows have
 * which three letters; triggers update the index in the transaction that changes the text. On PostgreSQL, the indexes are GIN indexes of
 * pg_trgm. `starts` holds the first two letters of each word, for keywords of one and two letters. A job computes the column `starts` for
 * rows of earlier versions, and adds these rows to the index of SQLite.
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
    // The column `n` is the number of rows of a sample that contain the three letters of `term`. A search uses the rarest letters of its
    // keyword.
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
      `create trigger user_search_indexed after insert on user_search when ${isIndexed('new')} begin ${addToIndex} end`,
    ),
    onSqlite(
      `create trigger user_search_reindexed after update of fold, starts on user_search when ${isIndexed('new')} and (old.fold, old.starts) <> (new.fold, new.starts)
        begin ${removeFromIndex} ${addToIndex} end`,
    ),
    onSqlite(
      `create trigger user_search_unindexed after delete on user_search when ${isIndexed('old')} begin ${removeFromIndex} end`,
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
