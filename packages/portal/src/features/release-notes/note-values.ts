import { releaseNoteBody } from '@basics/contract/release-notes.ts';
import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import * as z from 'zod/mini';
import type { NoteValues } from './release-notes.queries.ts';

/** The fields in the order of the page. */
export const noteFields = ['title', 'version', 'releaseDate', 'status', 'description'] as const;

/** The initial values of a form, with the row version of the server. */
export type Origin = { values: NoteValues; rowVersion: number | null };

/** Returns a new note: a draft with today's date. */
export const createOrigin = (note: ReleaseNote | null, today: string): Origin =>
  note === null
    ? { values: { title: '', version: '', releaseDate: today, status: 'draft', description: '' }, rowVersion: null }
    : { values: toValues(note), rowVersion: note.rowVersion };

export const toValues = ({ title, version, releaseDate, status, description }: ReleaseNote): NoteValues => ({
  title,
  version,
  releaseDate,
  status,
  description,
});

/** Returns the fields in which two notes differ. */
export const findChangedFields = (one: NoteValues, other: NoteValues): (keyof NoteValues)[] =>
  noteFields.filter((name) => one[name] !== other[name]);

// The typed values, which can be invalid.
const text = z.string();
const values = z.object({
  title: text,
  version: text,
  releaseDate: text,
  status: releaseNoteBody.shape.status,
  description: text,
});

/** The unsaved values, the values they replace, and the time. */
const keptSchema = z.object({
  values,
  origin: z.object({ values, rowVersion: z.nullable(z.int()) }),
  at: z.iso.datetime(),
});
export type Kept = z.infer<typeof keptSchema>;

/** Returns the storage key of this user's unsaved values for this note. */
export const createKeptKey = (userId: number, note: ReleaseNote | null): string =>
  `releaseNoteDraft:${userId}:${note?.releaseId ?? 'new'}`;

/** Returns the stored values; null when there are none that can be read. */
export function readKept(key: string): Kept | null {
  const stored = localStorage.getItem(key);
  if (stored === null) return null;
  try {
    return keptSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null; // Another program's data under our key.
  }
}

export const storeKept = (key: string, kept: Kept): void => localStorage.setItem(key, JSON.stringify(kept));

export const removeKept = (key: string): void => localStorage.removeItem(key);
