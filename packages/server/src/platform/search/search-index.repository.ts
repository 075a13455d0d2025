import type { Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { join, name, part, run, text } from '#server/database/fragment.ts';
import type { Fragment } from '#server/database/fragment.ts';
import { hasText, isLike } from './contains.repository.ts';
import { charactersOf, rarest, startOf, trigramsOf } from './search-terms.ts';
import type { Sample, Sought } from './search-terms.ts';

/** The search index of a list: its name, its table of texts, the id there, and on SQLite its full-text table. */
export type SearchIndex = {
  name: string;
  texts: string;
  id: string;
  trigrams: string;
  /** Writes the texts of these rows again, as the present version computes them. */
  write: (trx: Trx, ids: readonly number[]) => Promise<void>;
};

/** Rows have ids up to this; an index that reaches it contains all rows. */
export const wholeIndex = 2_147_483_647;

/** The rows that may match, as a statement that selects their ids; null where no index helps. `isExact`: they do match. */
export type Hits = { statement: Fragment; isExact: boolean };

export async function hitsOf(db: Db, index: SearchIndex, sought: Sought): Promise<Hits | null> {
  if (sought.row !== undefined) return { statement: part`select ${text(String(sought.row))} as id`, isExact: true };
  const terms = [...sought.long.flatMap(trigramsOf), ...sought.short.map(startOf)];
  if (terms.length === 0) return null;
  const sample = await readSample(db, index, terms);
  if (sample === null) return null;
  const rare = rarest(sought, sample);
  if (dialectOf(db) === 'postgres')
    return { statement: selectByTerms(db, { index, sought, terms: rare }), isExact: true };
  const match = rare.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
  return {
    statement: part`select rowid as id from ${name(index.trigrams)} where ${name(index.trigrams)} match ${match}`,
    isExact: sought.signs.length === 0 && sought.long.every((word) => charactersOf(word).length === 3),
  };
}

/**
 * Selects on PostgreSQL the rows that contain the words. Its index would be read for all trigrams of a word, also for those that every row has; so
 * only the rarest are looked up there, and the whole word is compared with the text. Without a trigram of letters and digits the index reads all.
 */
function selectByTerms(
  db: Db,
  { index, sought, terms }: { index: SearchIndex; sought: Sought; terms: readonly string[] },
) {
  const usable = terms.filter((term) => /^[a-z\d]+$/.test(term));
  const indexed = [
    ...(usable.length > 0 ? usable : sought.long).map((term) => isInText((column) => isLike(column, term))),
    ...sought.short.map((word) => isLike(name('s.starts'), startOf(word))),
  ];
  return part`select ${name(`s.${index.id}`)} as id from ${name(index.texts)} as s
    where ${join([...indexed, matches(db, sought)], ' and ')}`;
}

/** PCs are searched by their names, all other things of a user by the text. */
const isInText = (test: (column: Fragment) => Fragment): Fragment =>
  part`(${test(name('s.fold'))} or ${test(name('s.machines'))})`;

/** How common these terms are; null while the index is being filled. */
async function readSample(db: Db, index: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const rows = await run<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>(
    db,
    part`select i.indexed_to, i.sampled, t.term, t.n from search_indexes as i
      left join search_terms as t on t.list = i.name and t.term in (${join(terms)})
      where i.name = ${index.name}`,
  );
  const [first] = rows;
  if (first?.indexedTo !== wholeIndex) return null;
  const n = new Map(rows.flatMap((row) => (row.term === null ? [] : [[row.term, row.n ?? 0] as const])));
  return { rows: first.sampled, n };
}

/** Whether a text `s` contains each word. */
export const matches = (db: Db, { long, short, signs }: Sought): Fragment =>
  join(
    [
      ...long.map((word) => isInText((column) => hasText(db, column, word))),
      ...signs.map((word) => hasText(db, name('s.fold'), word)),
      ...short.map((word) => hasText(db, name('s.starts'), startOf(word))),
    ],
    ' and ',
  );

type Searching = { db: Db; index: SearchIndex; sought: Sought };

/** Whether the text of the row with this id contains each word: a test of one row, not a join. */
export const textMatches = ({ db, index, sought }: Searching, id: Fragment): Fragment =>
  part`(select ${matches(db, sought)} from ${name(index.texts)} as s where ${name(`s.${index.id}`)} = ${id})`;
