import * as z from 'zod/mini';
import type { Seal } from '#server/platform/security/seal.ts';

const parts = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() });
type Parts = z.infer<typeof parts>;

/** The purpose that e-mails are sealed for. */
export const mailPurpose = 'mail';

/** A letter with its working link, in the form in which it is stored: sealed with a key that is not in the database. */
export const sealParts = (seal: Seal, letter: Parts): string => seal.close(mailPurpose, JSON.stringify(letter));

/** The letter, opened again; null if its key is not on this machine or its link was deleted. */
export async function openParts(seal: Seal, sealed: string): Promise<Parts | null> {
  const opened = await seal.open(mailPurpose, sealed);
  return opened === null ? null : parts.parse(JSON.parse(opened));
}
