import type { Body } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { downloads, type Download } from '@basics/contract/release-notes/downloads.ts';
import {
  noteListFields,
  releaseNotes,
  releaseNoteStatuses,
  type ReleaseNote,
} from '@basics/contract/release-notes/release-notes.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/session/bulk/in-parts.ts';
import { declareList } from '#portal/api/declare-list.ts';

export type NoteValues = Body<typeof releaseNotes.create>;

const allNotesKey = ['releaseNotes'] as const;

/** The list of all release notes, also of drafts, for staff. */
export const notesList = declareList({
  key: [...allNotesKey, 'list'],
  usualSort: defaultSorts.releaseNotes,
  search: releaseNotes.search,
  export: releaseNotes.export,
  pageSize: limits.page.releaseNotes,
  fields: noteListFields,
  filters: { status: z.enum(releaseNoteStatuses) },
  view: {},
});

type PublishedQuery = { pageNumber?: number | undefined; keyword?: string | undefined };

/** Loads one page of the published notes, the newest release first. */
export function createPublishedNotesQuery({ pageNumber = 1, keyword = '' }: PublishedQuery) {
  const body = { pageNumber, keyword, pageSize: limits.page.releaseNotes };
  return queryOptions({
    queryKey: [...allNotesKey, 'published', body],
    queryFn: ({ signal }) => call(releaseNotes.list, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads the newest published note; null if there is none. */
export const newestReleaseNote = queryOptions({
  queryKey: [...allNotesKey, 'newest'],
  queryFn: ({ signal }) => call(releaseNotes.list, { body: { pageNumber: 1, pageSize: 1, keyword: '' }, signal }),
  select: ({ items }) => items[0] ?? null,
  staleTime: 300_000,
});

/** Loads the newest files of the tools that the user may use. */
export const downloadsQuery = queryOptions({
  queryKey: [...allNotesKey, 'downloads'],
  queryFn: ({ signal }) => call(downloads.downloads, { signal }),
  staleTime: 300_000,
});

/** Creates a link to a file, which works for 10 minutes. */
export const createDownloadLink = ({ releaseId, fileName }: Download) =>
  call(downloads.downloadLink, { body: { releaseId, fileName } });

export const createNoteQuery = (releaseId: number) =>
  queryOptions({
    queryKey: [...allNotesKey, 'one', releaseId],
    queryFn: ({ signal }) => call(releaseNotes.get, { params: { id: releaseId }, signal }),
  });

/** Creates a note, or updates the stored note if its row version has not changed. */
export const saveNote = (storedNote: Pick<ReleaseNote, 'releaseId' | 'rowVersion'> | null, note: NoteValues) =>
  storedNote === null
    ? call(releaseNotes.create, { body: note })
    : call(releaseNotes.update, {
        params: { id: storedNote.releaseId },
        body: { ...note, rowVersion: storedNote.rowVersion },
      });

export const removeNote = (releaseId: number) => call(releaseNotes.remove, { params: { id: releaseId } });

/** Deletes notes; returns the outcome for each id. */
export const removeNotes = (ids: readonly number[]) =>
  callInParts(ids, (batchOfIds) => call(releaseNotes.removeMany, { body: batchOfIds }));

/** Loads the deleted notes that can be restored. */
export const deletedNotes = queryOptions({
  queryKey: [...allNotesKey, 'bin'],
  queryFn: ({ signal }) => call(releaseNotes.bin, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
});

export const restoreNote = (releaseId: number) => call(releaseNotes.restore, { params: { id: releaseId } });

/** Stores a saved note in the cache and loads the lists again. */
export async function storeNote(client: QueryClient, note: ReleaseNote): Promise<void> {
  await invalidateNotes(client);
  client.setQueryData(createNoteQuery(note.releaseId).queryKey, note);
}

export const invalidateNotes = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: allNotesKey });

/** The ids of the notes whose deletion can still be undone. The lists hide notes with these ids. */
export const pendingDeletions = queryOptions({
  queryKey: ['releaseNotesGoing'],
  queryFn: (): readonly number[] => [],
  initialData: [],
  staleTime: Infinity,
  gcTime: Infinity,
});

export const setPendingDeletion = (client: QueryClient, releaseId: number, isPending: boolean): void => {
  client.setQueryData(pendingDeletions.queryKey, (ids = []) => [
    ...ids.filter((id) => id !== releaseId),
    ...(isPending ? [releaseId] : []),
  ]);
};
