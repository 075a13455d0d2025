import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { ReleaseNote, releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import type { Trx } from '#server/database/foundation.ts';
import { previewDeletion } from '#server/platform/bulk.ts';
import { problem } from '#server/platform/problem.ts';
import { applyChanges, findChanges, type WriteContext } from '#server/platform/writing.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { deleteNotes, insertNote, lockNotes, updateNote, type NoteRow } from './release-notes.repository.ts';
import { toNote } from './read-notes.ts';
import { restoreDeletedNote } from './notes-bin.repository.ts';
import { writeNoteSearch } from './note-search.repository.ts';

type NoteInput = Body<typeof releaseNotes.create>;
type NoteUpdate = Body<typeof releaseNotes.update>;

export function createNote(context: WriteContext, note: NoteInput): Promise<ReleaseNote> {
  const { database, at } = context;
  return database.transact(async (trx) => {
    const row = await insertNote(trx, { ...toColumns(note), createdAt: at, updatedAt: at });
    await writeNoteSearch(trx, row.id, note);
    await recordNoteChange(trx, context, { action: 'releaseNote.create', id: row.id, after: note });
    return toNote(row);
  });
}

/** Changes the sent fields of a note and returns it; a call with the current values changes nothing. Throws RESULTS_NOT_FOUND or STALE. */
export function changeNote(
  context: WriteContext,
  id: number,
  { rowVersion, ...changes }: NoteUpdate,
): Promise<ReleaseNote> {
  const { database, at } = context;
  return database.transact(async (trx) => {
    const [row] = await lockNotes(trx, [id]);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    if (rowVersion !== undefined && rowVersion !== row.rowVersion) throw problem('STALE');
    const note = applyChanges(toNoteFields(row), changes);
    const { before, after } = findChanges(toNoteFields(row), note);
    if (Object.keys(after).length === 0) return toNote(row);
    const changedNote = await updateNote(trx, id, {
      ...toColumns(note),
      updatedAt: at,
      rowVersion: row.rowVersion + 1,
    });
    await writeNoteSearch(trx, id, note);
    await recordNoteChange(trx, context, { action: 'releaseNote.update', id, before, after });
    return toNote(changedNote);
  });
}

/** Moves a note to the bin. Throws RESULTS_NOT_FOUND. */
export async function removeNote(context: WriteContext, id: number): Promise<void> {
  const { results } = await removeNotes(context, [id]);
  if (results[0]?.outcome !== 'deleted') throw problem('RESULTS_NOT_FOUND');
}

/** Moves the existing notes to the bin in one statement, and returns the outcome of each id. */
export function removeNotes(
  context: WriteContext,
  ids: readonly number[],
): Promise<Reply<typeof releaseNotes.removeMany>> {
  return context.database.transact(async (trx) => {
    const rows = await lockNotes(trx, ids);
    const existingIds = new Set(rows.map(({ id }) => id));
    await deleteNotes(trx, [...existingIds], context.at);
    for (const row of rows)
      await recordNoteChange(trx, context, { action: 'releaseNote.delete', id: row.id, before: toNoteFields(row) });
    return {
      results: [...new Set(ids)].map((id) => ({ id, outcome: existingIds.has(id) ? 'deleted' : 'notFound' })),
    };
  });
}

/** Returns the outcome that `removeNotes` would have. Nothing is deleted. */
export const previewNotesDeletion = (context: WriteContext, ids: readonly number[]) =>
  previewDeletion(context.database, (database) => removeNotes({ ...context, database }, ids));

/** Restores a note from the bin, and returns it. Throws RESULTS_NOT_FOUND if the note is not in the bin. */
export function restoreNote(context: WriteContext, id: number): Promise<ReleaseNote> {
  return context.database.transact(async (trx) => {
    const row = await restoreDeletedNote(trx, id);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    await recordNoteChange(trx, context, { action: 'releaseNote.restore', id, after: toNoteFields(row) });
    return toNote(row);
  });
}

const toColumns = ({ releaseDate, title, description, version, status }: NoteInput) => ({
  title,
  description,
  version,
  releaseDate,
  status,
});

const toNoteFields = (row: NoteRow): NoteInput => ({
  title: row.title,
  description: row.description,
  version: row.version,
  releaseDate: row.releaseDate,
  status: row.status,
});

type NoteChange = { action: AuditAction; id: number; before?: Partial<NoteInput>; after?: Partial<NoteInput> };

const recordNoteChange = (trx: Trx, context: WriteContext, { id, ...change }: NoteChange): Promise<void> =>
  recordAction(trx, context, { ...change, subject: { kind: 'releaseNote', id } });
