import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import {
  databaseInteger,
  day,
  idInPath,
  moment,
  numberInPath,
  personId,
  readVersion,
  withoutDefaults,
} from '../fields/fields.ts';
import { createPageBody, createPage } from '../calls/lists.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** The maximum length of a note (Markdown), in characters. */
export const maxNoteLength = 4000;

const staffMember = z.strictObject({ userId: z.int(), name: z.string() });
export const staffList = z.array(staffMember);

/**
 * What staff write about a customer or a company, who never see it. A note with a `day` is a follow-up: work for the `assignee` on that day,
 * open until `doneAt`. `canEdit` says whether the caller may change the text and delete the note.
 */
export const note = z.strictObject({
  noteId: z.int(),
  text: z.string(),
  isPinned: z.boolean(),
  createdAt: moment,
  by: z.string(),
  editedAt: z.nullable(moment),
  day: z.nullable(day),
  assignee: z.nullable(staffMember),
  doneAt: z.nullable(moment),
  doneBy: z.nullable(z.string()),
  canEdit: z.boolean(),
  version: z.int(),
});
export type Note = z.infer<typeof note>;

/** The fields of a note. A follow-up without an assignee is for its author. */
export const noteFields = {
  text: requiredText(fieldMessages.note, maxNoteLength),
  isPinned: z._default(z.boolean(), false),
  day: z._default(z.nullable(day), null),
  assigneeId: z._default(z.nullable(personId(fieldMessages.notAllowed)), null),
};
export const noteBody = z.strictObject(noteFields);

/** A change of a note. An absent field keeps its value. `isDone` closes a follow-up or opens it again. */
export const noteChange = z.extend(z.partial(z.strictObject(withoutDefaults(noteFields))), {
  isDone: z.optional(z.boolean()),
  version: readVersion,
});

export const noteParams = z.strictObject({ id: numberInPath, noteId: numberInPath });

/** Adds the person or the company that a record is about to its fields: the other id is null. The name is that of the person or the company. */
export function withSubject<const Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const names = { ...fields, name: z.string(), company: z.string() };
  return z.union([
    z.strictObject({ ...names, userId: z.int(), companyId: z.null() }),
    z.strictObject({ ...names, userId: z.null(), companyId: z.int() }),
  ]);
}

/** A follow-up in a list, with the person or the company that it is about. */
const followUp = z.extend(note, { about: withSubject({}) });
export type FollowUp = z.infer<typeof followUp>;

/** The calls of the feature `users` about the notes and follow-ups of staff. Those about companies are in `companies/company-notes.ts`. */
export const notes = {
  listNotes: endpoint({
    name: 'users.listNotes',
    summary: 'The notes of staff about a user: open follow-ups first, then pinned notes, then the newest',
    method: 'GET',
    path: '/user/{id}/note',
    access: { any: ['users.view'] },
    params: idInPath,
    query: z.strictObject({ most: z._default(numberInPath.check(z.maximum(200)), 50) }),
    reply: z.strictObject({ items: z.array(note), hasMore: z.boolean() }),
    problems: ['USER_NOT_FOUND', 'NOT_PERMITTED'],
  }),
  createNote: endpoint({
    name: 'users.createNote',
    summary: 'Write a note about a user; with a day, a follow-up for that day',
    method: 'POST',
    path: '/user/{id}/note',
    access: { any: ['users.view'] },
    params: idInPath,
    body: noteBody,
    reply: note,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT'],
  }),
  changeNote: endpoint({
    name: 'users.changeNote',
    summary: 'Change, pin, move or close a note; only the author and administrators may change the text',
    method: 'PUT',
    path: '/user/{id}/note/{noteId}',
    access: { any: ['users.view'] },
    params: noteParams,
    body: noteChange,
    record: note,
    reply: note,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'RESULTS_NOT_FOUND', 'NOT_PERMITTED', 'STALE'],
  }),
  removeNote: endpoint({
    name: 'users.removeNote',
    summary: 'Delete a note; only the author and administrators may',
    method: 'DELETE',
    path: '/user/{id}/note/{noteId}',
    access: { any: ['users.view'] },
    params: noteParams,
    reply: null,
    problems: ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'RESULTS_NOT_FOUND', 'NOT_PERMITTED'],
  }),
  assignees: endpoint({
    name: 'users.assignees',
    summary: 'The members of staff who see a user and can get a follow-up about the user, the caller first',
    method: 'GET',
    path: '/user/{id}/assignee',
    access: { any: ['users.view'] },
    params: idInPath,
    reply: z.strictObject({ items: staffList }),
    problems: ['USER_NOT_FOUND', 'NOT_PERMITTED'],
  }),
  searchFollowUps: endpoint({
    name: 'users.searchFollowUps',
    summary: 'The follow-ups about users and companies in the caller’s scope; the earliest day first',
    method: 'POST',
    path: '/follow-up/search',
    access: { any: ['users.view'] },
    body: createPageBody(['day'], 20, {
      state: z._default(z.enum(['open', 'done']), 'open'),
      assigneeId: z.optional(databaseInteger()),
      until: z.optional(day),
    }),
    reply: createPage(followUp),
    problems: [],
  }),
};
