import { releaseNoteForm, type ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import * as z from 'zod/mini';
import type { NoteValues } from '../release-notes.queries.ts';

/** The fields in the order of the form. */
export const noteFields = ['title', 'version', 'releaseDate', 'status', 'description'] as const;

/** The initial values of a form, and the row version of the note on the server. */
export type FormOrigin = { values: NoteValues; rowVersion: number | null };

/** Returns the initial values for a note. A new note is a draft with today's date. */
export const createFormOrigin = (note: ReleaseNote | null, today: string): FormOrigin =>
  note === null
    ? { values: { title: '', version: '', releaseDate: today, status: 'draft', description: '' }, rowVersion: null }
    : { values: toNoteValues(note), rowVersion: note.rowVersion };

export const toNoteValues = ({ title, version, releaseDate, status, description }: ReleaseNote): NoteValues => ({
  title,
  version,
  releaseDate,
  status,
  description,
});

/** Returns the fields in which two notes differ. */
export const findChangedFields = (firstValues: NoteValues, secondValues: NoteValues): (keyof NoteValues)[] =>
  noteFields.filter((name) => firstValues[name] !== secondValues[name]);

// The typed values can be invalid, so the schema accepts any text.
const anyText = z.string();
const valuesSchema = z.object({
  title: anyText,
  version: anyText,
  releaseDate: anyText,
  status: releaseNoteForm.shape.status,
  description: anyText,
});

/** A draft in the storage of the browser: the unsaved values, the values before these changes, and the time of the draft. */
const draftSchema = z.object({
  values: valuesSchema,
  origin: z.object({ values: valuesSchema, rowVersion: z.nullable(z.int()) }),
  at: z.iso.datetime(),
});
export type StoredDraft = z.infer<typeof draftSchema>;

/** Returns the storage key for the draft of a user for a note. */
export const createDraftKey = (userId: number, note: ReleaseNote | null): string =>
  `releaseNoteDraft:${userId}:${note?.releaseId ?? 'new'}`;

/** Returns the stored draft, or null if there is none or it cannot be read. */
export function readDraft(key: string): StoredDraft | null {
  const storedText = localStorage.getItem(key);
  if (storedText === null) return null;
  try {
    return draftSchema.safeParse(JSON.parse(storedText)).data ?? null;
  } catch {
    return null; // The stored text is not JSON.
  }
}

export const storeDraft = (key: string, draft: StoredDraft): void => localStorage.setItem(key, JSON.stringify(draft));

export const removeDraft = (key: string): void => localStorage.removeItem(key);
