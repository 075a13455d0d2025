import type { Db } from '#server/database/foundation.ts';
import {
  dialectOf,
  joinFragments,
  quoteName,
  fragment,
  runFragment,
  rawSql,
} from '#server/database/queries/fragment.ts';
import type { Fragment } from '#server/database/queries/fragment.ts';
import { createContainsCondition, createLikeCondition } from '../lists/list-filter.repository.ts';
import {
  computeShare,
  splitCharacters,
  chooseRarestTerms,
  chooseTermOfEachWord,
  toStartTerm,
  listTrigrams,
} from './search-text.ts';
import type { Sample, SearchWords } from './search-text.ts';

/** The search index of a list: its name, its table of texts with the name of the id column, and its full-text table on SQLite. */
export type SearchIndex = {
  name: string;
  texts: string;
  id: string;
  trigrams: string;
  /** The sort keys of the list that the table of texts contains too. */
  sortKeys: readonly string[];
};

/** The largest possible id. If an index is filled up to this id, it contains all rows. */
export const completeIndex = 2_147_483_647;

/**
 * The result of a look-up in the search index: `statement` selects the ids of the rows that may contain the words. `isExact` means that all
 * selected rows contain the words. `share` estimates the fraction of all rows that the statement selects, from 0 to 1, by the latest
 * sample. `createTextsClause` (only on PostgreSQL) returns the `from` and `where` clauses that select the matching texts `s`; its parameter
 * is the fraction of all rows that match.
 */
export type KeywordHits = {
  statement: Fragment;
  isExact: boolean;
  share: number;
  createTextsClause?: (matchingShare: number) => Fragment;
};

/** Prepares the look-up of words in the search index. Returns null if the index cannot be used. */
export async function findHits(db: Db, index: SearchIndex, searchWords: SearchWords): Promise<KeywordHits | null> {
  if (searchWords.row !== undefined)
    return { statement: fragment`select ${rawSql(String(searchWords.row))} as id`, isExact: true, share: 0 };
  const terms = [...searchWords.longWords.flatMap(listTrigrams), ...searchWords.shortWords.map(toStartTerm)];
  if (terms.length === 0) return null;
  const sample = await readSample(db, index, terms);
  if (sample === null) return null;
  const rarestTerms = chooseRarestTerms(searchWords, sample);
  const share = computeShare(sample, rarestTerms[0] ?? '');
  if (dialectOf(db) === 'postgres') {
    const createClause = (chosenTerms: readonly string[]) =>
      createTextsClause(db, { index, searchWords, terms: chosenTerms });
    const termOfEachWord = chooseTermOfEachWord(searchWords, sample);
    return {
      statement: fragment`select ${quoteName(`s.${index.id}`)} as id ${createClause(rarestTerms)}`,
      isExact: true,
      share,
      // More trigrams are looked up only if they exclude many rows, because looking up one trigram takes as long as reading a fifth of the
      // texts.
      createTextsClause: (matchingShare) =>
        createClause(termOfEachWord.share <= 2 * matchingShare ? termOfEachWord.terms : rarestTerms),
    };
  }
  const matchExpression = rarestTerms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  return {
    statement: fragment`select rowid as id from ${quoteName(index.trigrams)} where ${quoteName(index.trigrams)} match ${matchExpression}`,
    isExact:
      searchWords.signWords.length === 0 && searchWords.longWords.every((word) => splitCharacters(word).length === 3),
    share,
  };
}

/**
 * Returns the `from` and `where` clauses that select the texts with the words, on PostgreSQL. To look up a whole word, the index of
 * PostgreSQL would read all trigrams of the word, even those that every row contains. The statement looks up only the rarest trigrams, and
 * then tests whether the texts that it found contain the words. PostgreSQL cannot look up trigrams with characters other than letters and
 * digits.
 */
function createTextsClause(
  db: Db,
  { index, searchWords, terms }: { index: SearchIndex; searchWords: SearchWords; terms: readonly string[] },
) {
  const indexedTerms = terms.filter((term) => /^[a-z\d]+$/.test(term));
  const indexConditions = [
    ...(indexedTerms.length > 0 ? indexedTerms : searchWords.longWords).map((term) =>
      isInText((column) => createLikeCondition(column, term)),
    ),
    ...searchWords.shortWords.map((word) => createLikeCondition(quoteName('s.starts'), toStartTerm(word))),
  ];
  return fragment`from ${quoteName(index.texts)} as s
    where ${joinFragments([...indexConditions, wordsCondition(db, searchWords)], ' and ')}`;
}

/** The condition that one of the two search texts of a record (its own text, and the names of its PCs) meets the given condition. */
const isInText = (test: (column: Fragment) => Fragment): Fragment =>
  fragment`(${test(quoteName('s.fold'))} or ${test(quoteName('s.machines'))})`;

/** Reads from the latest sample how common the given trigrams are. Returns null while the index is being filled. */
async function readSample(db: Db, index: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const rows = await runFragment<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>(
    db,
    fragment`select i.indexed_to, i.sampled, t.term, t.n from search_indexes as i
      left join search_terms as t on t.list = i.name and t.term in (${joinFragments(terms)})
      where i.name = ${index.name}`,
  );
  const [indexState] = rows;
  if (indexState?.indexedTo !== completeIndex) return null;
  const n = new Map(rows.flatMap((row) => (row.term === null ? [] : [[row.term, row.n ?? 0] as const])));
  return { rowCount: indexState.sampled, rowsByTerm: n };
}

/** The condition that a search text `s` contains each word. */
export const wordsCondition = (db: Db, { longWords, shortWords, signWords }: SearchWords): Fragment =>
  joinFragments(
    [
      ...longWords.map((word) => isInText((column) => createContainsCondition(db, column, word))),
      ...signWords.map((word) => createContainsCondition(db, quoteName('s.fold'), word)),
      ...shortWords.map((word) => createContainsCondition(db, quoteName('s.starts'), toStartTerm(word))),
    ],
    ' and ',
  );

type TextSearch = { db: Db; index: SearchIndex; searchWords: SearchWords };

/**
 * The condition that the search text of the row with the given id contains each word. The condition is a subquery that tests one row, and
 * not a join.
 */
export const textMatchCondition = ({ db, index, searchWords }: TextSearch, id: Fragment): Fragment =>
  fragment`(select ${wordsCondition(db, searchWords)} from ${quoteName(index.texts)} as s where ${quoteName(`s.${index.id}`)} = ${id})`;
