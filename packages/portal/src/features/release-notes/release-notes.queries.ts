import type { Body } from '@basics/contract/endpoint.ts';
import { limits } from '@basics/contract/limits.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ListQuery } from '#portal/api/list-query.ts';
import { call } from '#portal/api/call.ts';
import { everyPage } from '#portal/api/every-page.ts';
import { inParts } from '#portal/api/in-parts.ts';

type Search = Body<typeof releaseNotes.search>;

export type NotesQuery = ListQuery<Search>;
export type NoteValues = Body<typeof releaseNotes.create>;

const all = ['releaseNotes'] as const;

const bodyOf = ({ pageNumber = 1, keyword = '', ...asked }: NotesQuery, pageSize: number): Search => ({
  ...asked,
  pageNumber,
  keyword,
  pageSize,
});

/** A page of what is published, the newest release first. */
export function publishedNotes({ pageNumber = 1, keyword = '' }: Pick<NotesQuery, 'pageNumber' | 'keyword'>) {
  const body = { pageNumber, keyword, pageSize: limits.page.releaseNotes };
  return queryOptions({
    queryKey: [...all, 'published', body],
    queryFn: ({ signal }) => call(releaseNotes.list, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The newest published note; null while there is none. */
export const newestReleaseNote = queryOptions({
  queryKey: [...all, 'newest'],
  queryFn: ({ signal }) => call(releaseNotes.list, { body: { pageNumber: 1, pageSize: 1, keyword: '' }, signal }),
  select: ({ items }) => items[0] ?? null,
  staleTime: 300_000,
});

/** One page of all notes; the page before stays in sight until the next one is there. */
export function notesFound(asked: NotesQuery) {
  const body = bodyOf(asked, limits.page.releaseNotes);
  return queryOptions({
    queryKey: [...all, 'list', body],
    queryFn: ({ signal }) => call(releaseNotes.search, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The list of all that match, as a file. */
export function exportNotes(asked: NotesQuery, signal: AbortSignal) {
  const { pageNumber: _, keyword = '', ...rest } = asked;
  return call(releaseNotes.export, { body: { ...rest, keyword }, signal });
}

/** Every note that matches, on whatever page. */
export function allNotesFound(asked: NotesQuery): Promise<ReleaseNote[]> {
  return everyPage((pageNumber) =>
    call(releaseNotes.search, { body: bodyOf({ ...asked, pageNumber }, limits.page.most) }),
  );
}

export const noteWithId = (releaseId: number) =>
  queryOptions({
    queryKey: [...all, 'one', releaseId],
    queryFn: ({ signal }) => call(releaseNotes.get, { params: { id: releaseId }, signal }),
  });

/** Writes a new note, or the next version of the one that was read. */
export const saveNote = (known: Pick<ReleaseNote, 'releaseId' | 'rowVersion'> | null, note: NoteValues) =>
  known === null
    ? call(releaseNotes.create, { body: note })
    : call(releaseNotes.update, { params: { id: known.releaseId }, body: { ...note, rowVersion: known.rowVersion } });

export const removeNote = (releaseId: number) => call(releaseNotes.remove, { params: { id: releaseId } });

/** What became of each id. */
export const removeNotes = (ids: readonly number[]) =>
  inParts(ids, (some) => call(releaseNotes.removeMany, { body: some }));

/** After a note was written: it is known as it now stands, every list is asked anew. */
export async function keepNote(client: QueryClient, note: ReleaseNote): Promise<void> {
  await forgetNotes(client);
  client.setQueryData(noteWithId(note.releaseId).queryKey, note);
}

export const forgetNotes = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });

/** The notes that are about to be deleted and can still be taken back: no list shows them. */
export const goingNotes = queryOptions({
  queryKey: ['releaseNotesGoing'],
  queryFn: (): readonly number[] => [],
  initialData: [],
  staleTime: Infinity,
  gcTime: Infinity,
});

export const setGoing = (client: QueryClient, releaseId: number, isGoing: boolean): void => {
  client.setQueryData(goingNotes.queryKey, (ids = []) => [
    ...ids.filter((id) => id !== releaseId),
    ...(isGoing ? [releaseId] : []),
  ]);
};
