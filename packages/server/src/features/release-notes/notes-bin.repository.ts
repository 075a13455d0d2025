import type { Db, Trx } from '#server/database/foundation.ts';
import { noteColumns } from './release-notes.repository.ts';

/** Finds the deleted notes that can be restored, the last deleted first, at most `limit`. */
export const findDeletedNotes = (db: Db, limit: number) =>
  db
    .selectFrom('releaseNotes')
    .select([...noteColumns, 'releaseNotes.deletedAt'])
    .where('deletedAt', 'is not', null)
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Restores a note from the bin and returns it; returns undefined if the note is not in the bin. */
export const restoreDeletedNote = (trx: Trx, id: number) =>
  trx
    .updateTable('releaseNotes')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning(noteColumns)
    .executeTakeFirst();

/**
 * Deletes at most `limit` notes that were moved to the bin before or at the time `deletedUntil`. Returns the number of
 * deleted notes.
 */
export async function emptyNotesBin(db: Db, deletedUntil: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('releaseNotes')
    .where('id', 'in', (notes) =>
      notes.selectFrom('releaseNotes').select('id').where('deletedAt', '<=', deletedUntil).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
