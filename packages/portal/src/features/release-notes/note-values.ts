import { releaseNoteBody } from '@basics/contract/release-notes.ts';
import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import * as z from 'zod/mini';
import type { NoteValues } from './release-notes.queries.ts';

/** The fields in the order in which they stand. */
export const noteFields = ['title', 'version', 'releaseDate', 'status', 'description'] as const;

/** What a form began with, and the row version that the server then had. */
export type Origin = { values: NoteValues; rowVersion: number | null };

/** A new note begins as today's draft. */
export const originOf = (note: ReleaseNote | null, today: string): Origin =>
  note === null
    ? { values: { title: '', version: '', releaseDate: today, status: 'draft', description: '' }, rowVersion: null }
    : { values: valuesOf(note), rowVersion: note.rowVersion };

export const valuesOf = ({ title, version, releaseDate, status, description }: ReleaseNote): NoteValues => ({
  title,
  version,
  releaseDate,
  status,
  description,
});

/** The fields in which two notes differ. */
export const changedFields = (one: NoteValues, other: NoteValues): (keyof NoteValues)[] =>
  noteFields.filter((name) => one[name] !== other[name]);

// As it was typed: nothing of it need be right yet.
const text = z.string();
const values = z.object({
  title: text,
  version: text,
  releaseDate: text,
  status: releaseNoteBody.shape.status,
  description: text,
});

/** What was typed and not saved, with what it was typed over, and when. */
const keptShape = z.object({
  values,
  origin: z.object({ values, rowVersion: z.nullable(z.int()) }),
  at: z.iso.datetime(),
});
export type Kept = z.infer<typeof keptShape>;

/** Where a browser keeps what this user typed for this note. */
export const keptKey = (userId: number, note: ReleaseNote | null): string =>
  `releaseNoteDraft:${userId}:${note?.releaseId ?? 'new'}`;

/** What is kept there; null where there is nothing that can be read. */
export function readKept(key: string): Kept | null {
  const stored = localStorage.getItem(key);
  if (stored === null) return null;
  try {
    return keptShape.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null; // Somebody else's words under our key.
  }
}

export const keep = (key: string, kept: Kept): void => localStorage.setItem(key, JSON.stringify(kept));

export const forgetKept = (key: string): void => localStorage.removeItem(key);
