import * as z from 'zod/mini';
import type { Seal } from '#server/platform/security/seal.ts';

const parts = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() });
type Parts = z.infer<typeof parts>;

const purpose = 'mail';

/** A letter with the link that works, as it is kept: under a key that is not in the database. */
export const sealedParts = (seal: Seal, letter: Parts): string => seal.close(purpose, JSON.stringify(letter));

/** The same, read again; null when it was sealed under another key, or its link has been forgotten. */
export function openedParts(seal: Seal, sealed: string): Parts | null {
  const opened = seal.open(purpose, sealed);
  return opened === null ? null : parts.parse(JSON.parse(opened));
}
