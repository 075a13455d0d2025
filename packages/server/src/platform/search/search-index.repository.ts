import { sql, type RawBuilder } from 'kysely';
import { dialectOf, type Db } from '#server/database/foundation.ts';
import { contains } from '../lists/list-filter.repository.ts';
import { splitCharacters, chooseRarestTerms, toStartTerm, listTrigrams } from './search-text.ts';
import type { Sample, SearchWords } from './search-text.ts';

/** The search index of a list: its name, its table of texts with the name of the id column, and its full-text table on SQLite. */
export type SearchIndex = { name: string; texts: string; id: string; trigrams: string };

/** The largest possible id. If an index is filled up to this id, it contains all rows. */
export const completeIndex = 2_147_483_647;

/** A condition, or another part of a statement. */
type Sql = RawBuilder<unknown>;

/**
 * The result of a look-up in the search index: `statement` selects the ids of the rows that may contain the words. `isExact` means that all
 * selected rows contain the words.
 */
export type KeywordHits = { statement: Sql; isExact: boolean };

/** Prepares the look-up of words in the search index. Returns null if the index cannot be used. */
export async function findHits(db: Db, index: SearchIndex, words: SearchWords): Promise<KeywordHits | null> {
  if (words.row !== undefined) return { statement: sql`select ${sql.lit(words.row)} as id`, isExact: true };
  const terms = [...words.longWords.flatMap(listTrigrams), ...words.shortWords.map(toStartTerm)];
  if (terms.length === 0) return null;
  const sample = await readSample(db, index, terms);
  if (sample === null) return null;
  const rarestTerms = chooseRarestTerms(words, sample);
  if (dialectOf(db) === 'postgres')
    return { statement: selectFromTexts(db, { index, words, terms: rarestTerms }), isExact: true };
  const match = rarestTerms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  return {
    statement: sql`select rowid as id from ${sql.table(index.trigrams)} where ${sql.table(index.trigrams)} match ${match}`,
    isExact: words.signWords.length === 0 && words.longWords.every((word) => splitCharacters(word).length === 3),
  };
}

type TextSearch = { index: SearchIndex; words: SearchWords };

/**
 * Selects the ids of the texts with the words, on PostgreSQL. To look up a whole word, the index of PostgreSQL would read all trigrams of
 * the word, even those that every row contains. The statement looks up only the rarest trigrams, and then tests whether the texts that it
 * found contain the words. PostgreSQL cannot look up trigrams with characters other than letters and digits.
 */
function selectFromTexts(db: Db, { index, words, terms }: TextSearch & { terms: readonly string[] }): Sql {
  const indexedTerms = terms.filter((term) => /^[a-z\d]+$/.test(term));
  const conditions = [
    ...(indexedTerms.length > 0 ? indexedTerms : words.longWords).map((term) =>
      isInText((column) => contains(column, term)),
    ),
    ...words.shortWords.map((word) => contains(sql`s.starts`, toStartTerm(word))),
    wordsCondition(db, words),
  ];
  return sql`select ${sql.ref(`s.${index.id}`)} as id from ${sql.table(index.texts)} as s where ${sql.join(conditions, sql` and `)}`;
}

/** The condition that one of the two search texts of a record (its own text, and the names of its PCs) meets the given condition. */
const isInText = (test: (column: RawBuilder<string>) => Sql): Sql =>
  sql`(${test(sql<string>`s.fold`)} or ${test(sql<string>`s.machines`)})`;

/** Reads from the latest sample how common the given trigrams are. Returns null while the index is being filled. */
async function readSample(db: Db, index: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const { rows } = await sql<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>`
    select i.indexed_to, i.sampled, t.term, t.n from search_indexes as i
    left join search_terms as t on t.list = i.name and t.term in (${sql.join([...terms])})
    where i.name = ${index.name}`.execute(db);
  const [indexState] = rows;
  if (indexState?.indexedTo !== completeIndex) return null;
  const n = new Map(rows.flatMap((row) => (row.term === null ? [] : [[row.term, row.n ?? 0] as const])));
  return { rowCount: indexState.sampled, rowsByTerm: n };
}

/** The condition that a search text `s` contains each word. The words are compared as they are, which is faster than with a pattern. */
function wordsCondition(db: Db, { longWords, shortWords, signWords }: SearchWords): Sql {
  const find = sql.raw(dialectOf(db) === 'postgres' ? 'strpos' : 'instr');
  const has = (column: Sql, word: string): Sql => sql`${find}(${column}, ${word}) > 0`;
  const conditions = [
    ...longWords.map((word) => isInText((column) => has(column, word))),
    ...signWords.map((word) => has(sql`s.fold`, word)),
    ...shortWords.map((word) => has(sql`s.starts`, toStartTerm(word))),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * The condition that the search text of the row with the given id contains each word. The condition is a subquery that tests one row, and
 * not a join.
 */
export const textMatchCondition = (db: Db, { index, words }: TextSearch, id: Sql): Sql =>
  sql`(select ${wordsCondition(db, words)} from ${sql.table(index.texts)} as s where ${sql.ref(`s.${index.id}`)} = ${id})`;
