import { sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import { dialectOf, type Db, type Trx } from '#server/database/foundation.ts';
import { repeatUntilDone } from '#server/platform/background/batches.ts';
import { completeIndex, type SearchIndex } from './search-index.repository.ts';
import { listTrigrams } from './search-text.ts';

/**
 * Adds to a search index the rows of a copied database. The rows are added in batches, so that the next process can continue after an
 * interruption. Several processes may fill the index at the same time. When the signal is aborted, it throws the reason
 * of the signal between two batches.
 */
export const fillSearchIndex = ({ transact }: Database, index: SearchIndex, signal: AbortSignal): Promise<void> =>
  repeatUntilDone((limit) => transact((trx) => fillBatch(trx, index, limit)), signal);

async function fillBatch(trx: Trx, index: SearchIndex, limit: number): Promise<number> {
  const { rows: indexStates } = await sql<{ indexedTo: number }>`
    update search_indexes set indexed_to = indexed_to where name = ${index.name} returning indexed_to`.execute(trx);
  const from = indexStates[0]?.indexedTo ?? completeIndex;
  if (from === completeIndex) return 0;
  const id = sql.ref(`s.${index.id}`);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${sql.table(index.texts)} as s where ${id} > ${from} order by ${id} limit ${limit}`.execute(
    trx,
  );
  const lastId = rows.at(-1)?.id ?? completeIndex;
  if (dialectOf(trx) === 'sqlite')
    await sql`insert into ${sql.table(index.trigrams)} (rowid, text)
      select ${id}, s.fold || char(10) || s.starts || char(10) || s.machines from ${sql.table(index.texts)} as s where ${id} > ${from} and ${id} <= ${lastId}`.execute(
      trx,
    );
  const to = rows.length < limit ? completeIndex : lastId;
  await sql`update search_indexes set indexed_to = ${to} where name = ${index.name}`.execute(trx);
  return rows.length;
}

/** The number of terms (trigrams) that one statement inserts; a statement can have only a limited number of parameters. */
const termsPerStatement = 500;

/** The sample consists of this number of sections, which are spread evenly over the ids. */
const sampleSections = 200;
const rowsPerSection = 20;

/**
 * Counts in a sample of some thousand rows how many rows contain each trigram (group of three characters). A search looks up only the
 * rarest trigrams of its words. The sample affects only the speed of a search, not its result.
 */
export async function sampleTerms({ kysely, transact }: Database, index: SearchIndex): Promise<void> {
  const texts = await sampleTexts(kysely, index);
  const countByTerm = new Map<string, number>();
  for (const text of texts)
    for (const term of listTrigrams(text)) countByTerm.set(term, (countByTerm.get(term) ?? 0) + 1);
  // A trigram that occurs in only one row of the sample is not stored.
  const terms = [...countByTerm].filter(([, n]) => n > 1).map(([term, n]) => ({ list: index.name, term, n }));
  await transact(async (trx) => {
    await trx.deleteFrom('searchTerms').where('list', '=', index.name).execute();
    for (let section = 0; section < terms.length; section += termsPerStatement)
      // The statements run one after the other, because they share the connection of the transaction.
      // oxlint-disable-next-line no-await-in-loop
      await trx
        .insertInto('searchTerms')
        .values(terms.slice(section, section + termsPerStatement))
        .execute();
    await trx.updateTable('searchIndexes').set({ sampled: texts.size }).where('name', '=', index.name).execute();
  });
}

async function sampleTexts(db: Db, index: SearchIndex): Promise<Set<string>> {
  const id = sql.ref(`s.${index.id}`);
  const { rows: lastIdRows } = await sql<{ lastId: number | null }>`
    select max(${id}) as last_id from ${sql.table(index.texts)} as s`.execute(db);
  const lastId = lastIdRows[0]?.lastId ?? 0;
  const texts = new Set<string>();
  for (let section = 0; section < sampleSections; section += 1) {
    const from = Math.floor((section / sampleSections) * lastId);
    // The short reads run one after the other, so that requests can run between them.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await sql<{ text: string }>`
      select s.fold || ${'\n'} || s.starts || ${'\n'} || s.machines as text from ${sql.table(index.texts)} as s
      where ${id} > ${from} order by ${id} limit ${rowsPerSection}`.execute(db);
    for (const { text } of rows) texts.add(text);
    // This pause lets requests run.
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
  return texts;
}
