import type { Database } from '#server/database/database.ts';
import { findSealKey, keyFileOf, readSealKey, writeSealKey } from '#server/platform/security/key-files.ts';
import { keyWithoutId, secretKeyId } from '#server/platform/security/seal.ts';
import type { SealKey, SealKeys } from '#server/platform/security/seal.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { claimFirstSealingKey, findCurrentSealingKey } from './sealing-keys.repository.ts';

/** The keys in and beside the configured file. `use` selects the one that seals, and throws StartFault if it is not on this machine. */
export type SealKeyFiles = SealKeys & { use(keyId: string): Promise<void> };

type Dependencies = { file: string; sessionKey: Uint8Array; database: Database; at: number };

/**
 * Opens the sealing keys of this database. The first start of a database without one creates it. Every other start needs the current key, and
 * throws StartFault without it: a new key could not open what the old one has sealed.
 */
export async function openSealKeys({ file, sessionKey, database, at }: Dependencies): Promise<SealKeyFiles> {
  const known = await findCurrentSealingKey(database.kysely);
  if (known === null) {
    await writeSealKey(file);
    const keyId = secretKeyId(await readSealKey(file));
    await database.transact((trx) => claimFirstSealingKey(trx, keyId, at));
  }
  const keys = sealKeysIn(file, sessionKey);
  const current = known ?? (await findCurrentSealingKey(database.kysely));
  if (current === null) throw new StartFault('This database has no current sealing key. Restore a backup.');
  await keys.use(current);
  return keys;
}

/** Selects the key that is current by now. Throws StartFault if it is not on this machine. */
export async function useCurrentSealingKey({ kysely }: Database, keys: SealKeyFiles): Promise<void> {
  const current = await findCurrentSealingKey(kysely);
  if (current !== null) await keys.use(current);
}

/** Texts without a key id were sealed with the session key, by earlier versions. */
export function sealKeysIn(file: string, sessionKey: Uint8Array): SealKeyFiles {
  const read = new Map<string, Uint8Array>([[keyWithoutId, sessionKey]]);
  let current: SealKey | null = null;
  const find = async (keyId: string): Promise<Uint8Array | null> => {
    const known = read.get(keyId);
    if (known) return known;
    // The id comes from a sealed text, and becomes part of a file name.
    const found = /^[0-9a-f]{16}$/.test(keyId) ? await findSealKey(file, keyId) : null;
    if (found) read.set(keyId, found.key);
    return found?.key ?? null;
  };
  return {
    current() {
      if (!current) throw new Error('no sealing key is selected');
      return current;
    },
    find,
    async use(keyId) {
      if (current?.keyId === keyId) return;
      const key = await find(keyId);
      if (!key) throw await missingKey(file, keyId);
      current = { keyId, key };
    },
  };
}

/** Throws StartFault itself where the configured file cannot be read. */
async function missingKey(file: string, keyId: string): Promise<StartFault> {
  const here = secretKeyId(await readSealKey(file));
  return new StartFault(
    `Secrets in this database are sealed with the key ${keyId}, and ${file} holds ${here}. Put the right one back, or copy ${keyFileOf(file, keyId)} from the machine that created it.`,
  );
}
