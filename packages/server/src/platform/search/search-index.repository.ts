import type { Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { joinFragments, quoteName, fragment, run, rawSql } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { hasText, isLike } from './contains.repository.ts';
import {
  computeShare,
  splitCharacters,
  chooseRarestTerms,
  chooseTermOfEachWord,
  toStartTerm,
  listTrigrams,
} from './search-terms.ts';
import type { Sample, SearchWords } from './search-terms.ts';

/** The search index of a list: its name, its table of texts with the name of the id column, and its full-text table on SQLite. */
export type SearchIndex = {
  name: string;
  texts: string;
  id: string;
  trigrams: string;
  /** The keys of orders of the list that the table of texts has as well. */
  sortKeys: readonly string[];
  /** Writes the texts of the given rows again, as this version computes them. */
  write: (trx: Trx, ids: readonly number[]) => Promise<void>;
};

/** The largest possible id. An index that is filled up to it contains all rows. */
export const completeIndex = 2_147_483_647;

/**
 * A statement that selects the ids of the rows that may match. `isExact` means that all of them match. `share` is the part of all rows that may
 * match, from 0 to 1, in the latest sample. `createTextsClause` returns the `from` and `where` of the texts `s` that match, on PostgreSQL, for the part of all rows
 * that match.
 */
export type KeywordHits = {
  statement: Fragment;
  isExact: boolean;
  share: number;
  createTextsClause?: (matchingShare: number) => Fragment;
};

/** Finds the ids of the rows that may match the words, by the search index. */
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
      // More terms are looked up only if they exclude many rows, because each one takes as long as reading a fifth of the texts.
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
 * Returns the `from` and `where` of the texts that contain the words, on PostgreSQL. For a whole word, its index reads all trigrams, also
 * those that every row contains. So only the rarest trigrams are looked up, and the word is compared with the text of the rows found.
 * Trigrams with other characters than letters and digits cannot be looked up.
 */
function createTextsClause(
  db: Db,
  { index, searchWords, terms }: { index: SearchIndex; searchWords: SearchWords; terms: readonly string[] },
) {
  const indexedTerms = terms.filter((term) => /^[a-z\d]+$/.test(term));
  const indexConditions = [
    ...(indexedTerms.length > 0 ? indexedTerms : searchWords.longWords).map((term) =>
      isInText((column) => isLike(column, term)),
    ),
    ...searchWords.shortWords.map((word) => isLike(quoteName('s.starts'), toStartTerm(word))),
  ];
  return fragment`from ${quoteName(index.texts)} as s
    where ${joinFragments([...indexConditions, wordsCondition(db, searchWords)], ' and ')}`;
}

/** The condition that the text of a user, or the text with the names of the user's PCs, meets a test. */
const isInText = (test: (column: Fragment) => Fragment): Fragment =>
  fragment`(${test(quoteName('s.fold'))} or ${test(quoteName('s.machines'))})`;

/** Reads how common these terms are; null while the index is being filled. */
async function readSample(db: Db, index: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const rows = await run<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>(
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

/** The condition that a text `s` contains each word. */
export const wordsCondition = (db: Db, { longWords, shortWords, signWords }: SearchWords): Fragment =>
  joinFragments(
    [
      ...longWords.map((word) => isInText((column) => hasText(db, column, word))),
      ...signWords.map((word) => hasText(db, quoteName('s.fold'), word)),
      ...shortWords.map((word) => hasText(db, quoteName('s.starts'), toStartTerm(word))),
    ],
    ' and ',
  );

type TextSearch = { db: Db; index: SearchIndex; searchWords: SearchWords };

/** The condition that the text of the row with this id contains each word. It is a test of one row, not a join. */
export const textMatchCondition = ({ db, index, searchWords }: TextSearch, id: Fragment): Fragment =>
  fragment`(select ${wordsCondition(db, searchWords)} from ${quoteName(index.texts)} as s where ${quoteName(`s.${index.id}`)} = ${id})`;
