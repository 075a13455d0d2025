import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Db, Trx } from '#server/database/database.ts';
import { dialectOf } from '#server/database/dialect.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { wholeIndex } from './search-index.repository.ts';
import type { SearchIndex } from './search-index.repository.ts';
import { trigramsOf } from './search-terms.ts';

/**
 * Adds the rows to a search index that earlier versions did not: a batch at a time, so that a process that is killed goes on where it was.
 * Several processes may do so at once. Throws the signal's reason between two batches once it is aborted.
 */
export const fillSearchIndex = ({ transact }: Database, index: SearchIndex, signal: AbortSignal): Promise<void> =>
  repeatUntilDone((most) => transact((trx) => fillBatch(trx, index, most)), signal);

/** Returns how many rows it added. */
async function fillBatch(trx: Trx, index: SearchIndex, most: number): Promise<number> {
  const { rows: states } = await sql<{ indexedTo: number }>`
    update search_indexes set indexed_to = indexed_to where name = ${index.name} returning indexed_to`.execute(trx);
  const from = states[0]?.indexedTo ?? wholeIndex;
  if (from === wholeIndex) return 0;
  const id = sql.ref(`s.${index.id}`);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${sql.table(index.texts)} as s where ${id} > ${from} order by ${id} limit ${most}`.execute(
    trx,
  );
  await index.write(
    trx,
    rows.map((row) => row.id),
  );
  const last = rows.at(-1)?.id ?? wholeIndex;
  if (dialectOf(trx) === 'sqlite')
    await sql`insert into ${sql.table(index.trigrams)} (rowid, text)
      select ${id}, s.fold || char(10) || s.starts || char(10) || s.machines from ${sql.table(index.texts)} as s where ${id} > ${from} and ${id} <= ${last}`.execute(
      trx,
    );
  const to = rows.length < most ? wholeIndex : last;
  await sql`update search_indexes set indexed_to = ${to} where name = ${index.name}`.execute(trx);
  return rows.length;
}

/** A statement has a limited number of values. */
const termsPerStatement = 500;

/** Rows of the sample, read in stretches spread evenly over the ids. */
const stretches = 200;
const inStretch = 20;

/**
 * Counts in some thousand rows which groups of three characters are how common. A search looks up the rarest ones; it finds the same rows
 * whatever the sample says.
 */
export async function sampleTerms({ kysely, transact }: Database, index: SearchIndex): Promise<void> {
  const texts = await sampleTexts(kysely, index);
  const counts = new Map<string, number>();
  for (const text of texts) for (const term of trigramsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  // A term of one row says nothing.
  const terms = [...counts].filter(([, n]) => n > 1).map(([term, n]) => ({ list: index.name, term, n }));
  await transact(async (trx) => {
    await trx.deleteFrom('searchTerms').where('list', '=', index.name).execute();
    for (let at = 0; at < terms.length; at += termsPerStatement)
      // One after the other: they share the connection of the transaction.
      // oxlint-disable-next-line no-await-in-loop
      await trx
        .insertInto('searchTerms')
        .values(terms.slice(at, at + termsPerStatement))
        .execute();
    await trx.updateTable('searchIndexes').set({ sampled: texts.size }).where('name', '=', index.name).execute();
  });
}

async function sampleTexts(db: Db, index: SearchIndex): Promise<Set<string>> {
  const id = sql.ref(`s.${index.id}`);
  const { rows: bounds } = await sql<{ last: number | null }>`
    select max(${id}) as last from ${sql.table(index.texts)} as s`.execute(db);
  const last = bounds[0]?.last ?? 0;
  const texts = new Set<string>();
  for (let at = 0; at < stretches; at += 1) {
    const from = Math.floor((at / stretches) * last);
    // One short read after the other, between requests.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await sql<{ text: string }>`
      select s.fold || ${'\n'} || s.starts || ${'\n'} || s.machines as text from ${sql.table(index.texts)} as s
      where ${id} > ${from} order by ${id} limit ${inStretch}`.execute(db);
    for (const { text } of rows) texts.add(text);
    // As above.
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
  return texts;
}
