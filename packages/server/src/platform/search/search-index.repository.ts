import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { contains } from './contains.repository.ts';
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
export type Hits = { statement: RawBuilder<unknown>; isExact: boolean };

export async function findHits(db: Db, index: SearchIndex, sought: SearchWords): Promise<Hits | null> {
  if (sought.row !== undefined) return { statement: sql`select ${sql.lit(sought.row)} as id`, isExact: true };
  const terms = [...sought.long.flatMap(listTrigrams), ...sought.short.map(toStartTerm)];
  if (terms.length === 0) return null;
  const sample = await readSample(db, index, terms);
  if (sample === null) return null;
  if (dialectOf(db) === 'postgres') {
    const text = sql.table(index.texts);
    return {
      statement: sql`select ${sql.ref(`s.${index.id}`)} as id from ${text} as s where ${matchesWords(sought)}`,
      isExact: true,
    };
  }
  const match = chooseRarestTerms(sought, sample)
    .map((term) => `"${term.replaceAll('"', '""')}"`)
    .join(' AND ');
  return {
    statement: sql`select rowid as id from ${sql.table(index.trigrams)} where ${sql.table(index.trigrams)} match ${match}`,
    isExact: sought.signs.length === 0 && sought.long.every((word) => splitCharacters(word).length === 3),
  };
}

/** Reads how common these terms are; null while the index is being filled. */
async function readSample(db: Db, { name }: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const { rows } = await sql<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>`
    select i.indexed_to, i.sampled, t.term, t.n from search_indexes as i
      left join search_terms as t on t.list = i.name and t.term in (${sql.join(terms)})
    where i.name = ${name}`.execute(db);
  const [indexState] = rows;
  if (indexState?.indexedTo !== completeIndex) return null;
  const n = new Map(rows.flatMap((row) => (row.term === null ? [] : [[row.term, row.n ?? 0] as const])));
  return { rows: indexState.sampled, n };
}

/** The condition that a text `s` contains each word. */
const matchesWords = ({ long, short, signs }: SearchWords): RawBuilder<unknown> =>
  sql.join(
    [
      ...long.map((word) => sql`(${contains(sql.ref('s.fold'), word)} or ${contains(sql.ref('s.machines'), word)})`),
      ...signs.map((word) => contains(sql.ref('s.fold'), word)),
      ...short.map((word) => contains(sql.ref('s.starts'), toStartTerm(word))),
    ],
    sql` and `,
  );

/** The condition that the text of the row with this id contains each word. It is a test of one row, not a join. */
export const textMatches = (index: SearchIndex, sought: SearchWords, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${matchesWords(sought)} from ${sql.table(index.texts)} as s where ${sql.ref(`s.${index.id}`)} = ${id})`;
