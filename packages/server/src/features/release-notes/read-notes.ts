import { limits } from '@basics/contract/calls/limits.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { ReleaseNote, releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import type { Db } from '#server/database/foundation.ts';
import { createCsvName, createCsvTable, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/lists/list-page.repository.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import { restorableMs, toUtcDay } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findDeletedNotes } from './notes-bin.repository.ts';
import {
  findNote,
  findNotes,
  findPublishedNotes,
  readNotes,
  selectMatchingNotes,
  type NoteRow,
} from './release-notes.repository.ts';

/** Returns a page of the notes, with drafts. */
export async function searchNotes(
  { db, at }: Pick<CallContext, 'db' | 'at'>,
  query: Body<typeof releaseNotes.search>,
): Promise<Reply<typeof releaseNotes.search>> {
  const page = await findNotes(db, query, at);
  return { ...page, items: page.items.map(toNote) };
}

/** Returns a page of the published notes, which everyone can read. */
export async function listPublishedNotes(
  db: Db,
  query: Body<typeof releaseNotes.list>,
): Promise<Reply<typeof releaseNotes.list>> {
  const page = await findPublishedNotes(db, query);
  return { ...page, items: page.items.map(toNote) };
}

export async function exportNotes(context: WriteContext, query: Body<typeof releaseNotes.export>): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'releaseNotes', query });
  const { matchingRows, order } = selectMatchingNotes(db, query, context.at);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readNotes(db, ids));
  return createCsvTable(createCsvName('release-notes', context.at), columns, rows);
}

const columns = {
  releaseId: (note) => note.id,
  title: (note) => note.title,
  version: (note) => note.version,
  releaseDate: (note) => note.releaseDate,
  status: (note) => note.status,
  description: (note) => note.description,
} satisfies Columns<NoteRow>;

/**
 * Returns a note. For a user who may not see drafts, a draft is treated as missing. Throws RESULTS_NOT_FOUND.
 */
export async function readNote({ db, actor }: Pick<CallContext<Actor | null>, 'db' | 'actor'>, id: number) {
  const row = await findNote(db, id);
  if (!row || (row.status === 'draft' && !canSeeDrafts(actor))) throw problem('RESULTS_NOT_FOUND');
  return toNote(row);
}

const canSeeDrafts = (actor: Actor | null): boolean =>
  actor?.permissions.some(
    (permission) => permission === 'releaseNotes.viewSingle' || permission === 'releaseNotes.view',
  ) ?? false;

/** Lists the deleted notes that can be restored, with the last day on which that is possible. */
export async function listDeletedNotes({ db }: Pick<CallContext, 'db'>): Promise<Reply<typeof releaseNotes.bin>> {
  const rows = await findDeletedNotes(db, limits.page.max);
  return {
    items: rows.map((row) => {
      const deletedAt = row.deletedAt ?? 0;
      return {
        ...toNote(row),
        deletedAt: new Date(deletedAt).toISOString(),
        keptUntil: toUtcDay(deletedAt + restorableMs),
      };
    }),
  };
}

/** Converts a note to the format of the API. */
export const toNote = (row: NoteRow): ReleaseNote => ({
  releaseId: row.id,
  title: row.title,
  description: row.description,
  version: row.version,
  releaseDate: row.releaseDate,
  status: row.status,
  rowVersion: row.rowVersion,
});
