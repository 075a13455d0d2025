import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Body, Query } from '@basics/contract/calls/endpoint.ts';
import { fleet } from '@basics/contract/fleet/fleet.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { call } from '#portal/api/call.ts';

export const createVersionsQuery = (query: Query<typeof fleet.versions>) =>
  queryOptions({
    queryKey: ['fleet', query],
    queryFn: ({ signal }) => call(fleet.versions, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Loads the newest published release notes, from which staff choose the one to send. */
export const releaseNoteChoicesQuery = queryOptions({
  queryKey: ['releaseNotes', 'choices'],
  queryFn: ({ signal }) =>
    call(releaseNotes.list, { body: { pageNumber: 1, pageSize: limits.page.releaseNotes, keyword: '' }, signal }),
});

type NoteBody = Body<typeof fleet.sendNote>;

/** Loads which owners would get a release note. */
export const createNotePreviewQuery = (body: NoteBody) =>
  queryOptions({
    queryKey: ['fleet', 'note', body],
    queryFn: ({ signal }) => call(fleet.sendNote, { body: { ...body, preview: true }, signal }),
    gcTime: 0,
  });

export const sendNote = (body: NoteBody) => call(fleet.sendNote, { body });
