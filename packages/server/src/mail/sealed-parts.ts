import * as z from 'zod/mini';
import type { Seal } from '#server/platform/security/seal.ts';

const parts = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() });
type Parts = z.infer<typeof parts>;

const purpose = 'mail';

/** A letter with its working link, in the form in which it is stored: sealed with a key that is not in the database. */
export const sealedParts = (seal: Seal, letter: Parts): string => seal.close(purpose, JSON.stringify(letter));

/** The letter, opened again; null if it was sealed with another key or its link was deleted. */
export function openedParts(seal: Seal, sealed: string): Parts | null {
  const opened = seal.open(purpose, sealed);
  return opened === null ? null : parts.parse(JSON.parse(opened));
}
