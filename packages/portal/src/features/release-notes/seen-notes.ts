import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { limits } from '@basics/contract/limits.ts';
import * as z from 'zod/mini';

/**
 * The release notes that this browser has shown. If there were more notes, `from` is the date of the oldest shown note; otherwise it is
 * empty.
 */
const seenSchema = z.object({ ids: z.array(z.int()), from: z.string() });
type SeenNotes = z.infer<typeof seenSchema>;

const storageKey = 'releaseNotesSeen';

/** Returns the notes that this browser showed before this visit, or null on the first visit. A visit lasts until the tab is closed. */
export function readPreviouslySeenNotes(): SeenNotes | null {
  const storedText = sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
  if (storedText !== null) sessionStorage.setItem(storageKey, storedText);
  return parseSeenNotes(storedText);
}

/** Stores which notes were shown, for the next visit. */
export function storeSeenNotes(notes: readonly ReleaseNote[]): void {
  const hasMore = notes.length >= limits.page.releaseNotes;
  const seenNotes: SeenNotes = {
    ids: notes.map(({ releaseId }) => releaseId),
    from: hasMore ? (notes.at(-1)?.releaseDate ?? '') : '',
  };
  localStorage.setItem(storageKey, JSON.stringify(seenNotes));
}

/** Whether a note is new since the last visit. On the first visit no note is new. */
export const isNewNote = ({ releaseId, releaseDate }: ReleaseNote, seenNotes: SeenNotes | null): boolean =>
  seenNotes !== null && !seenNotes.ids.includes(releaseId) && releaseDate >= seenNotes.from;

function parseSeenNotes(storedText: string | null): SeenNotes | null {
  if (storedText === null) return null;
  try {
    return seenSchema.safeParse(JSON.parse(storedText)).data ?? null;
  } catch {
    return null; // The stored text is not JSON.
  }
}
