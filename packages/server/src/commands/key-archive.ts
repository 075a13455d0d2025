import * as z from 'zod/mini';
import { StartFault } from '#server/platform/start-fault.ts';
import { openWithPassphrase, sealWithPassphrase } from '#server/platform/security/passphrase-file.ts';

/** The content of a key file. `id` is null for the configured key file; the file of a later key has the id in its name. */
const keyEntrySchema = z.strictObject({
  use: z.enum(['licence', 'session', 'seal', 'audit']),
  id: z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  text: z.string().check(z.minLength(1), z.maxLength(4096)),
});
export type KeyEntry = z.infer<typeof keyEntrySchema>;

const format = 'basics-portal-keys-1';

/** Encrypts the keys with a passphrase. */
export const sealArchive = (entries: readonly KeyEntry[], passphrase: string): string =>
  sealWithPassphrase(JSON.stringify(entries), passphrase, { format });

/** Throws StartFault for a file of another kind, for a wrong passphrase, and for contents that `sealArchive` did not write. */
export function openArchive(text: string, passphrase: string): KeyEntry[] {
  const entries: unknown = JSON.parse(openWithPassphrase(text, passphrase, { format, fileKind: 'archive of keys' }));
  const parseResult = z.array(keyEntrySchema).safeParse(entries);
  if (!parseResult.success) throw new StartFault('The archive of keys has contents that this version does not know.');
  return parseResult.data;
}
