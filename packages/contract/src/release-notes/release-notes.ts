import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, readVersion, withoutDefaults } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { bulkReply, csvExport, idList, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

export const releaseNoteStatuses = ['draft', 'published'] as const;
const status = z.enum(releaseNoteStatuses);

/** The maximum length of the description of a release note (Markdown), in characters. */
export const maxDescriptionLength = 20_000;

/**
 * `version` is the version of the release. `rowVersion` counts the changes of the release note, and a call that changes the note must send
 * it.
 */
export const releaseNote = z.strictObject({
  releaseId: z.int(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  releaseDate: day,
  status,
  rowVersion: z.int(),
});
export type ReleaseNote = z.infer<typeof releaseNote>;

/** `keptUntil` is the last day (UTC) on which the deleted release note can be restored. */
const deletedNote = z.extend(releaseNote, { deletedAt: moment, keptUntil: day });
export type DeletedNote = z.infer<typeof deletedNote>;

const releaseDate = z.pipe(
  requiredText(fieldMessages.date, limits.text.name),
  z.iso.date({ error: fieldMessages.notAllowed }),
);

/** The fields of a release note. Without a status, a note is published. */
const noteFields = {
  title: requiredText(fieldMessages.title, limits.text.line),
  description: requiredText(fieldMessages.description, maxDescriptionLength),
  version: requiredText(fieldMessages.version, limits.text.name),
  releaseDate,
  status: z._default(status, 'published'),
};
const createNoteBody = z.strictObject(noteFields);
export const releaseNoteForm = z.strictObject({ ...noteFields, status });

const sortableFields = ['title', 'version', 'releaseDate', 'status'] as const;

/** The fields by which the list of release notes is filtered. */
export const noteListFields = {
  title: listField.text(),
  version: listField.text(),
  status: listField.oneOf(releaseNoteStatuses),
  releaseDate: listField.day(),
};

const filters = { filters: createListFilters(noteListFields), status: z.optional(status) };

export const releaseNotes = {
  get: endpoint({
    name: 'releaseNotes.get',
    summary: 'One release note; drafts only for users who may see them',
    method: 'GET',
    path: '/release-note/{id}',
    access: 'public',
    machines: true,
    params: idInPath,
    reply: releaseNote,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  search: endpoint({
    name: 'releaseNotes.search',
    summary: 'All release notes including drafts; by default the newest release first',
    method: 'POST',
    path: '/release-note/search',
    access: { any: ['releaseNotes.view'] },
    machines: true,
    body: createCursorBody(sortableFields, limits.page.releaseNotes, filters),
    reply: createCursorPage(releaseNote),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'releaseNotes.export',
    path: '/release-note/export',
    access: { any: ['releaseNotes.view'] },
    body: createListBody(sortableFields, filters),
  }),
  list: endpoint({
    name: 'releaseNotes.list',
    summary: 'The published release notes; by default the newest release first',
    method: 'POST',
    path: '/release-note/list',
    access: 'public',
    machines: true,
    body: createCursorBody(['releaseDate'], limits.page.releaseNotes, {}),
    reply: createCursorPage(releaseNote),
    problems: [],
  }),
  create: endpoint({
    name: 'releaseNotes.create',
    summary: 'Add release note',
    method: 'POST',
    path: '/release-note',
    access: { any: ['releaseNotes.create'] },
    machines: true,
    location: '/release-note/{releaseId}',
    body: createNoteBody,
    reply: releaseNote,
    problems: [],
  }),
  update: endpoint({
    name: 'releaseNotes.update',
    summary: 'Change a release note; the row version prevents that changes of others are lost',
    method: 'PUT',
    path: '/release-note/{id}',
    access: { any: ['releaseNotes.edit'] },
    machines: true,
    params: idInPath,
    body: z.extend(z.partial(z.strictObject(withoutDefaults(noteFields))), { rowVersion: readVersion }),
    record: releaseNote,
    reply: releaseNote,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  remove: endpoint({
    name: 'releaseNotes.remove',
    summary: 'Delete a release note',
    method: 'DELETE',
    path: '/release-note/{id}',
    access: { any: ['releaseNotes.delete'] },
    params: idInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  removeMany: endpoint({
    name: 'releaseNotes.removeMany',
    summary: 'Delete release notes in one transaction; the reply has an outcome for each id',
    method: 'DELETE',
    path: '/release-note/bulk',
    access: { any: ['releaseNotes.delete'] },
    body: idList,
    reply: bulkReply,
    problems: [],
  }),
  bin: endpoint({
    name: 'releaseNotes.bin',
    summary: 'The deleted release notes that can be restored, the last deleted first; at most 200',
    method: 'GET',
    path: '/release-note/bin',
    access: { any: ['releaseNotes.delete'] },
    reply: z.strictObject({ items: z.array(deletedNote) }),
    problems: [],
  }),
  restore: endpoint({
    name: 'releaseNotes.restore',
    summary: 'Restore a deleted release note, with its id and its status',
    method: 'POST',
    path: '/release-note/{id}/restore',
    access: { any: ['releaseNotes.delete'] },
    params: idInPath,
    reply: releaseNote,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
