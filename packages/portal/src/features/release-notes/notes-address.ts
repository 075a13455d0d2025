import { releaseNotes, releaseNoteStatuses } from '@basics/contract/release-notes.ts';
import * as z from 'zod/mini';
import { pageAndKeyword } from '#portal/ui/lists/list-address.ts';

/** What the address remembers of the list of staff, in the fields of its call. */
export const notesAddress = z.object({
  ...pageAndKeyword,
  sort: releaseNotes.search.body.shape.sort,
  status: z.optional(z.enum(releaseNoteStatuses)),
});
export type NotesAddress = z.infer<typeof notesAddress>;

/** An address without search, filter and page. */
export const cleared = { keyword: undefined, pageNumber: undefined, status: undefined };
