import type { Database } from '#server/database/database.ts';
import { findSealKey, createKeyFilePath, readSealKey, writeSealKey } from '#server/platform/security/key-files.ts';
import { computeSecretKeyId, type SealKey, type SealKeys } from '#server/platform/security/seal.ts';
import { StartFault } from '#server/platform/problem.ts';
import { claimFirstSealingKey, findCurrentSealingKey } from './sealing-keys.repository.ts';

/**
 * The sealing keys in the configured file and in the files beside it. `use` selects the key that encrypts new values. `use` throws
 * StartFault if this key is not on this machine.
 */
export type SealKeyFiles = SealKeys & { use(keyId: string): Promise<void> };

type Dependencies = { file: string; database: Database; at: number };

/**
 * Opens the sealing keys of this database. At the first start, when the database has no sealing key, a key is created. Every later start
 * needs the current key, and throws StartFault if it is missing: a new key could not decrypt what the current key has encrypted.
 */
export async function openSealKeys({ file, database, at }: Dependencies): Promise<SealKeyFiles> {
  const currentKeyId = await findCurrentSealingKey(database.kysely);
  if (currentKeyId === null) {
    await writeSealKey(file);
    const keyId = computeSecretKeyId(await readSealKey(file));
    await database.transact((trx) => claimFirstSealingKey(trx, keyId, at));
  }
  const keys = createSealKeyFiles(file);
  const currentId = currentKeyId ?? (await findCurrentSealingKey(database.kysely));
  if (currentId === null) throw new StartFault('This database has no current sealing key. Restore a backup.');
  await keys.use(currentId);
  return keys;
}

/**
 * Selects the current sealing key of the database for the encryption of new values. Throws StartFault if this key is not on this machine.
 */
export async function useCurrentSealingKey({ kysely }: Database, keys: SealKeyFiles): Promise<void> {
  const current = await findCurrentSealingKey(kysely);
  if (current !== null) await keys.use(current);
}

/** Creates functions that read the sealing keys in the configured file and in the files beside it. */
export function createSealKeyFiles(file: string): SealKeyFiles {
  const keyCache = new Map<string, Uint8Array>();
  let currentKey: SealKey | null = null;
  const findKey = async (keyId: string): Promise<Uint8Array | null> => {
    const cachedKey = keyCache.get(keyId);
    if (cachedKey) return cachedKey;
    // The id is validated, because it comes from a sealed text and becomes part of a file name.
    const keyFile = /^[0-9a-f]{16}$/.test(keyId) ? await findSealKey(file, keyId) : null;
    if (keyFile) keyCache.set(keyId, keyFile.key);
    return keyFile?.key ?? null;
  };
  return {
    current() {
      if (!currentKey) throw new Error('no sealing key is selected');
      return currentKey;
    },
    find: findKey,
    async use(keyId) {
      if (currentKey?.keyId === keyId) return;
      const key = await findKey(keyId);
      if (!key) throw await createMissingKeyFault(file, keyId);
      currentKey = { keyId, key };
    },
  };
}

/**
 * Creates the fault that the sealing key with the given id is missing. Throws a StartFault of its own if the configured file cannot be
 * read.
 */
async function createMissingKeyFault(file: string, keyId: string): Promise<StartFault> {
  const configuredKeyId = computeSecretKeyId(await readSealKey(file));
  return new StartFault(
    `Secrets in this database are sealed with the key ${keyId}, and ${file} holds ${configuredKeyId}. Put the right one back, or copy ${createKeyFilePath(file, keyId)} from the machine that created it.`,
  );
}
