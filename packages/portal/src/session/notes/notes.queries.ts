import { queryOptions } from '@tanstack/react-query';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { call } from '#portal/api/call.ts';

/** Loads who can get a follow-up about a user. */
export const createAssigneesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['users', 'assignees', userId],
    queryFn: ({ signal }) => call(notes.assignees, { params: { id: userId }, signal }),
    staleTime: 300_000,
  });

/** Searches the open follow-ups. */
export const createFollowUpsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['users', 'followUps', keyword],
    queryFn: ({ signal }) =>
      call(notes.searchFollowUps, { body: { keyword, pageNumber: 1, pageSize: 6, state: 'open' }, signal }),
  });

export const writeNote = (userId: number, body: Body<typeof notes.createNote>) =>
  call(notes.createNote, { params: { id: userId }, body });

export type NoteChange = Body<typeof notes.changeNote>;

export const changeNote = (userId: number, noteId: number, body: NoteChange) =>
  call(notes.changeNote, { params: { id: userId, noteId }, body });

export const removeNote = (userId: number, noteId: number) =>
  call(notes.removeNote, { params: { id: userId, noteId } });
