import type { Trx } from '#server/database/foundation.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type SearchedFields = { title: string; version: string; description: string };

/** Writes the search text of a note. Call this function in the transaction that writes the note. */
export async function writeNoteSearch(
  trx: Trx,
  id: number,
  { title, version, description }: SearchedFields,
): Promise<void> {
  const columns = {
    fold: foldText([title, version, description].join('\n')),
    title: foldText(title),
    version: toSortableVersion(version),
  };
  await trx
    .insertInto('releaseNoteSearch')
    .values({ releaseNoteId: id, ...columns })
    .onConflict((conflict) => conflict.column('releaseNoteId').doUpdateSet(columns))
    .execute();
}

/**
 * Converts a version to a text that is sorted by its numbers: 1.9 before 1.10, 1.4 before 1.4.1, and pre-releases before their release
 * (Semantic Versioning 2.0.0, 11). A hyphen becomes a space, which is sorted before all other characters. The end of a version becomes `!`,
 * which is sorted before a dot.
 */
export const toSortableVersion = (version: string): string =>
  `${foldText(version)
    .replaceAll(/\d+/g, (digits) => digits.padStart(10, '0'))
    .replaceAll('-', ' ')}!`;
