import * as z from 'zod/mini';
import type { PersonArchive } from '#server/database/personal/archive-rows.ts';
import { sealPurposes } from '#server/platform/security/seal.ts';
import type { Seal } from '#server/platform/security/seal.ts';

/** The name of a deleted user as the bin shows it. */
const binName = z.object({ name: z.string(), login: z.string(), company: z.string() });
export type BinName = z.infer<typeof binName>;

const archivedRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Everything that is needed to restore a deleted user. `authenticatorSecrets` contains the secrets of authenticator apps by the id of the
 * app: the secrets are sealed again when the user is restored, perhaps with a newer key.
 */
const userArchive = z.object({
  format: z.literal(1),
  rows: z.record(z.string(), z.array(archivedRow)),
  authenticatorSecrets: z.record(z.string(), z.string()),
});
export type UserArchive = { rows: PersonArchive; authenticatorSecrets: Readonly<Record<string, string>> };

/** Encrypts the name and the archive of a deleted user for the bin. */
export const sealArchive = (
  seal: Seal,
  userId: number,
  { name, archive }: { name: BinName; archive: UserArchive },
) => ({
  name: seal.close(sealPurposes.deletedUserName(userId), JSON.stringify(name)),
  archive: seal.close(sealPurposes.deletedUserArchive(userId), JSON.stringify({ format: 1, ...archive })),
});

/** Decrypts the name of a deleted user; null if the key is not on this machine, or if the name has another format. */
export const openName = async (seal: Seal, userId: number, sealedName: string): Promise<BinName | null> =>
  parseJson(binName, await seal.open(sealPurposes.deletedUserName(userId), sealedName));

/** Decrypts an archive; null if the key is not on this machine, or if a newer version of the portal wrote the archive in another format. */
export const openArchive = async (seal: Seal, userId: number, sealedArchive: string): Promise<UserArchive | null> =>
  parseJson(userArchive, await seal.open(sealPurposes.deletedUserArchive(userId), sealedArchive));

/**
 * Parses a decrypted text. Returns null if the text does not match the schema, so that one wrong name does not break
 * the list of the bin.
 */
function parseJson<Schema extends z.ZodMiniType>(schema: Schema, text: string | null): z.infer<Schema> | null {
  if (text === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // A text that is not JSON was written by another version of the portal.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
