import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath } from '../fields/fields.ts';
import { note, noteBody, noteChange, noteParams, staffList } from '../users/notes.ts';
import { timelineQuery, timelineReply } from '../users/timeline.ts';

const isStaff = { any: ['users.view'] } as const;

/** The calls of the feature `companies` about what staff write about a company, and about its history. Nobody of the company sees either. */
export const companyNotes = {
  timeline: endpoint({
    name: 'companies.timeline',
    summary:
      'The history of a company in the caller’s scope, newest first: notes, seats, people, and what happened to the members in scope',
    method: 'GET',
    path: '/company/{id}/timeline',
    access: isStaff,
    params: idInPath,
    query: timelineQuery,
    reply: timelineReply,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  createNote: endpoint({
    name: 'companies.createNote',
    summary: 'Write a note about a company; with a day, a follow-up for that day',
    method: 'POST',
    path: '/company/{id}/note',
    access: isStaff,
    params: idInPath,
    body: noteBody,
    reply: note,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  changeNote: endpoint({
    name: 'companies.changeNote',
    summary:
      'Change, pin, move or close a note about a company; only the author and administrators may change the text',
    method: 'PUT',
    path: '/company/{id}/note/{noteId}',
    access: isStaff,
    params: noteParams,
    body: noteChange,
    record: note,
    reply: note,
    problems: ['RESULTS_NOT_FOUND', 'NOT_PERMITTED', 'STALE'],
  }),
  removeNote: endpoint({
    name: 'companies.removeNote',
    summary: 'Delete a note about a company; only the author and administrators may',
    method: 'DELETE',
    path: '/company/{id}/note/{noteId}',
    access: isStaff,
    params: noteParams,
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'NOT_PERMITTED'],
  }),
  assignees: endpoint({
    name: 'companies.assignees',
    summary: 'The members of staff who see a company and can get a follow-up about it, the caller first',
    method: 'GET',
    path: '/company/{id}/assignee',
    access: isStaff,
    params: idInPath,
    reply: z.strictObject({ items: staffList }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
