import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { bytesToHex } from '@basics/licensing/bytes.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { findLicenceKey } from '#server/platform/security/key-files.ts';

/** The key with which licences are signed, and its id of 16 hex digits. */
export type LicenseKey = { signer: Signer; keyId: string; publicKey: string };

/** Finds a key by its id; null if its private key is not on this machine. */
export type LicenseKeys = (keyId: string) => Promise<LicenseKey | null>;

export const createLicenseKey = (signer: Signer): LicenseKey => ({
  signer,
  keyId: computeKeyId(signer.publicKey, nodePrimitives),
  publicKey: bytesToHex(signer.publicKey),
});

/**
 * Returns a function that finds keys in the configured file and in the files next to it. A key is read from its file when it is first
 * needed.
 */
export function createLicenseKeyFinder(file: string): LicenseKeys {
  const keysById = new Map<string, LicenseKey>();
  return async (keyId) => {
    const cachedKey = keysById.get(keyId);
    if (cachedKey) return cachedKey;
    const storedKey = await findLicenceKey(file, keyId);
    if (!storedKey) return null;
    const key = createLicenseKey(storedKey.signer);
    keysById.set(keyId, key);
    return key;
  };
}

/** Returns a function that finds only the given key. */
export const createSingleLicenseKey =
  (key: LicenseKey): LicenseKeys =>
  async (keyId) =>
    key.keyId === keyId ? key : null;
