import * as z from 'zod/mini';
import type { Seal } from '#server/platform/security/seal.ts';

const partsSchema = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() });
type LetterParts = z.infer<typeof partsSchema>;

/** The purpose for which e-mails are encrypted. */
export const mailPurpose = 'mail';

/** Encrypts an e-mail, which contains a secret link. The key is not stored in the database. */
export const sealParts = (seal: Seal, letter: LetterParts): string => seal.close(mailPurpose, JSON.stringify(letter));

/** Decrypts an e-mail; null if its key is not on this machine or its link was deleted. */
export async function openParts(seal: Seal, sealed: string): Promise<LetterParts | null> {
  const openedText = await seal.open(mailPurpose, sealed);
  return openedText === null ? null : partsSchema.parse(JSON.parse(openedText));
}
