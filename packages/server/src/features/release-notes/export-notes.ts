import type { Body } from '@basics/contract/endpoint.ts';
import type { releaseNotes } from '@basics/contract/release-notes.ts';
import type { Db } from '#server/database/database.ts';
import { createCsvName, createCsvTable } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { selectMatchingNotes, readNotes } from './release-notes.repository.ts';
import type { NoteRow } from './release-notes.repository.ts';

const columns = {
  releaseId: (note) => note.id,
  title: (note) => note.title,
  version: (note) => note.version,
  releaseDate: (note) => note.releaseDate,
  status: (note) => note.status,
  description: (note) => note.description,
} satisfies Columns<NoteRow>;

/** Returns the release notes that match a search, as the table of an export. */
export function createNotesExport(db: Db, query: Body<typeof releaseNotes.export>, at: number): CsvTable {
  const { matchingRows, order } = selectMatchingNotes(db, query);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readNotes(db, ids));
  return createCsvTable(createCsvName('release-notes', at), columns, rows);
}
