import * as z from 'zod/mini';
import type { Seal } from '#server/platform/security/seal.ts';

const partsSchema = z.strictObject({ subject: z.string(), text: z.string(), html: z.string() });
type LetterParts = z.infer<typeof partsSchema>;

/** The sealing purpose of e-mails. What is sealed for one purpose cannot be opened for another. */
export const mailSealPurpose = 'mail';

/** Encrypts an e-mail that contains a secret link. The key is not stored in the database. */
export const sealParts = (seal: Seal, letter: LetterParts): string =>
  seal.close(mailSealPurpose, JSON.stringify(letter));

/** Decrypts an e-mail; null if the key is not on this machine or the encrypted e-mail was deleted. */
export async function openParts(seal: Seal, sealed: string): Promise<LetterParts | null> {
  const openedText = await seal.open(mailSealPurpose, sealed);
  return openedText === null ? null : partsSchema.parse(JSON.parse(openedText));
}
