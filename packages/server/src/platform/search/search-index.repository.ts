import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { contains } from './contains.repository.ts';
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
export type Hits = { statement: RawBuilder<unknown>; isExact: boolean };

export async function hitsOf(db: Db, index: SearchIndex, sought: Sought): Promise<Hits | null> {
  if (sought.row !== undefined) return { statement: sql`select ${sql.lit(sought.row)} as id`, isExact: true };
  const terms = [...sought.long.flatMap(trigramsOf), ...sought.short.map(startOf)];
  if (terms.length === 0) return null;
  const sample = await readSample(db, index, terms);
  if (sample === null) return null;
  if (dialectOf(db) === 'postgres') {
    const text = sql.table(index.texts);
    return {
      statement: sql`select ${sql.ref(`s.${index.id}`)} as id from ${text} as s where ${matches(sought)}`,
      isExact: true,
    };
  }
  const match = rarest(sought, sample)
    .map((term) => `"${term.replaceAll('"', '""')}"`)
    .join(' AND ');
  return {
    statement: sql`select rowid as id from ${sql.table(index.trigrams)} where ${sql.table(index.trigrams)} match ${match}`,
    isExact: sought.signs.length === 0 && sought.long.every((word) => charactersOf(word).length === 3),
  };
}

/** How common these terms are; null while the index is being filled. */
async function readSample(db: Db, { name }: SearchIndex, terms: readonly string[]): Promise<Sample | null> {
  const { rows } = await sql<{ indexedTo: number; sampled: number; term: string | null; n: number | null }>`
    select i.indexed_to, i.sampled, t.term, t.n from search_indexes as i
      left join search_terms as t on t.list = i.name and t.term in (${sql.join(terms)})
    where i.name = ${name}`.execute(db);
  const [first] = rows;
  if (first?.indexedTo !== wholeIndex) return null;
  const n = new Map(rows.flatMap((row) => (row.term === null ? [] : [[row.term, row.n ?? 0] as const])));
  return { rows: first.sampled, n };
}

/** Whether a text `s` contains each word. */
const matches = ({ long, short, signs }: Sought): RawBuilder<unknown> =>
  sql.join(
    [
      ...long.map((word) => sql`(${contains(sql.ref('s.fold'), word)} or ${contains(sql.ref('s.machines'), word)})`),
      ...signs.map((word) => contains(sql.ref('s.fold'), word)),
      ...short.map((word) => contains(sql.ref('s.starts'), startOf(word))),
    ],
    sql` and `,
  );

/** Whether the text of the row with this id contains each word: a test of one row, not a join. */
export const textMatches = (index: SearchIndex, sought: Sought, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${matches(sought)} from ${sql.table(index.texts)} as s where ${sql.ref(`s.${index.id}`)} = ${id})`;
