import type { Database, Trx } from '#server/database/database.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type Worded = { title: string; version: string; description: string };

/** Keeps what searches look in beside a note; to be called in the transaction that writes it. */
export async function writeNoteSearch(trx: Trx, id: number, { title, version, description }: Worded): Promise<void> {
  const columns = {
    fold: foldText([title, version, description].join('\n')),
    title: foldText(title),
    version: versionOrder(version),
  };
  await trx
    .insertInto('release_note_search')
    .values({ release_note_id: id, ...columns })
    .onConflict((conflict) => conflict.column('release_note_id').doUpdateSet(columns))
    .execute();
}

/**
 * A version as text that sorts by its numbers: 1.9 before 1.10, 1.4 before 1.4.1, and what leads up to a version before it (Semantic
 * Versioning 2.0.0, 11). The blank is the first of all characters, and the end of a version is less than a dot.
 */
export const versionOrder = (version: string): string =>
  `${foldText(version)
    .replaceAll(/\d+/g, (digits) => digits.padStart(10, '0'))
    .replaceAll('-', ' ')}!`;

/** Writes the search text of every note that lacks one: of those that came by another way than the calls. */
export async function fillNoteSearch(database: Database): Promise<void> {
  const rows = await findUnwritten(database);
  if (rows.length === 0) return;
  await database.transact(async (trx) => {
    for (const row of rows) await writeNoteSearch(trx, row.id, row);
  });
}

const findUnwritten = ({ kysely }: Database) =>
  kysely
    .selectFrom('release_notes')
    .leftJoin('release_note_search', 'release_note_search.release_note_id', 'release_notes.id')
    .select(['release_notes.id', 'release_notes.title', 'release_notes.version', 'release_notes.description'])
    .where('release_note_search.release_note_id', 'is', null)
    .execute();
