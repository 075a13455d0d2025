import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { limits } from '@basics/contract/limits.ts';
import * as z from 'zod/mini';

/** The notes that were shown; `from` is the date of the oldest of them when there were more. */
const seenSchema = z.object({ ids: z.array(z.int()), from: z.string() });
type Seen = z.infer<typeof seenSchema>;

const key = 'releaseNotesSeen';

/** Returns the notes that this browser showed before this visit (a visit lasts as long as the tab); null on the first visit. */
export function readSeenBefore(): Seen | null {
  const stored = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  if (stored !== null) sessionStorage.setItem(key, stored);
  return parseSeen(stored);
}

/** Remembers the first page of the notes for the next visit. */
export function storeSeen(notes: readonly ReleaseNote[]): void {
  const isPart = notes.length >= limits.page.releaseNotes;
  const seen: Seen = {
    ids: notes.map(({ releaseId }) => releaseId),
    from: isPart ? (notes.at(-1)?.releaseDate ?? '') : '',
  };
  localStorage.setItem(key, JSON.stringify(seen));
}

/** No note is new on the first visit. */
export const isNew = ({ releaseId, releaseDate }: ReleaseNote, seen: Seen | null): boolean =>
  seen !== null && !seen.ids.includes(releaseId) && releaseDate >= seen.from;

function parseSeen(stored: string | null): Seen | null {
  if (stored === null) return null;
  try {
    return seenSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null; // Another program's data under our key.
  }
}
