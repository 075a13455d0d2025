import type { Body } from '@basics/contract/calls/endpoint.ts';
import { noteListFields, type releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { readKeysetPage, createCursorOrder, type SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { createConditions, equals, contains } from '#server/platform/lists/list-filter.repository.ts';
import { splitKeyword } from '#server/platform/search/search-text.ts';

type ListQuery = Body<typeof releaseNotes.export>;

export const noteColumns = [
  'releaseNotes.id',
  'releaseNotes.title',
  'releaseNotes.description',
  'releaseNotes.version',
  'releaseNotes.releaseDate',
  'releaseNotes.status',
  'releaseNotes.updatedAt',
  'releaseNotes.rowVersion',
] as const;

/** How the server reads the fields by which the list of release notes is filtered. */
const readers: FieldReaders<typeof noteListFields> = {
  title: { row: sql`coalesce(release_note_search.title, '')` },
  // The search table has the version as it is sorted.
  version: { row: sql`lower(release_notes.version)`, normalise: (version) => version.toLowerCase() },
  status: { row: sql.ref('releaseNotes.status') },
  releaseDate: { row: sql.ref('releaseNotes.releaseDate'), empty: '' },
};

/** Selects the notes that match the filters and contain each word of the keyword, newest first by default. */
export function selectMatchingNotes(db: Db, query: ListQuery, now: number) {
  let noteQuery = db
    .selectFrom('releaseNotes')
    .leftJoin('releaseNoteSearch', 'releaseNoteSearch.releaseNoteId', 'releaseNotes.id')
    .where('releaseNotes.deletedAt', 'is', null);
  const conditions = createConditions(query, {
    filters: matchesFields({ fields: noteListFields, readers, now }),
    status: equals('releaseNotes.status'),
  });
  for (const condition of conditions) noteQuery = noteQuery.where(condition);
  for (const word of splitKeyword(query.keyword))
    noteQuery = noteQuery.where(contains(sql.ref('releaseNoteSearch.fold'), word));
  const sort = query.sort ?? defaultSorts.releaseNotes;
  return { matchingRows: noteQuery, order: createCursorOrder(sort, sortKeys[sort.field], sql.ref('releaseNotes.id')) };
}

export const findNotes = (db: Db, query: Body<typeof releaseNotes.search>, now: number) =>
  readKeysetPage(db, selectMatchingNotes(db, query, now), {
    pageRequest: query,
    readRowsByIds: (ids) => readNotes(db, ids),
  });

/** Finds a page of the published notes. This list has no filter that depends on the time. */
export const findPublishedNotes = (db: Db, query: Body<typeof releaseNotes.list>) =>
  findNotes(db, { ...query, status: 'published' }, 0);

export type NoteRow = Awaited<ReturnType<typeof readNotes>>[number];

// A missing value is read as an empty text, because SQLite and PostgreSQL sort null at opposite ends of a list.
const sortKeys: Record<NonNullable<ListQuery['sort']>['field'], SortKeys> = {
  title: [[sql`coalesce(release_note_search.title, '')`, 'text']],
  version: [[sql`coalesce(release_note_search.version, '')`, 'text']],
  releaseDate: [[sql.ref('releaseNotes.releaseDate'), 'text']],
  status: [[sql.ref('releaseNotes.status'), 'text']],
};

/** Reads notes by their ids, in no particular order. */
export const readNotes = (db: Db, ids: readonly number[]) =>
  db.selectFrom('releaseNotes').select(noteColumns).where('id', 'in', ids).execute();

/** Finds a note that is not deleted. */
export const findNote = (db: Db, id: number) =>
  db
    .selectFrom('releaseNotes')
    .select(noteColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/**
 * Locks the notes with the given ids until the transaction ends, in the order of their ids. Deleted notes are left out.
 */
export const lockNotes = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('releaseNotes')
    .select(noteColumns)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

export const insertNote = (trx: Trx, row: NewRow<'releaseNotes'>) =>
  trx.insertInto('releaseNotes').values(row).returning(noteColumns).executeTakeFirstOrThrow();

type NoteColumns = Pick<NewRow<'releaseNotes'>, 'title' | 'description' | 'version' | 'releaseDate' | 'status'>;

export const updateNote = (trx: Trx, id: number, row: NoteColumns & { updatedAt: number; rowVersion: number }) =>
  trx.updateTable('releaseNotes').set(row).where('id', '=', id).returning(noteColumns).executeTakeFirstOrThrow();

/** Moves notes to the bin. */
export async function deleteNotes(trx: Trx, ids: readonly number[], deletedAt: number): Promise<void> {
  if (ids.length > 0) await trx.updateTable('releaseNotes').set({ deletedAt }).where('id', 'in', ids).execute();
}
