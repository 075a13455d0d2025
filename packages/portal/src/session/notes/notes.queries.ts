import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { call } from '#portal/api/call.ts';

/** The person or the company whose page shows notes and a history. */
export type RecordSubject = { userId: number } | { companyId: number };

/** The key under which everything about the person or company is stored. */
const createKey = (subject: RecordSubject) =>
  'userId' in subject ? (['users', subject.userId] as const) : (['companies', subject.companyId] as const);

/** Loads the newest events of a user or a company, at most `limit`. */
export const createTimelineQuery = (subject: RecordSubject, limit: number) =>
  queryOptions({
    queryKey: [...createKey(subject), 'timeline', limit],
    queryFn: ({ signal }) => {
      const query = { most: limit };
      return 'userId' in subject
        ? call(timeline.timeline, { params: { id: subject.userId }, query, signal })
        : call(companyNotes.timeline, { params: { id: subject.companyId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Loads the timeline of a user or a company and the inbox again, after a note was written or changed. */
export async function invalidateTimeline(client: QueryClient, subject: RecordSubject): Promise<void> {
  const queryKeys = [[...createKey(subject), 'timeline'], ['home']];
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Loads the text of an e-mail to a user. */
export const createLetterOfUserQuery = (userId: number, mailId: number) =>
  queryOptions({
    queryKey: ['users', userId, 'mail', mailId],
    queryFn: ({ signal }) => call(mail.read, { params: { id: userId, mailId }, signal }),
  });

/** Sends a failed e-mail to a user again. */
export const repeatLetter = (userId: number, mailId: number) => call(mail.repeat, { params: { id: userId, mailId } });

/** Loads who can get a follow-up. */
export const createAssigneesQuery = (subject: RecordSubject) =>
  queryOptions({
    queryKey: [...createKey(subject), 'assignees'],
    queryFn: ({ signal }) =>
      'userId' in subject
        ? call(notes.assignees, { params: { id: subject.userId }, signal })
        : call(companyNotes.assignees, { params: { id: subject.companyId }, signal }),
    staleTime: 300_000,
  });

/** Searches the open follow-ups. */
export const createFollowUpsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['users', 'followUps', keyword],
    queryFn: ({ signal }) =>
      call(notes.searchFollowUps, { body: { keyword, pageNumber: 1, pageSize: 6, state: 'open' }, signal }),
  });

export const writeNote = (subject: RecordSubject, body: Body<typeof notes.createNote>) =>
  'userId' in subject
    ? call(notes.createNote, { params: { id: subject.userId }, body })
    : call(companyNotes.createNote, { params: { id: subject.companyId }, body });

export type NoteChange = Body<typeof notes.changeNote>;

export const changeNote = (subject: RecordSubject, noteId: number, body: NoteChange) =>
  'userId' in subject
    ? call(notes.changeNote, { params: { id: subject.userId, noteId }, body })
    : call(companyNotes.changeNote, { params: { id: subject.companyId, noteId }, body });

export const removeNote = (subject: RecordSubject, noteId: number) =>
  'userId' in subject
    ? call(notes.removeNote, { params: { id: subject.userId, noteId } })
    : call(companyNotes.removeNote, { params: { id: subject.companyId, noteId } });
