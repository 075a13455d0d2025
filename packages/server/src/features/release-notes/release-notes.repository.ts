import type { Body } from '@basics/contract/endpoint.ts';
import type { releaseNotes } from '@basics/contract/release-notes.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';
import { inOrder } from '#server/database/keyset.ts';
import type { SortOrder } from '#server/database/keyset.ts';
import { readPage } from '#server/database/read-page.ts';
import type { NewRow } from '#server/database/schema.ts';
import { wordsOf } from '#server/platform/search/search-text.ts';
import { contains } from '#server/platform/search/contains.repository.ts';

type ListAsked = Body<typeof releaseNotes.export>;

const columns = [
  'release_notes.id',
  'release_notes.title',
  'release_notes.description',
  'release_notes.version',
  'release_notes.release_date',
  'release_notes.status',
  'release_notes.updated_at',
  'release_notes.row_version',
] as const;

/** The notes that contain each word of the keyword; notes of one day stand in the order in which they were written. */
export function matchingNotes(db: Db, asked: ListAsked) {
  let matching = db
    .selectFrom('release_notes')
    .leftJoin('release_note_search', 'release_note_search.release_note_id', 'release_notes.id');
  if (asked.status !== undefined) matching = matching.where('release_notes.status', '=', asked.status);
  for (const word of wordsOf(asked.keyword))
    matching = matching.where(contains(sql.ref('release_note_search.fold'), word));
  const { field, direction } = asked.sort ?? { field: 'releaseDate', direction: 'desc' };
  const order: SortOrder = { keys: [sortKeys[field], sql.ref('release_notes.id')], direction };
  return { matching, order };
}

/** A page of them. */
export async function findNotes(db: Db, asked: Body<typeof releaseNotes.search>) {
  const { matching, order } = matchingNotes(db, asked);
  return readPage(inOrder(matching, order).select(columns), asked);
}

export type NoteRow = Awaited<ReturnType<typeof findNotes>>['items'][number];

// What is not there is an empty text: nothing would stand at another end on each database.
const sortKeys = {
  title: sql`coalesce(release_note_search.title, '')`,
  version: sql`coalesce(release_note_search.version, '')`,
  releaseDate: sql.ref('release_notes.release_date'),
  status: sql.ref('release_notes.status'),
};

/** Notes by their ids, in no particular order. */
export const readNotes = (db: Db, ids: readonly number[]) =>
  db.selectFrom('release_notes').select(columns).where('id', 'in', ids).execute();

export const findNote = (db: Db, id: number) =>
  db.selectFrom('release_notes').select(columns).where('id', '=', id).executeTakeFirst();

/** Several at once, locked until the transaction ends, in the order of their ids. */
export const lockNotes = (trx: Trx, ids: readonly number[]) =>
  trx.selectFrom('release_notes').select(columns).where('id', 'in', ids).orderBy('id').forUpdate().execute();

export const insertNote = (trx: Trx, row: NewRow<'release_notes'>) =>
  trx.insertInto('release_notes').values(row).returning(columns).executeTakeFirstOrThrow();

type Written = Pick<NewRow<'release_notes'>, 'title' | 'description' | 'version' | 'release_date' | 'status'>;

export const updateNote = (trx: Trx, id: number, row: Written & { updated_at: number; row_version: number }) =>
  trx.updateTable('release_notes').set(row).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

export async function deleteNotes(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('release_notes').where('id', 'in', ids).execute();
}
