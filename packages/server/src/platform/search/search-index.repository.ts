import type { Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { join, name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { hasText, isLike } from './contains.repository.ts';
import { splitCharacters, chooseRarestTerms, toStartTerm, listTrigrams } from './search-terms.ts';
import type { Sample, SearchWords } from './search-terms.ts';

/** The search index of a list: its name, its table of texts with the name of the id column, and its full-text table on SQLite. */
export type SearchIndex = {
  name: string;
  texts: string;
  id: string;
  trigrams: string;
  /** Writes the texts of these rows again, as this version computes them. */
  write: (trx: Trx, ids: readonly number[]) => Promise<void>;
};

/** The largest possible id. An index that is filled up to it contains all rows. */
export const completeIndex = 2_147_483_647;

/** A statement that selects the ids of the rows that may match. `isExact` means that all of them match. */
export type Hits = { statement: Fragment; isExact: boolean };

export async function findHits(db: Db, index: SearchIndex, sought: SearchWords): Promise<Hits | null> {
  if (sought.row !== undefined) return { statement: part`select ${text(String(sought.row))} as id`, isExact: true };
  const terms = [...sought.long.flatMap(listTrigrams), ...sought.short.map(toStartTerm)];
  if (terms.length === 0) return null;
  const sample = await readSample(db, index, terms);
  if (sample === null) return null;
  const rare = chooseRarestTerms(sought, sample);
  if (dialectOf(db) === 'postgres')
    return { statement: selectByTerms(db, { index, sought, terms: rare }), isExact: true };
  const match = rare.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  return {
    statement: part`select rowid as id from ${name(index.trigrams)} where ${name(index.trigrams)} match ${match}`,
    isExact: sought.signs.length === 0 && sought.long.every((word) => splitCharacters(word).length === 3),
  };
}

/**
 * Selects the rows that contain the words, on PostgreSQL. For a whole word, its index reads all trigrams, also those that every row contains.
 * So only the rarest trigrams are looked up, and the word is compared with the text of the rows found. Trigrams with other characters than
 * letters and digits cannot be looked up.
 */
function selectByTerms(
  db: Db,
  { index, sought, terms }: { index: SearchIndex; sought: SearchWords; terms: readonly string[] },
) {
  const usable = terms.filter((term) => /^[a-z\d]+$/.test(term));
  const indexed = [
    ...(usable.length > 0 ? usable : sought.long).map((term) => isInText((column) => isLike(column, term))),
    ...sought.short.map((word) => isLike(name('s.starts'), toStartTerm(word))),
  ];
  return part`select ${name(`s.${index.id}`)} as id from ${name(index.texts)} as s
    where ${join([...indexed, matchesWords(db, sought)], ' and ')}`;
}

/** The condition that the text of a user or the names of the PCs meet a test. */
const isInText = (test: (column: Fragment) => Fragment): Fragment =>
  part`(${test(name('s.fold'))} or ${test(name('s.machines'))})`;

/** Reads how common these terms are; null while the index is being filled. */
async function readSample(db: Db, index: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const rows = await run<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>(
    db,
    part`select i.indexed_to, i.sampled, t.term, t.n from search_indexes as i
      left join search_terms as t on t.list = i.name and t.term in (${join(terms)})
      where i.name = ${index.name}`,
  );
  const [indexState] = rows;
  if (indexState?.indexedTo !== completeIndex) return null;
  const n = new Map(rows.flatMap((row) => (row.term === null ? [] : [[row.term, row.n ?? 0] as const])));
  return { rows: indexState.sampled, n };
}

/** The condition that a text `s` contains each word. */
export const matchesWords = (db: Db, { long, short, signs }: SearchWords): Fragment =>
  join(
    [
      ...long.map((word) => isInText((column) => hasText(db, column, word))),
      ...signs.map((word) => hasText(db, name('s.fold'), word)),
      ...short.map((word) => hasText(db, name('s.starts'), toStartTerm(word))),
    ],
    ' and ',
  );

type Searching = { db: Db; index: SearchIndex; sought: SearchWords };

/** The condition that the text of the row with this id contains each word. It is a test of one row, not a join. */
export const textMatches = ({ db, index, sought }: Searching, id: Fragment): Fragment =>
  part`(select ${matchesWords(db, sought)} from ${name(index.texts)} as s where ${name(`s.${index.id}`)} = ${id})`;
